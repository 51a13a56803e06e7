import type { Client } from 'pg'
import { SchemaError } from './migrate.ts'
import { type Connection, connectAlone } from './pool.ts'

/**
 * Returns a lock key that includes the schema, because locks are shared by all schemas of a database (docs/scaling.md).
 */
const keyOf = (lock: 'setup' | 'backup') =>
  `hashtextextended('waymark ${lock} ' || current_schema(), 0)`

/** Removes the time limits that the role of a database can set for requests, because a setup takes longer. */
export const WITHOUT_LIMITS = ['statement', 'lock', 'idle_in_transaction_session']
  .map((what) => `set local ${what}_timeout = 0`)
  .join('; ')

/** Runs `work` in one transaction while no other process starts, restores or bulk-loads. */
export async function inSetupLock<T>(client: Client, work: () => Promise<T>): Promise<T> {
  await refuseOtherSchemas(client)
  await client.query(`begin; ${WITHOUT_LIMITS}`)
  try {
    await client.query(`select pg_advisory_xact_lock(${keyOf('setup')})`)
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/** Runs `work` in the setup lock, held by a separate connection. Statements on others are not rolled back. */
export async function withSetupLock<T>(connection: Connection, work: () => Promise<T>): Promise<T> {
  const client = await connectAlone(connection)
  return inSetupLock(client, work).finally(() => client.end())
}

/** Runs `work`, or returns undefined immediately if another process is creating a backup. */
export async function inBackupLock<T>(
  connection: Connection,
  work: () => Promise<T>,
): Promise<T | undefined> {
  const holder = await connectAlone(connection)
  try {
    await holder.query(`begin; ${WITHOUT_LIMITS}`)
    const { rows } = await holder.query<{ isHeld: boolean }>(
      `select pg_try_advisory_xact_lock(${keyOf('backup')}) as "isHeld"`,
    )
    return rows[0]?.isHeld ? await work() : undefined
  } finally {
    await holder.end()
  }
}

/**
 * Throws if no schema of the path exists, or if another one than the first has Waymark tables. All tables are in the
 * first schema, and those of another tenant would be mistaken for its own.
 */
async function refuseOtherSchemas(client: Client): Promise<void> {
  const { rows } = await client.query<{ path: string; own: string | null; other: string | null }>(
    `select current_setting('search_path') as path, current_schema() as own,
       (select n.nspname from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relname = 'rec_users' and n.nspname = any(current_schemas(false))
          and n.nspname <> current_schema() limit 1) as other`,
  )
  const { path = '', own, other } = rows[0] ?? {}
  if (!own)
    throw new SchemaError(
      `No schema of the search_path of this role exists (${path}).`,
      'Create one, as the owner of the database: create schema …',
    )
  if (other)
    throw new SchemaError(
      `The search_path of this role (${path}) starts with ${own}, but ${other} also has Waymark tables.`,
      `Let it name one schema alone: alter role … set search_path = ${other} (or ${own})`,
    )
}
