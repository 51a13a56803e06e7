import { addDays, type Day, type DayRange, daysOf, mondayOf } from '#contract/days.ts'
import { compareTexts } from '#model/text-order.ts'
import { daily, dayPairs, type FigurePeriod, type Metric, userCounters } from './partial-day.ts'

/* Figures of a period, from the roll-up tables. Widgets, analytics and exports share them. */

/** Runs a statement of figures. Days go in as texts and come out as numbers of days. */
export type ReadRows = <Row extends object>(
  sql: string,
  values: readonly unknown[],
) => Promise<Row[]>

/** The days of the figures, and the days they are compared with. */
export interface Asked {
  range: FigurePeriod
  before: FigurePeriod
}

/** Reads a value for the range and for the range before it. Its figures of that are their `previous`. */
export async function compare<T, R extends object>(
  { range, before }: Asked,
  read: (period: FigurePeriod) => Promise<T>,
  figures: (value: T) => R,
) {
  const [now, then] = await Promise.all([read(range), read(before)])
  return { now, figures: { ...figures(now), previous: figures(then) } }
}

/**
 * Returns the distinct active users of a range, and of each day. day_pairs has the number of users who were active on
 * `day`, and before that last on `prev_day`: a user counts in a range on the first day in it, whose prev_day is before it.
 */
export async function activeUsers(read: ReadRows, period: FigurePeriod) {
  const rows = await read<{ at: number; n: number; first: number }>(
    `select day - $1::date as at, sum(n::int) as n,
       coalesce(sum(n::int) filter (where prev_day < $1::date), 0) as first
     from ${dayPairs(period)} where day between $1::date and $2::date group by day`,
    [period.start, period.end],
  )
  return {
    activeUsers: sum(rows.map(({ first }) => first)),
    byDay: eachDay(rows, period, ({ n }) => n),
  }
}

/** Returns the number of days of a range on which any user was active. */
export async function activeDays(read: ReadRows, { start, end }: DayRange): Promise<number> {
  const [row] = await read<{ n: number }>(
    'select count(distinct day) as n from day_pairs where day between $1::date and $2::date',
    [start, end],
  )
  return row?.n ?? 0
}

/**
 * Returns weekly retention: of the users of a week, the share who came again in the next week. Has the whole weeks whose
 * Sunday is in the range, by their Monday, and the rate of all of them together.
 */
export async function retention(
  read: ReadRows,
  period: FigurePeriod,
): Promise<{ weeks: { week: Day; rate: number | null }[]; rate: number | null }> {
  const first = mondayOf(period.start)
  const mondays = daysOf({ start: first, end: addDays(period.end, -6) }).filter(
    (_, at) => at % 7 === 0,
  )
  const last = mondays.at(-1)
  if (last === undefined) return { weeks: [], rate: null }
  // Week 0 is the one before the first. `retained`: its users who were active in the week before it.
  const rows = await read<{ week: number; active: number; retained: number }>(
    `select week,
       coalesce(sum(n::int) filter (where prev_day < monday), 0) as active,
       coalesce(sum(n::int) filter (where prev_day < monday and prev_day >= monday - 7), 0) as retained
     from (
       select (day - $1::date) / 7 as week, day - (day - $1::date) % 7 as monday, prev_day, n
       from ${dayPairs(period)} where day between $1::date and $2::date
     ) as pairs
     group by week`,
    [addDays(first, -7), addDays(last, 6)],
  )
  const by = new Map(rows.map((row) => [row.week, row]))
  const again = mondays.map((_, at) => by.get(at + 1)?.retained ?? 0)
  const active = mondays.map((_, at) => by.get(at)?.active ?? 0)
  return {
    weeks: mondays.map((week, at) => ({ week, rate: percent(again[at] ?? 0, active[at] ?? 0) })),
    rate: percent(sum(again), sum(active)),
  }
}

/** Returns the number of users at the end of each day of the range, and of users created on each day. */
export async function userDays(read: ReadRows, users: string, period: FigurePeriod) {
  const rows = await read<{ at: number; created: number; deleted: number }>(
    `select greatest(day - $1::date, -1) as at,
       coalesce(sum(n) filter (where metric = 'created'), 0)::bigint as created,
       coalesce(sum(n) filter (where metric = 'deleted'), 0)::bigint as deleted
     from ${userCounters(users, period)}
     where metric in ('created', 'deleted') and day <= $2::date group by 1`,
    [period.start, period.end],
  )
  return {
    totals: runningSums(rows, period, ({ created, deleted }) => created - deleted),
    created: eachDay(rows, period, ({ created }) => created),
  }
}

export function accountFigures({ totals, created }: Awaited<ReturnType<typeof userDays>>) {
  return { totalUsers: totals.at(-1) ?? 0, newUsers: sum(created.map(({ count }) => count)) }
}

/** Returns the users that exist now and were created until the end of the range, by segment. */
export async function livingBySegment(read: ReadRows, users: string, period: FigurePeriod) {
  const rows = await read<{ dim: string; n: number }>(
    `select dim, sum(n)::bigint as n from ${userCounters(users, period)}
     where metric = 'living' and day <= $1::date group by dim having sum(n) > 0`,
    [period.end],
  )
  return new Map(rows.map(({ dim, n }) => [dim, n]))
}

/** Returns how often each feature was used, or how many sessions of each length there were. */
export async function countBy(read: ReadRows, metric: Metric, period: FigurePeriod) {
  const rows = await read<{ dim: string; n: number }>(
    `select dim, sum(n)::bigint as n from ${daily(metric, period)}
     where metric = $1 and day between $2::date and $3::date group by dim having sum(n) > 0`,
    [metric, period.start, period.end],
  )
  return new Map(rows.map(({ dim, n }) => [dim, n]))
}

/* Arithmetic of figures. */

type NameCount = readonly [name: string, n: number]

/** Returns a share in percent with one decimal; null when `whole` is 0. */
export function percent(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((1000 * part) / whole) / 10
}

/** Returns the mean of `count` values with this sum, with one decimal; null when there are none. */
export function mean(total: number, count: number): number | null {
  return count === 0 ? null : Math.round((10 * total) / count) / 10
}

export function sum(values: Iterable<number>): number {
  let total = 0
  for (const value of values) total += value
  return total
}

/** Sorts by count, the most first, and equal counts by name, so that the order is always the same. */
export function mostFirst(counts: readonly NameCount[]): NameCount[] {
  return counts.toSorted(
    ([one, n], [other, m]) =>
      m - n || compareTexts(one, other) || (one < other ? -1 : Number(one > other)),
  )
}

/**
 * Returns the first `most` counts. If there are more, their sum follows under the name `rest`. A count that has this
 * name itself is part of that sum, so that no name comes twice.
 */
export function withRest(
  counts: readonly NameCount[],
  most: number,
  rest: string,
): readonly NameCount[] {
  if (counts.length <= most) return counts
  const named = counts.filter(([name]) => name !== rest).slice(0, most)
  const total = (list: typeof counts) => sum(list.map(([, n]) => n))
  return [...named, [rest, total(counts) - total(named)]]
}

/** The number of a day: 0 is the first day of a range, and less is before it. */
interface OfDay {
  at: number
}

/** Returns each day of the range with its count. */
export function eachDay<R extends OfDay>(
  rows: readonly R[],
  range: DayRange,
  countOf: (row: R) => number,
) {
  const by = new Map(rows.map((row) => [row.at, countOf(row)]))
  return daysOf(range).map((date, at) => ({ date, count: by.get(at) ?? 0 }))
}

/** Returns the sums up to each day of the range. A day may have several rows. */
export function runningSums<R extends OfDay>(
  rows: readonly R[],
  range: DayRange,
  numberOf: (row: R) => number,
): number[] {
  const by = new Map<number, number>()
  for (const row of rows) {
    const at = Math.max(row.at, 0)
    by.set(at, (by.get(at) ?? 0) + numberOf(row))
  }
  let total = 0
  return daysOf(range).map((_, at) => {
    total += by.get(at) ?? 0
    return total
  })
}
