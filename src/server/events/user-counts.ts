import type { ClientBase } from 'pg'
import { quote } from '#server/db/json-sql.ts'
import type { Tx } from '#server/db/pool.ts'
import type { Data, Stored } from '#server/records/shape.ts'
import { dayIn } from './rollups/rollup-sql.ts'
import { addTo, DAILY } from './rollups/sum-tables.ts'
import { STORED_ZONE } from './zone.ts'

/** The segment of those whose record names none. */
const NO_SEGMENT = 'unspecified'

/** SQL of the segment in the data of a user. */
export function segmentIn(data: string): string {
  return `coalesce(${data} ->> 'segment', ${quote(NO_SEGMENT)})`
}

/**
 * Counts all users into a `daily` that has none of them. Takes their SQL, deleted ones included. Nobody may write users
 * meanwhile.
 */
export function countUsers(client: ClientBase, users: string, zone: string): Promise<void> {
  const day = dayIn(quote(zone))
  const count = (metric: string, instant: string, dim: string, where = 'true') =>
    `select '${metric}' as metric, ${day(instant)} as day, ${dim} as dim, count(*) as n, 0 as amount
     from ${users} where ${where} group by 2, 3`
  const changes = `${count('created', 'created_at', "''")}
    union all ${count('deleted', 'deleted_at', "''", 'deleted_at is not null')}
    union all ${count('living', 'created_at', segmentIn('data'), 'deleted_at is null')}`
  return addTo(client, { changes }, DAILY)
}

/** A write of a user: the record before it and after it, which is also the last of a deleted one. */
export interface UserWrite {
  before: Stored | undefined
  record: Stored
  action: 'create' | 'update' | 'delete' | 'restore'
}

/** Returns what writes of users change in the counters. */
export function countersOf(writes: readonly UserWrite[]): readonly CounterChange[] {
  return writes.flatMap(countersOfOne)
}

/**
 * Appends the changes of the users' counters, in the transaction of the writes and after them. In the rows of `daily`
 * all who create and delete users on one day would wait for each other's commit.
 */
export async function countUserWrites(tx: Tx, changes: readonly CounterChange[]): Promise<void> {
  if (changes.length === 0) return
  const day = dayIn(STORED_ZONE)
  await tx.query(
    `insert into daily_changes (metric, day, dim, n)
     select metric, ${day('at')}, dim, sum(n)
     from unnest($1::text[], $2::timestamptz[], $3::text[], $4::int[]) as c(metric, at, dim, n)
     group by 1, 2, 3 having sum(n) <> 0`,
    [0, 1, 2, 3].map((column) => changes.map((change) => change[column])),
  )
}

/**
 * Adds what was appended to `daily`, by the name of that table. Only for the transaction that holds the reporting time
 * zone.
 */
export function foldUserCounts(client: ClientBase, table = DAILY.table): Promise<void> {
  return addTo(
    client,
    {
      through: ['taken as (delete from daily_changes returning metric, day, dim, n)'],
      changes: 'select metric, day, dim, n, 0 as amount from taken',
    },
    { ...DAILY, table },
  )
}

export type CounterChange = [metric: string, instant: string, dim: string, n: number]

function countersOfOne({ before, record, action }: UserWrite): CounterChange[] {
  const was = action === 'create' || action === 'restore' ? undefined : before
  const [from, to] = [
    was && segmentOf(was.data),
    action === 'delete' ? undefined : segmentOf(record.data),
  ]
  const changes: CounterChange[] = []
  if (action === 'create') changes.push(['created', record.createdAt, '', 1])
  if (action === 'delete') changes.push(['deleted', record.updatedAt, '', 1])
  // A deleted record was last changed by its deletion.
  if (action === 'restore' && before) changes.push(['deleted', before.updatedAt, '', -1])
  if (from !== to && from !== undefined) changes.push(['living', record.createdAt, from, -1])
  if (from !== to && to !== undefined) changes.push(['living', record.createdAt, to, 1])
  return changes
}

function segmentOf({ segment }: Data): string {
  return typeof segment === 'string' ? segment : NO_SEGMENT
}
