import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Client } from 'pg'
import { type Connection, connectAlone, databaseCode } from './pool.ts'

/** The database was changed by a newer version of this server. */
export class NewerSchemaError extends Error {
  override name = 'NewerSchemaError'
}

/** search_path leads to no schema, or to tables of ours in several: nobody could say which are meant. */
export class SearchPathError extends Error {
  override name = 'SearchPathError'
}

export interface Migration {
  id: number
  name: string
  sql: string
}

/** The numbered files of migrations/, in order. They are never changed once released: a change is a new file. */
export function readMigrations(): Migration[] {
  const here = dirname(fileURLToPath(import.meta.url))
  // Beside this module in the sources, beside the program's chunks once it is built.
  const folders = [join(here, 'migrations'), join(here, '..', 'migrations')]
  const folder = folders.find((one) => existsSync(one))
  if (!folder) throw new Error('The migrations are missing. Run: npm run build')
  const found = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const [, id = '', name = ''] = /^(\d+)-(.*)\.sql$/.exec(file) ?? []
      return { id: Number(id), name, sql: readFileSync(join(folder, file), 'utf8') }
    })
  // Of two the second would be taken for done.
  const twin = found.find(({ id }, place) => found[place + 1]?.id === id)
  if (twin) throw new Error(`Two migrations have the number ${twin.id}.`)
  return found
}

/** Two CREATEs at the same moment: one fails with one of these although IF NOT EXISTS stands there. */
const RACED = new Set(['23505', '42P07', '42710', 'XX000', '40001'])
/** A lock was not had in time, or two waited for each other. */
const HELD_UP = new Set(['55P03', '40P01'])
const TRIES = 120
const PAUSE_MS = 250

/** The role of a pooled database has the limits of requests, and a setup takes longer: for one transaction. */
export const WITHOUT_LIMITS = ['statement', 'lock', 'idle_in_transaction_session']
  .map((what) => `set local ${what}_timeout = 0`)
  .join('; ')

/**
 * Runs `work` in one transaction while holding the setup lock, so that two starts never change tables
 * at once. A row and not an advisory lock: not every engine that speaks PostgreSQL has those.
 */
export async function inSetupLock<T>(client: Client, work: () => Promise<T>): Promise<T> {
  await refuseOtherSchemas(client)
  await makeLockRow(client)
  await client.query(`begin; ${WITHOUT_LIMITS}`)
  try {
    await client.query('select id from setup_lock where id = 1 for update')
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/** The same on a connection of its own. What `work` does on other connections is not taken back. */
export async function withSetupLock<T>(
  connection: Connection,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = await connectAlone(connection)
  try {
    return await inSetupLock(client, () => work(client))
  } finally {
    await client.end()
  }
}

/**
 * A step that changes tables in use, in a transaction of its own under the setup lock: it waits for no lock
 * for longer than a moment, lets others pass, and tries again. While it waits, nobody waits behind it.
 */
export async function inShortStep<T>(client: Client, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inSetupLock(client, async () => {
        await client.query(`set local lock_timeout = '1s'`)
        return work()
      })
    } catch (error) {
      if (attempt >= TRIES || !HELD_UP.has(databaseCode(error) ?? '')) throw error
      await pause(PAUSE_MS)
    }
  }
}

/** All tables stand in the first schema of the path; those of another tenant further back would be taken for ours. */
async function refuseOtherSchemas(client: Client): Promise<void> {
  const { rows } = await client.query<{ path: string; own: string | null; other: string | null }>(
    `select current_setting('search_path') as path, current_schema() as own,
       (select n.nspname from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relname = 'setup_lock' and n.nspname = any(current_schemas(false))
          and n.nspname <> current_schema() limit 1) as other`,
  )
  const { path = '', own, other } = rows[0] ?? {}
  if (!own)
    throw new SearchPathError(
      `No schema of the search_path of this role exists (${path}). Make it, as the database's owner: create schema …`,
    )
  if (other)
    throw new SearchPathError(
      `The search_path of this role (${path}) begins with ${own}, and there are tables of Waymark in ${other}, too. Let it name one schema alone: alter role … set search_path = ${other} (or ${own})`,
    )
}

async function makeLockRow(client: Client): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query('create table if not exists setup_lock (id integer primary key)')
      await client.query('insert into setup_lock (id) values (1) on conflict do nothing')
      return
    } catch (error) {
      if (attempt >= 10 || !RACED.has(databaseCode(error) ?? '')) throw error
      await pause(50 * attempt)
    }
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/**
 * Brings the database up to the given migrations, a transaction each.
 * `before` is called outside of it for each that is not there yet.
 * Throws NewerSchemaError when the database knows a migration that this program does not.
 */
export async function migrate(
  client: Client,
  migrations: readonly Migration[],
  before: (migration: Migration) => Promise<void> = async () => undefined,
): Promise<void> {
  await inShortStep(client, async () => {
    await client.query(
      'create table if not exists migrations (id integer primary key, name text not null, applied_at timestamptz not null default now())',
    )
    const newest = Math.max(0, ...migrations.map(({ id }) => id))
    const known = Math.max(0, ...(await applied(client)))
    if (known > newest)
      throw new NewerSchemaError(
        `The database was last used by a newer version (its schema is ${known}, this program knows ${newest}). Start the newer version again, or use another database.`,
      )
  })
  const there = await applied(client)
  for (const migration of migrations.filter(({ id }) => !there.has(id))) {
    const { id, name, sql } = migration
    await before(migration)
    await inShortStep(client, async () => {
      if ((await applied(client)).has(id)) return
      await client.query(sql)
      await client.query('insert into migrations (id, name) values ($1, $2)', [id, name])
    })
  }
}

async function applied(client: Client): Promise<ReadonlySet<number>> {
  const { rows } = await client.query<{ id: number }>('select id from migrations')
  return new Set(rows.map(({ id }) => id))
}
