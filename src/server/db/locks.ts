import type { Client } from 'pg'
import { SchemaError } from './migrate.ts'
import { type Connection, connectAlone } from './pool.ts'

/** What only one process on a database does at a time, starts above all. */
type Lock = 'setup' | 'backup'

/** Locks are the database's, and its tenants have schemas of their own (docs/scaling.md). */
const keyOf = (lock: Lock) => `hashtextextended('waymark ${lock} ' || current_schema(), 0)`

/** A setup takes longer than the role of a pooled database lets requests take. */
export const WITHOUT_LIMITS = ['statement', 'lock', 'idle_in_transaction_session']
  .map((what) => `set local ${what}_timeout = 0`)
  .join('; ')

/** Runs `work` in one transaction while no other process starts, restores or loads in bulk. */
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

/** The same on a connection of its own. What `work` does on other connections is not rolled back. */
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
 * Runs `work` while no other process holds the lock, which is held by a connection of its own. If another holds it,
 * 'try' returns undefined at once, and 'wait' waits for its end.
 */
export async function whileHolding<T>(
  connection: Connection,
  lock: Exclude<Lock, 'setup'>,
  mode: 'wait' | 'try',
  work: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T | undefined> {
  const holder = await connectAlone(connection)
  const stop = () => void holder.end()
  signal?.addEventListener('abort', stop)
  try {
    await holder.query(`begin; ${WITHOUT_LIMITS}`)
    if (mode === 'wait') await holder.query(`select pg_advisory_xact_lock(${keyOf(lock)})`)
    else {
      const { rows } = await holder.query<{ has: boolean }>(
        `select pg_try_advisory_xact_lock(${keyOf(lock)}) as has`,
      )
      if (!rows[0]?.has) return undefined
    }
    return await work()
  } finally {
    signal?.removeEventListener('abort', stop)
    await holder.end()
  }
}

/** All tables are in the first schema of the path; those of another tenant further back would be taken for ours. */
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
      "Make it, as the database's owner: create schema …",
    )
  if (other)
    throw new SchemaError(
      `The search_path of this role (${path}) begins with ${own}, and there are tables of Waymark in ${other}, too.`,
      `Let it name one schema alone: alter role … set search_path = ${other} (or ${own})`,
    )
}
