import type { ClientBase } from 'pg'
import type { Resource } from '#model/resource.ts'
import { quote } from '#server/db/json-sql.ts'
import { WITHOUT_LIMITS } from '#server/db/locks.ts'
import { type Connection, connectAlone } from '#server/db/pool.ts'
import type { Store } from '#server/services.ts'
import { countEvents, dayIn, SUM_TABLES } from './rollups.ts'
import { countUsers, foldUserCounts, lastLogins, setLastLogins } from './user-counts.ts'
import { lockZone, ZONE_MARK } from './zone.ts'

interface RebuildOptions {
  registry: readonly Resource[]
  /** The new zone of days; by default the stored one. */
  zone?: string | undefined
  say?(line: string): void
  /** Runs before the last sign-ins are set. */
  beforeLogins?(): Promise<void>
}

/** The tables that are computed from events and users, with their keys. */
const TABLES: readonly (readonly [table: string, keys: readonly string[]])[] = [
  ['user_days', ['user_id', 'day']],
  ['app_sessions', ['id', 'user_id']],
  ['assignments', ['subject_id', 'user_id', 'kind']],
  ['reviews', ['mentor_id', 'user_id']],
  ...Object.entries(SUM_TABLES).map(([table, { keys }]) => [table, keys] as const),
]

/**
 * Computes all rollups and last sign-ins from the stored events and the users, in the caller's transaction. Readers see
 * the old figures until the commit. Counting of events waits for it, and writes of users wait once users are counted.
 * Returns the number of wrong rows.
 */
export async function rebuild(
  client: ClientBase,
  { registry, zone: wanted, say, beforeLogins }: RebuildOptions,
): Promise<number> {
  const stored = await lockZone(client)
  const zone = wanted ?? stored
  if (zone !== stored)
    await client.query('update marks set value = $2 where name = $1', [ZONE_MARK, zone])
  const dayOf = dayIn(quote(zone))
  await client.query("set local work_mem = '128MB'")
  await client.query('analyze events')
  const schema = await createTemporaryTables(client)
  const fresh = `(select *, ${dayOf('at')} as day from events) as stored`
  const earlier = '(select * from events where false) as e'
  await countEvents(client, { fresh, earlier, dayOf }, say)
  let wrong = 0
  for (const [table, keys] of TABLES)
    if (table !== 'daily') wrong += await replaceRows(client, table, keys, schema)
  // Reads all events, so it comes before the lock on user writes. Locks last sign-ins, so it does not come earlier.
  await beforeLogins?.()
  await setLastLogins(client, 'events', registry)
  say?.('Counting users.')
  await client.query(`lock table daily_changes, ${schema}.daily in share row exclusive mode`)
  await foldUserCounts(client, schema)
  await countUsers(client, registry, zone)
  return wrong + (await replaceRows(client, 'daily', SUM_TABLES.daily.keys, schema))
}

/**
 * Creates an empty temporary table of each rollup's name. PostgreSQL finds these first, so the same SQL fills them.
 * Returns the schema of the real tables.
 */
async function createTemporaryTables(client: ClientBase): Promise<string> {
  const { rows } = await client.query('select quote_ident(current_schema()) as schema')
  const schema = String(rows[0].schema)
  // Creates only the index that finds conflicts. The others cost more than they save.
  for (const [table, keys] of TABLES)
    await client.query(
      `create temp table ${table} (like ${schema}.${table} including defaults) on commit drop;
       create unique index on ${table} (${keys.join(', ')})`,
    )
  return schema
}

/** Makes a table equal to the temporary one, and drops the temporary one. Returns the number of rows that differed. */
async function replaceRows(
  client: ClientBase,
  table: string,
  keys: readonly string[],
  schema: string,
): Promise<number> {
  const [made, real] = [`pg_temp.${table}`, `${schema}.${table}`]
  const isSameKey = keys.map((key) => `m.${key} = r.${key}`).join(' and ')
  await client.query(`analyze ${made}`)
  const deleted = await client.query(
    `delete from ${real} r where not exists (
       select from ${made} m where ${isSameKey} and row(m.*) is not distinct from row(r.*)
     )`,
  )
  const added = await client.query(
    `insert into ${real} select * from ${made} m
     where not exists (select from ${real} r where ${isSameKey})`,
  )
  await client.query(`drop table ${made}; analyze ${real}`)
  return Math.max(deleted.rowCount ?? 0, added.rowCount ?? 0)
}

/** Rebuilds everything, by days of the stored zone. Returns the number of wrong rows. */
export function rebuildAlone(connection: Connection, options: RebuildOptions): Promise<number> {
  return inLongTransaction(connection, (client) => rebuild(client, options))
}

/** Makes this the zone of all days and rebuilds everything. Returns the previous zone. */
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
 * Deletes the events of one token for which that was requested, and rebuilds all figures, in one transaction. Returns
 * whether there was one.
 */
export async function takeBackNext(
  { pool, connection }: Pick<Store, 'pool' | 'connection'>,
  registry: readonly Resource[],
  signal?: AbortSignal,
): Promise<boolean> {
  const nextToken = async (client: Pick<ClientBase, 'query'>) => {
    const { rows } = await client.query<{ id: string }>(
      `select id from service_tokens
       where take_back_at is not null and taken_back_at is null order by take_back_at limit 1`,
    )
    return rows[0]?.id
  }
  if (!(await nextToken(pool))) return false
  const work = async (client: ClientBase) => {
    await lockZone(client)
    // Another server may have been faster.
    const token = await nextToken(client)
    if (!token) return
    await client.query('delete from event_batches where token_id = $1', [token])
    const { rows } = await client.query<{ user: string; at: string }>(
      `with gone as (
         delete from events where token_id = $1 returning user_id, type, at
       ),
       counted as (
         update service_tokens set events = 0, taken_back_at = now(),
           taken_back = taken_back + (select count(*) from gone)
         where id = $1
       )
       select user_id as user, max(at)::text as at from gone where type = 'user_signed_in' group by 1`,
      [token],
    )
    // A last sign-in that these events set goes back to the last session. Other events may set a later one.
    const beforeLogins = async () => {
      const { table, column } = lastLogins(registry)
      await client.query(
        `update ${table} k set ${column} =
           (select max(s.created_at) from sessions s where s.user_id = k.id)
         from unnest($1::uuid[], $2::timestamptz[]) as gone(id, at)
         where k.id = gone.id and k.${column} <= gone.at`,
        [rows.map(({ user }) => user), rows.map(({ at }) => at)],
      )
    }
    await rebuild(client, { registry, beforeLogins })
  }
  await inLongTransaction(connection, work, signal)
  return true
}

/**
 * Runs `work` in a transaction without the limits of requests, on a connection of its own. The signal closes the
 * connection at once, which rolls everything back.
 */
async function inLongTransaction<T>(
  connection: Connection,
  work: (client: ClientBase) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const client = await connectAlone(connection)
  const stop = () => void client.end()
  signal?.addEventListener('abort', stop)
  try {
    // Memory for temporary tables. It can be set only before the first of them.
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
