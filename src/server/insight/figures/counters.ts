import { type DayRange, daysOf } from '#contract/insight/days.ts'
import type { Reader } from './reader.ts'
import { runningSums } from './sums.ts'

/* Counters of days, off `daily`. */

const BY_DIMENSION = `
  select dim, sum(n)::bigint as n
  from daily where metric = $1 and day between $2::date and $3::date
  group by dim having sum(n) > 0`

/** How often each kind of a counter occurred in the range. */
export async function countBy(
  reader: Reader,
  metric: 'session' | 'feature',
  range: DayRange,
): Promise<Map<string, number>> {
  return toMap(await reader.rows(BY_DIMENSION, [metric, range.start, range.end]))
}

const LIVING = `
  select dim, sum(n)::bigint as n
  from daily where metric = 'living' and day <= $1::date
  group by dim having sum(n) > 0`

/** The users that exist now and were created until the end of the range, by segment. */
export async function livingBySegment(
  reader: Reader,
  { end }: DayRange,
): Promise<Map<string, number>> {
  return toMap(await reader.rows(LIVING, [end]))
}

function toMap(rows: readonly { dim: string; n: number }[]): Map<string, number> {
  return new Map(rows.map(({ dim, n }) => [dim, n]))
}

const USERS = `
  select metric, greatest(day - $1::date, -1) as at, sum(n)::bigint as n
  from daily where metric in ('created', 'deleted') and day <= $2::date
  group by 1, 2`

export interface UserDays {
  /** Accounts that existed at the end of each day of the range. */
  totals: number[]
  /** Accounts created on each day of the range. */
  created: number[]
}

/** How many users there were and became, day by day. */
export async function userDays(reader: Reader, range: DayRange): Promise<UserDays> {
  const rows = await reader.rows<{ metric: string; at: number; n: number }>(USERS, [
    range.start,
    range.end,
  ])
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

const PROGRESS = `
  select greatest(day - $1::date, -1) as at, sum(amount)::bigint as n
  from daily where metric = 'progress' and day <= $2::date
  group by 1`

/** The percent points of all protocol enrolments together, by the end of each day of the range. */
export async function progressUntil(reader: Reader, range: DayRange): Promise<number[]> {
  const rows = await reader.rows<{ at: number; n: number }>(PROGRESS, [range.start, range.end])
  return runningSums(new Map(rows.map(({ at, n }) => [at, n])), range)
}
