import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { API_BASE } from '#contract/api.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/database.ts'
import { connectAlone } from '#server/db/pool.ts'
import { judge } from '../support/judge.ts'
import { signIn } from '../support/product.ts'
import { productEnv, startProgram } from './api/programs.ts'

/**
 * A backup of many users while others write, its restore into an empty directory, and what requests feel meanwhile:
 * npm run bench -- backup [users]. Prints the table of docs/benchmarks.md.
 */
const users = Number(process.argv[2] ?? 1_000_000)
const BACKUP_S = 90
const RESTORE_S = 180
const MOST_MB = 300
const WRITES = 1000
const FEEL_MS = 10_000
/** Requests may take so much longer at the 99th of a hundred while the server makes one by itself. */
const MOST_MORE_MS = 50

const home = mkdtempSync(join(tmpdir(), 'waymark-bench-'))
const [from, to, file] = ['from', 'to', 'all.tar.gz'].map((name) => join(home, name)) as [
  string,
  string,
  string,
]
const program = await startProgram(['dist/server/main.js'], productEnv(from))
let isOver = false
try {
  const filled = await fill()
  const { token } = await signIn(program.url)
  const quiet = await feel(token, FEEL_MS)
  const yielding = await beside(token, ['backup', join(home, 'one.tar.gz')])
  const writing = writeOn()
  const backup = await command(['backup', file], from)
  isOver = true
  const { written, seconds } = await writing
  const verified = await command(['verify', file], from)
  await program.stop()
  const restored = await command(['restore', file], to)
  const found = await inside(to, (client) =>
    client.query<{ users: number; half: number }>(
      `select (select count(*)::int from rec_users) as users,
         (select count(*)::int from history h where not exists (select from changes c where c.id = h.change_id))
           + (select count(*)::int from changes c where not exists (
               select from history h where coalesce(h.change_id, h.id) = c.id)) as half`,
    ),
  )
  const [row] = found.rows
  const rate = Math.round(written / seconds)
  const megabytes = (statSync(file).size / 1024 / 1024).toFixed(0)
  const line = (...cells: (string | number)[]) => console.log(`| ${cells.join(' | ')} |`)
  console.log(
    `\n${users} users, each with its history (${filled} MB in PostgreSQL); ${cpus().length} cores, load average ${loadavg()[0]?.toFixed(1)}\n`,
  )
  line('What', 'Seconds', 'Memory at most (MB)')
  line('---', '---:', '---:')
  line(
    `backup, read again and compared, beside ${rate} writes a second`,
    backup.seconds.toFixed(1),
    backup.megabytes,
  )
  line('the same, with nothing beside it', yielding.seconds.toFixed(1), yielding.megabytes)
  line(`verify (${megabytes} MB)`, verified.seconds.toFixed(1), verified.megabytes)
  line('restore into an empty directory', restored.seconds.toFixed(1), restored.megabytes)
  console.log(
    `\nA list of users: ${quiet.toFixed(0)} ms at the 99th of a hundred, ${yielding.felt.toFixed(0)} ms while the server's own backup ran.\n`,
  )
  judge([
    [`a backup within ${BACKUP_S} s`, backup.seconds <= BACKUP_S],
    [`a restore within ${RESTORE_S} s`, restored.seconds <= RESTORE_S],
    [`${MOST_MB} MB of memory at most`, Math.max(backup.megabytes, restored.megabytes) <= MOST_MB],
    [`${WRITES} writes a second beside it`, rate >= WRITES],
    ['nothing half of what was written together', row?.half === 0],
    ['all users are there', row?.users === users + 1],
    [
      `requests wait ${MOST_MORE_MS} ms more at most for the server's own`,
      yielding.felt - quiet <= MOST_MORE_MS,
    ],
  ])
} finally {
  isOver = true
  await program.stop()
  rmSync(home, { recursive: true, force: true })
}

/** Users as the product writes them, with a change and its entry each. Gives the database's megabytes. */
async function fill(): Promise<number> {
  const { rows } = await inside(from, async (client) => {
    const began = Date.now()
    await client.query(
      `insert into rec_users (id, version, created_at, updated_at, data, search_text)
       select gen_random_uuid(), 1, now() - make_interval(secs => n), now(),
         jsonb_build_object('firstName', 'Nr', 'lastName', 'Person ' || n, 'email', 'person' || n || '@example.org',
           'role', 'user', 'isActive', n % 3 > 0, 'segment', (array['student', 'graduate', 'early-career'])[1 + n % 3]),
         'nr person ' || n || ' person' || n || '@example.org'
       from generate_series(1, ${users}) as n`,
    )
    await client.query(
      `insert into changes (id, at, via)
         select id, created_at, 'form' from rec_users where data ->> 'role' = 'user';
       insert into history (id, resource, record_id, version, action, at, data, change_id, fields)
         select id, 'users', id, 1, 'create', created_at, data, id, '{}' from rec_users
         where data ->> 'role' = 'user';
       analyze`,
    )
    console.log(`filled in ${((Date.now() - began) / 1000).toFixed(0)} s`)
    return await client.query<{ mb: number }>(
      'select (pg_database_size(current_database()) / 1048576)::int as mb',
    )
  })
  return rows[0]?.mb ?? 0
}

/** Two rows that belong together in each transaction, until it is over. */
async function writeOn(): Promise<{ written: number; seconds: number }> {
  const began = Date.now()
  let written = 0
  await Promise.all(
    Array.from({ length: 10 }, () =>
      inside(from, async (client) => {
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
      }),
    ),
  )
  return { written, seconds: (Date.now() - began) / 1000 }
}

type Client = Awaited<ReturnType<typeof connectAlone>>

async function inside<T>(dataDir: string, work: (client: Client) => Promise<T>): Promise<T> {
  const config = await readConfig({ DATA_DIR: dataDir })
  const database = await openDatabase(config, 'join', () => undefined)
  const client = await connectAlone(database.connection)
  try {
    return await work(client)
  } finally {
    await client.end()
    await database.release()
  }
}

/** A command of the built product, with the most memory that its process had. */
async function command(words: readonly string[], dataDir: string) {
  const began = performance.now()
  const child = spawn(process.execPath, ['dist/server/command.js', 'admin', ...words], {
    env: productEnv(dataDir),
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const ended = once(child, 'exit')
  const megabytes = await memoryOf(child, ended)
  const [code] = (await ended) as [number | null]
  if (code !== 0) throw new Error(`${words[0]} ended with ${code}`)
  return { seconds: (performance.now() - began) / 1000, megabytes }
}

async function memoryOf(child: ChildProcess, ended: Promise<unknown>): Promise<number> {
  let most = 0
  let isThere = true
  const gone = ended.then(() => {
    isThere = false
  })
  while (isThere) {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
      most = Math.max(most, Number(/VmHWM:\s+(\d+)/u.exec(status)?.[1] ?? 0) / 1024)
    } catch {
      break
    }
    await Promise.race([gone, pause(100)])
  }
  return Math.round(most)
}

/** What requests feel while a command runs. */
async function beside(token: string, words: readonly string[]) {
  const running = command(words, from)
  const felt = await feel(token, FEEL_MS)
  return { ...(await running), felt }
}

/** How long a page of the list takes at the 99th of a hundred, asked over four connections. */
async function feel(token: string, ms: number): Promise<number> {
  const end = Date.now() + ms
  const took: number[] = []
  const ask = async (first: number) => {
    for (let page = first; Date.now() < end; page = (page % 50) + 1) {
      const began = performance.now()
      const answer = await fetch(`${program.url}${API_BASE}/users?page=${page}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`The list answered ${answer.status}`)
      took.push(performance.now() - began)
    }
  }
  await Promise.all([1, 11, 21, 31].map(ask))
  return took.sort((a, b) => a - b)[Math.floor(took.length * 0.99)] ?? 0
}
