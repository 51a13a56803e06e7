import { daysOf } from '#contract/days.ts'
import {
  asAt,
  type Cut,
  latePoints,
  lateUsers,
  lateUses,
  type Stretch,
  sessionsByThen,
} from './cut.ts'
import type { Reader } from './figure-reader.ts'
import { runningSums } from './sums.ts'

/* Counters of days, off `daily`. */

const CHANGES = { session: sessionsByThen, feature: lateUses } as const

const byDimension = (metric: keyof typeof CHANGES, cut: Cut | undefined) => `
  select dim, sum(n)::bigint as n
  from ${asAt('daily', cut, CHANGES[metric])} where metric = $1 and day between $2::date and $3::date
  group by dim having sum(n) > 0`

/** How often each kind of a counter occurred in the range. */
export async function countBy(
  reader: Reader,
  metric: keyof typeof CHANGES,
  range: Stretch,
): Promise<Map<string, number>> {
  return toMap(await reader.rows(byDimension(metric, range.cut), [metric, range.start, range.end]))
}

const living = (users: string, cut: Cut | undefined) => `
  select dim, sum(n)::bigint as n
  from ${asAt('user_counters', cut, (at) => lateUsers(users, at))} where metric = 'living' and day <= $1::date
  group by dim having sum(n) > 0`

/** The users that exist now and were created until the end of the range, by segment. */
export async function livingBySegment(
  reader: Reader,
  users: string,
  { end, cut }: Stretch,
): Promise<Map<string, number>> {
  return toMap(await reader.rows(living(users, cut), [end]))
}

function toMap(rows: readonly { dim: string; n: number }[]): Map<string, number> {
  return new Map(rows.map(({ dim, n }) => [dim, n]))
}

const byDay = (users: string, cut: Cut | undefined) => `
  select metric, greatest(day - $1::date, -1) as at, sum(n)::bigint as n
  from ${asAt('user_counters', cut, (at) => lateUsers(users, at))} where metric in ('created', 'deleted') and day <= $2::date
  group by 1, 2`

export interface UserDays {
  /** Accounts that existed at the end of each day of the range. */
  totals: number[]
  /** Accounts created on each day of the range. */
  created: number[]
}

/** How many users there were and became, day by day. */
export async function userDays(reader: Reader, users: string, range: Stretch): Promise<UserDays> {
  const rows = await reader.rows<{ metric: string; at: number; n: number }>(
    byDay(users, range.cut),
    [range.start, range.end],
  )
  const of = (metric: string) => rows.filter((row) => row.metric === metric)
  const created = new Map(of('created').map(({ at, n }) => [at, n]))
  const deleted = new Map(of('deleted').map(({ at, n }) => [at, n]))
  let total = (created.get(-1) ?? 0) - (deleted.get(-1) ?? 0)
  const totals = daysOf(range).map((_, at) => {
    total += (created.get(at) ?? 0) - (deleted.get(at) ?? 0)
    return total
  })
  return { totals, created: daysOf(range).map((_, at) => created.get(at) ?? 0) }
}

const points = (cut: Cut | undefined) => `
  select greatest(day - $1::date, -1) as at, sum(amount)::bigint as n
  from ${asAt('daily', cut, latePoints)} where metric = 'progress' and day <= $2::date
  group by 1`

/** The percent points of all protocol enrolments together, by the end of each day of the range. */
export async function progressUntil(reader: Reader, range: Stretch): Promise<number[]> {
  const rows = await reader.rows<{ at: number; n: number }>(points(range.cut), [
    range.start,
    range.end,
  ])
  return runningSums(new Map(rows.map(({ at, n }) => [at, n])), range)
}
