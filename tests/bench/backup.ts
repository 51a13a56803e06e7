import { statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectAlone } from '#server/db/pool.ts'
import { rowsOf } from '../support/raw-rows.ts'
import { readUsers } from './lib/load.ts'
import { atLeast, atMost, holds, judge, tableHead, tableRow } from './lib/report.ts'
import { type Ran, runCommand, startServer, temporaryFolder } from './lib/server.ts'
import { percentile } from './lib/stats.ts'

/**
 * A backup beside writes and beside reads, its verification, and its restore into an empty directory:
 * npm run bench -- backup [users]
 */
const users = Number(process.argv[2] ?? 1_000_000)
const WRITERS = 10
const READS_PER_SECOND = 50

const temporary = temporaryFolder()
const file = join(temporary.folder, 'backup.tar.gz')
const server = await startServer()
try {
  await fill()
  const quiet = readUsers(server, READS_PER_SECOND)
  await sleep(10_000)
  const before = percentile(await quiet.end(), 0.99)
  const readers = readUsers(server, READS_PER_SECOND)
  const alone = await server.command('admin', 'backup', join(temporary.folder, 'alone.tar.gz'))
  const during = percentile(await readers.end(), 0.99)

  const writers = startWriters()
  const backup = await server.command('admin', 'backup', file)
  const rate = await writers.end()
  const verify = await server.command('admin', 'verify', file)
  const to = { ...server.env, DATA_DIR: join(temporary.folder, 'restored') }
  const restore = await runCommand(to, 'admin', 'restore', file)
  const restored = await startServer(to)
  const [found] = await rowsOf<{ users: number; half: number }>(
    restored.connection,
    `select (select count(*)::int from rec_users) as users,
       (select count(*)::int from history h where not exists (select from changes c where c.id = h.change_id))
         + (select count(*)::int from changes c where not exists (
             select from history h where coalesce(h.change_id, h.id) = c.id)) as half`,
  )
  await restored.close()

  const row = (name: string, { seconds, megabytes }: Ran) => tableRow(name, seconds, megabytes)
  tableHead(`${users} users, file ${Math.round(statSync(file).size / 1_048_576)} MB`, 's', 'MB')
  row(`backup beside ${Math.round(rate)} writes a second`, backup)
  row('backup beside reads', alone)
  row('verify', verify)
  row('restore into an empty directory', restore)
  judge([
    atMost('backup beside writes', backup.seconds, 90, 's'),
    atMost('restore', restore.seconds, 180, 's'),
    atMost('memory', Math.max(backup.megabytes, restore.megabytes), 300, 'MB'),
    atLeast('writes beside the backup', rate, 1000, 'a second'),
    atMost(`slower lists at p99 (${before.toFixed(0)} ms before)`, during - before, 50, 'ms'),
    holds('all users are restored', found?.users === users + 1, `${found?.users}`),
    holds('no transaction is restored by half', found?.half === 0, `${found?.half}`),
  ])
} finally {
  await server.close()
  temporary.remove()
}

/** Users as the product writes them, with a change and a history entry each. */
async function fill(): Promise<void> {
  await rowsOf(
    server.connection,
    `insert into rec_users (id, version, created_at, updated_at, data, search_text)
     select gen_random_uuid(), 1, now() - make_interval(secs => n), now(),
       jsonb_build_object('firstName', 'Nr', 'lastName', 'Person ' || n, 'email', 'person' || n || '@example.org',
         'role', 'user', 'isActive', n % 3 > 0, 'segment', (array['student', 'graduate', 'early-career'])[1 + n % 3]),
       'nr person ' || n || ' person' || n || '@example.org'
     from generate_series(1, ${users}) as n`,
  )
  await rowsOf(
    server.connection,
    `insert into changes (id, at, via)
       select id, created_at, 'form' from rec_users where data ->> 'role' = 'user';
     insert into history (id, resource, record_id, version, action, at, data, change_id, fields)
       select id, 'users', id, 1, 'create', created_at, data, id, '{}' from rec_users
       where data ->> 'role' = 'user';
     analyze`,
  )
}

/** Writes a change and its history entry in each transaction. `end` returns the rows written in a second. */
function startWriters(): { end(): Promise<number> } {
  let isOver = false
  let written = 0
  const began = performance.now()
  const write = async () => {
    const client = await connectAlone(server.connection)
    while (!isOver) {
      await client.query(
        `with c as (
           insert into changes (id, at, via) values (gen_random_uuid(), now(), 'form') returning id, at
         )
         insert into history (id, resource, record_id, version, action, at, data, change_id, fields)
         select id, 'users', id, 1, 'create', at, '{}', id, '{}' from c`,
      )
      written += 2
    }
    await client.end()
  }
  const all = Promise.all(Array.from({ length: WRITERS }, write))
  return {
    async end() {
      isOver = true
      await all
      return (written * 1000) / (performance.now() - began)
    },
  }
}
