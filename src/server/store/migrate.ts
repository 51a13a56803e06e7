import type { Client } from 'pg'
import type { Migration } from './migrations/index.ts'
import { type Connection, connectAlone, databaseCode } from './pool.ts'

/** The database was changed by a newer version of this server. */
export class NewerSchemaError extends Error {
  override name = 'NewerSchemaError'
}

/** Two CREATEs at the same moment: one fails with one of these although IF NOT EXISTS stands there. */
const RACED = new Set(['23505', '42P07', '42710', 'XX000', '40001'])

/**
 * Runs `work` in one transaction while holding the lock row, so that two starts never change tables
 * at once. A row and not an advisory lock: not every engine that speaks PostgreSQL has those.
 */
export async function underLock<T>(client: Client, work: () => Promise<T>): Promise<T> {
  await makeLockRow(client)
  await client.query('begin')
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
export async function alone<T>(
  connection: Connection,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = await connectAlone(connection)
  try {
    return await underLock(client, () => work(client))
  } finally {
    await client.end()
  }
}

async function makeLockRow(client: Client): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query('create table if not exists setup_lock (id integer primary key)')
      await client.query('insert into setup_lock (id) values (1) on conflict do nothing')
      return
    } catch (error) {
      if (attempt >= 10 || !RACED.has(databaseCode(error) ?? '')) throw error
      await new Promise((resolve) => setTimeout(resolve, 50 * attempt))
    }
  }
}

/**
 * Brings the database up to the given migrations; call it under the lock.
 * Throws NewerSchemaError when the database knows a migration that this program does not.
 */
export async function migrate(client: Client, migrations: readonly Migration[]): Promise<void> {
  await client.query(
    'create table if not exists migrations (id integer primary key, name text not null, applied_at timestamptz not null default now())',
  )
  const { rows } = await client.query<{ id: number }>('select id from migrations')
  const applied = new Set(rows.map(({ id }) => id))
  const newest = Math.max(0, ...migrations.map(({ id }) => id))
  const unknown = Math.max(0, ...applied)
  if (unknown > newest)
    throw new NewerSchemaError(
      `The database was last used by a newer version (its schema is ${unknown}, this program knows ${newest}). Start the newer version again, or use another database.`,
    )
  for (const { id, name, sql } of migrations) {
    if (applied.has(id)) continue
    await client.query(sql)
    await client.query('insert into migrations (id, name) values ($1, $2)', [id, name])
  }
}
