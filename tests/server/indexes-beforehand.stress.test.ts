import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { migrate, readMigrations } from '#server/db/migrate.ts'
import { type Connection, connectAlone } from '#server/db/pool.ts'
import { createDatabase, query, startApp } from '../support/app.ts'

/** With a tenth of each page filled it is more than a migration builds an index of by itself. */
const ROWS = 25_000
const INDEXES = ['assignment_months_subject', 'assignments_subject']

/** As it stood before the migration that has these indexes. */
async function before(): Promise<{ connection: Connection; client: Client }> {
  const connection = await createDatabase('template0')
  const client = await connectAlone(connection)
  onTestFinished(() => client.end())
  await migrate(
    client,
    readMigrations().filter(({ id }) => id < 20),
  )
  await client.query(
    `alter table assignments set (fillfactor = 10);
     insert into assignments (kind, subject_id, user_id, assigned_at)
     select 'mission', gen_random_uuid(), gen_random_uuid(), now() from generate_series(1, ${ROWS})`,
  )
  return { connection, client }
}

const built = async (connection: Connection) =>
  query<{ name: string; valid: boolean }>(
    connection,
    `select c.relname as name, i.indisvalid as valid
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where c.relname = any('{${INDEXES.join(',')}}') order by 1`,
  )
const BOTH = INDEXES.map((name) => ({ name, valid: true }))

const isBuilding = async (client: Client) => {
  const { rows } = await client.query(
    `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
       and query like 'create index concurrently assignments_subject%' and wait_event_type = 'Lock'`,
  )
  return rows.length > 0
}

const write = (client: Client) =>
  client.query(
    `insert into assignments (kind, subject_id, user_id, assigned_at)
     values ('mission', gen_random_uuid(), gen_random_uuid(), now())`,
  )

test('OPS-06 an upgrade builds the indexes of large tables while others write', async () => {
  const { connection, client } = await before()
  const slow = await connectAlone(connection)
  onTestFinished(() => slow.end())
  await slow.query('begin')
  await write(slow)

  const starting = startApp({ connection })
  while (!(await isBuilding(client))) await pause(20)
  // A plain index would let nobody write who comes after it, until the slow one is through.
  await client.query("set lock_timeout = '1s'")
  for (let times = 0; times < 20; times += 1) await write(client)
  await slow.query('commit')

  await (await starting).close()
  expect(await built(connection)).toEqual(BOTH)
})

test('OPS-06 what an interrupted upgrade left of an index is built anew, and of two starts one does it', async () => {
  const { connection, client } = await before()
  // As a build leaves it that was killed.
  const subject = '01890a5d-ac96-774b-bcce-b302099a8057'
  for (let times = 0; times < 2; times += 1)
    await client.query(
      `insert into assignments (kind, subject_id, user_id, assigned_at)
         values ('mission', $1, gen_random_uuid(), now())`,
      [subject],
    )
  const broken = client.query(
    'create unique index concurrently assignments_subject on assignments (subject_id)',
  )
  await expect(broken).rejects.toThrow('could not create unique index')
  expect(await built(connection)).toEqual([{ name: 'assignments_subject', valid: false }])

  const apps = await Promise.all([startApp({ connection }), startApp({ connection })])
  expect(await built(connection)).toEqual(BOTH)
  for (const app of apps) await app.close()
})
