import type { ClientBase } from 'pg'
import { quote } from '#server/db/json-sql.ts'
import type { Tx } from '#server/db/pool.ts'
import type { Data, Stored } from '#server/records/shape.ts'
import { addTo, type Into } from './add-to.ts'
import { DAILY } from './fact-totals.ts'
import { dayIn } from './source.ts'
import { KEPT_ZONE } from './zone.ts'

/** The segment of those whose record names none. */
const NO_SEGMENT = 'unspecified'

/** SQL of the segment in the data of a user. */
export function segmentIn(data: string): string {
  return `coalesce(${data} ->> 'segment', ${quote(NO_SEGMENT)})`
}

/**
 * Counts all users into a `daily` that has none of them. Takes the SQL of all that there are and were. Nobody may write
 * users meanwhile.
 */
export function countUsers(into: Into, users: string, zone: string): Promise<void> {
  const day = dayIn(quote(zone))
  const count = (metric: string, instant: string, dim: string, where = 'true') =>
    `select '${metric}' as metric, ${day(instant)} as day, ${dim} as dim, count(*) as n, 0 as amount
     from ${users} where ${where} group by 2, 3`
  const changes = `${count('created', 'created_at', "''")}
    union all ${count('deleted', 'deleted_at', "''", 'deleted_at is not null')}
    union all ${count('living', 'created_at', segmentIn('data'), 'deleted_at is null')}`
  return addTo(into, { changes }, DAILY)
}

/** A write of a user: the record before it and after it, which is also the last of a deleted one. */
export interface UserWrite {
  before: Stored | undefined
  record: Stored
  action: 'create' | 'update' | 'delete' | 'restore'
}

/** What writes of users change of the counters. */
export function countersOf(writes: readonly UserWrite[]): readonly CounterChange[] {
  return writes.flatMap(countersOfOne)
}

/**
 * Keeps the users' counters with writes, in their transaction and after the records were written. They are appended:
 * in the rows of `daily` all who create and delete on a day would wait for each other's commit.
 */
export async function countUserWrites(tx: Tx, changes: readonly CounterChange[]): Promise<void> {
  if (changes.length === 0) return
  const day = dayIn(`coalesce(${KEPT_ZONE}, 'UTC')`)
  await tx.query(
    `insert into daily_changes (metric, day, dim, n)
     select metric, ${day('at')}, dim, sum(n)
     from unnest($1::text[], $2::timestamptz[], $3::text[], $4::int[]) as c(metric, at, dim, n)
     group by 1, 2, 3 having sum(n) <> 0`,
    [0, 1, 2, 3].map((column) => changes.map((change) => change[column])),
  )
}

/** So many appended changes are added to `daily` at a time. */
const MOST_FOLDED = 10_000

/** Whether any were appended. */
export async function hasUserCounts(client: Pick<ClientBase, 'query'>): Promise<boolean> {
  const { rows } = await client.query('select from daily_changes limit 1')
  return rows.length > 0
}

/** For whoever has locked the table. */
export const ALL_OF_THEM = 2_000_000_000

/** Adds what was appended to `daily`: some of it, and what nobody else is adding. */
export function foldUserCounts(
  client: ClientBase,
  { of, most = MOST_FOLDED }: Pick<Into, 'of'> & { most?: number } = {},
): Promise<void> {
  return addTo(
    { client, ...(of && { of }) },
    {
      through: [
        `taken as (
           delete from daily_changes where ctid = any(array(
             select ctid from daily_changes limit ${most} for update skip locked
           )) returning metric, day, dim, n
         )`,
      ],
      changes: 'select metric, day, dim, n, 0 as amount from taken',
    },
    DAILY,
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
