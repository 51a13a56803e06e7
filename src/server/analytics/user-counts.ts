import type { ClientBase } from 'pg'
import type { Resource } from '#model/resource.ts'
import { quote } from '#server/db/json-sql.ts'
import type { Tx } from '#server/db/pool.ts'
import { type Stored, shapeOf, tableName, withErased } from '#server/records/shape.ts'
import { ALL, addTo, dayIn } from './rollups.ts'
import { STORED_ZONE } from './zone.ts'

function usersOf(registry: readonly Resource[]): Resource {
  const users = registry.find(({ name }) => name === 'users')
  if (!users) throw new Error("The registry has no resource 'users', which events need.")
  return users
}

export function usersTable(registry: readonly Resource[]): string {
  return tableName(usersOf(registry))
}

/** Returns the SQL of all users, including deleted and erased ones, for a `from`. */
export function everyUser(registry: readonly Resource[]): string {
  return `(${withErased(usersOf(registry))}) as every_user`
}

/** Returns where last sign-ins are stored: a table, and its column besides the user's `id`. */
export function lastLogins(registry: readonly Resource[]): { table: string; column: string } {
  const { kept, keptTable: table } = shapeOf(usersOf(registry))
  const column = kept.find(({ path }) => path === 'lastLogin')?.name
  if (column === undefined) throw new Error("The resource 'users' has no time 'lastLogin'.")
  return { table, column }
}

/**
 * Sets last sign-ins from the sign-ins among these events, unless a later one is known. A time in the future, from a
 * clock that is ahead, becomes the current time. The version of the record does not change.
 */
export async function setLastLogins(
  client: ClientBase,
  events: string,
  registry: readonly Resource[],
): Promise<void> {
  const { table, column } = lastLogins(registry)
  await client.query(
    `with sign_ins as (
       select user_id, least(max(at), now()) as at
       from ${events} where type = 'user_signed_in' group by user_id
     )
     insert into ${table} as k (id, ${column})
     select u.id, s.at from sign_ins s join ${usersTable(registry)} u on u.id = s.user_id
     where u.deleted_at is null order by u.id
     on conflict (id) do update set ${column} = excluded.${column}
       where k.${column} is null or k.${column} < excluded.${column}`,
  )
}

/** The segment of users whose record has none. */
const NO_SEGMENT = 'unspecified'

/** Returns the SQL of the segment in the data of a user. */
export function segmentIn(data: string): string {
  return `coalesce(${data} ->> 'segment', ${quote(NO_SEGMENT)})`
}

/**
 * Counts all users, including deleted ones, into a `daily` that has no counts of users. No user may be written at the
 * same time.
 */
export function countUsers(
  client: ClientBase,
  registry: readonly Resource[],
  zone: string,
): Promise<void> {
  const day = dayIn(quote(zone))
  const count = (metric: string, instant: string, dim: string, where = 'true') =>
    `select '${metric}' as metric, ${day(instant)} as day, ${dim} as dim, count(*) as n, 0 as amount
     from ${everyUser(registry)} where ${where} group by 2, 3`
  const changes = `${count('created', 'created_at', "''")}
    union all ${count('deleted', 'deleted_at', "''", 'deleted_at is not null')}
    union all ${count('living', 'created_at', segmentIn('data'), 'deleted_at is null')}`
  return addTo(client, { changes, into: { daily: ALL } })
}

/**
 * Adds the counters of `daily_changes` to `daily`, for the transaction that holds the reporting time zone.
 * @param schema of `daily`; without it the search path finds the table.
 */
export function foldUserCounts(client: ClientBase, schema?: string): Promise<void> {
  const steps = ['taken as (delete from daily_changes returning metric, day, dim, n)']
  const changes = 'select metric, day, dim, n, 0 as amount from taken'
  return addTo(client, { steps, changes, into: { daily: ALL } }, schema)
}

/** A write of a user: the record before it, if any, and after it. Deletion also changes the record. */
interface UserWrite {
  before: Stored | undefined
  record: Stored
  action: 'create' | 'update' | 'delete' | 'restore'
}

/**
 * Appends the changes of user counters, in the transaction of the writes and after them. Writes to `daily` itself would
 * wait for other transactions that create or delete users of the same day.
 */
export async function countUserWrites(tx: Tx, writes: readonly UserWrite[]): Promise<void> {
  const changes = writes.flatMap(({ before, record, action }) =>
    action === 'update' && before && segmentOf(before) === segmentOf(record)
      ? []
      : [
          ...(before ? countersOf(before, action === 'restore', -1) : []),
          ...countersOf(record, action === 'delete', 1),
        ],
  )
  if (changes.length === 0) return
  await tx.query(
    `insert into daily_changes (metric, day, dim, n)
     select metric, ${dayIn(STORED_ZONE)('at')}, dim, sum(n)
     from unnest($1::text[], $2::timestamptz[], $3::text[], $4::int[]) as c(metric, at, dim, n)
     group by 1, 2, 3 having sum(n) <> 0`,
    [0, 1, 2, 3].map((column) => changes.map((change) => change[column])),
  )
}

/** Returns the counters that include a user. A deleted record was last changed by its deletion. */
function countersOf(record: Stored, isDeleted: boolean, n: 1 | -1) {
  const { createdAt, updatedAt } = record
  return [
    ['created', createdAt, '', n],
    isDeleted ? ['deleted', updatedAt, '', n] : ['living', createdAt, segmentOf(record), n],
  ]
}

function segmentOf({ data: { segment } }: Stored): string {
  return typeof segment === 'string' ? segment : NO_SEGMENT
}
