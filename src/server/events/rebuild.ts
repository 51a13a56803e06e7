import type { ClientBase } from 'pg'
import type { Resource } from '#model/resource.ts'
import { quote } from '#server/db/json-sql.ts'
import { WITHOUT_LIMITS } from '#server/db/locks.ts'
import { type Connection, connectAlone } from '#server/db/pool.ts'
import { countEvents } from './rollups/index.ts'
import { dayIn } from './rollups/rollup-sql.ts'
import {
  ASSIGNMENT_DAYS,
  ASSIGNMENT_MONTHS,
  ASSIGNMENT_PAIRS,
  DAILY,
  DAY_PAIRS,
  MENTOR_RATINGS,
} from './rollups/sum-tables.ts'
import { countUsers, foldUserCounts } from './user-counts.ts'
import { everyUser, setLastLogins } from './user-tables.ts'
import { lockZone, storeZone } from './zone.ts'

interface RebuildOptions {
  registry: readonly Resource[]
  /** Days of this zone from now on; of the stored one when absent. */
  zone?: string | undefined
  /** Takes the progress, in words for the operator. */
  say?(line: string): void
  /** Runs before last logins are set. */
  beforeLogins?(): Promise<void>
}

/** A table that is computed from events and users, with its primary key. */
interface Rollup {
  name: string
  keys: readonly string[]
}

const SUM_TABLES = [
  ...[DAY_PAIRS, ASSIGNMENT_DAYS, ASSIGNMENT_MONTHS, ASSIGNMENT_PAIRS, MENTOR_RATINGS],
  // Last, because writes of users wait for it alone.
  DAILY,
]
const ROLLUPS: readonly Rollup[] = [
  { name: 'user_days', keys: ['user_id', 'day'] },
  { name: 'app_sessions', keys: ['id', 'user_id'] },
  { name: 'assignments', keys: ['subject_id', 'user_id', 'kind'] },
  { name: 'reviews', keys: ['mentor_id', 'user_id'] },
  ...SUM_TABLES.map(({ table, keys }) => ({ name: table, keys: Object.keys(keys) })),
]

/**
 * Computes all rollups and last logins from the stored events and the users, in the caller's transaction. Readers see
 * the old figures until the commit, and rollers wait for it; so do writes of users, once users are counted.
 * Returns how many rows were wrong.
 */
export async function rebuild(
  client: ClientBase,
  { registry, zone: wanted, say, beforeLogins }: RebuildOptions,
): Promise<number> {
  const stored = await lockZone(client)
  const zone = wanted ?? stored
  if (zone !== stored) await storeZone(client, zone)
  const dayOf = dayIn(quote(zone))
  await client.query("set local work_mem = '128MB'")
  await client.query('analyze events')
  const real = await makeBeside(client)
  await countEvents(
    {
      client,
      fresh: `(select *, ${dayOf('at')} as day from events) as stored`,
      earlier: '(select * from events where false) as e',
      dayOf,
    },
    say,
  )
  let wrong = 0
  for (const table of ROLLUPS) {
    if (table.name === DAILY.table) {
      // Reads all events, so before writes of users wait; and it locks last logins, so not earlier.
      await beforeLogins?.()
      await setLastLogins(client, 'events', registry)
      say?.('Counting users.')
      await client.query(
        `lock table daily_changes, ${real(table.name)} in share row exclusive mode`,
      )
      await foldUserCounts(client, real(table.name))
      await countUsers(client, everyUser(registry), zone)
    }
    wrong += await exchange(client, table, real(table.name))
  }
  return wrong
}

/**
 * Creates an empty temporary table of each rollup's name. PostgreSQL finds those first, so the same SQL writes into
 * them. Returns how the real ones are named meanwhile.
 */
async function makeBeside(client: ClientBase): Promise<(table: string) => string> {
  const { rows } = await client.query<{ schema: string }>(
    'select quote_ident(current_schema()) as schema',
  )
  const real = (table: string) => `${rows[0]?.schema ?? 'public'}.${table}`
  // No other index than the one that finds conflicts: the rest costs more than it saves.
  for (const { name, keys } of ROLLUPS)
    await client.query(
      `create temp table ${name} (like ${real(name)} including defaults) on commit drop;
       create unique index on ${name} (${keys.join(', ')})`,
    )
  return real
}

/** Makes a real table equal to the one beside it, and drops that. Returns how many rows differed. */
async function exchange(client: ClientBase, { name, keys }: Rollup, real: string): Promise<number> {
  const made = `pg_temp.${name}`
  await client.query(`analyze ${made}`)
  const isSameKey = keys.map((key) => `m.${key} = r.${key}`).join(' and ')
  const deleted = await client.query(
    `delete from ${real} r where not exists (
       select from ${made} m where ${isSameKey} and row(m.*) is not distinct from row(r.*)
     )`,
  )
  const added = await client.query(
    `insert into ${real} select * from ${made} m
     where not exists (select from ${real} r where ${isSameKey})`,
  )
  await client.query(`drop table ${made}`)
  await client.query(`analyze ${real}`)
  return Math.max(deleted.rowCount ?? 0, added.rowCount ?? 0)
}

/** Rebuilds everything, by days of the stored zone. Returns how many rows were wrong. */
export function rebuildAlone(connection: Connection, options: RebuildOptions): Promise<number> {
  return inLongTransaction(connection, (client) => rebuild(client, options))
}

/** Makes this the zone of all days and rebuilds everything. Returns the zone before. */
export function moveToZone(
  connection: Connection,
  zone: string,
  options: RebuildOptions,
): Promise<string> {
  return inLongTransaction(connection, async (client) => {
    const before = await lockZone(client)
    if (before !== zone) await rebuild(client, { ...options, zone })
    return before
  })
}

/**
 * Runs `work` in a transaction without the limits of requests, on a connection of its own. The signal closes the
 * connection at once, which takes everything back.
 */
export async function inLongTransaction<T>(
  connection: Connection,
  work: (client: ClientBase) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const client = await connectAlone(connection)
  const stop = () => void client.end()
  signal?.addEventListener('abort', stop)
  try {
    // Temporary tables may take this much memory; PostgreSQL takes the setting before the first of them only.
    await client.query("set temp_buffers = '128MB'")
    await client.query(`begin; ${WITHOUT_LIMITS}`)
    const result = await work(client)
    await client.query('commit')
    return result
  } finally {
    signal?.removeEventListener('abort', stop)
    await client.end()
  }
}
