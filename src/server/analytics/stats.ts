import { COMPLETION_DAYS } from '#contract/charts.ts'
import { addDays, type Day, type DayRange, daysOf, lastOfMonth, mondayOf } from '#contract/days.ts'
import type { SubjectKind } from '#contract/events.ts'
import { describe } from '#model/describe.ts'
import type { Resource } from '#model/resource.ts'
import { compareTexts } from '#model/search.ts'
import { textIn } from '#server/db/json-sql.ts'
import { withErased } from '#server/records/shape.ts'
import {
  assignmentPairs,
  daily,
  dayPairs,
  type FigurePeriod,
  lateAssignments,
  type Metric,
  userCounters,
} from './partial-day.ts'

/* Figures of a period, from the roll-up tables. Widgets, analytics and exports share them. */

/** Runs a statement of figures. Parameters have days as texts, results have them as numbers. */
export type ReadRows = <Row extends object>(
  sql: string,
  values: readonly unknown[],
) => Promise<Row[]>

/** The days of the figures, and those they are compared with. */
export interface Asked {
  range: FigurePeriod
  before: FigurePeriod
}

/** Reads a value for the range and for the previous range, whose figures become `previous`. */
export async function compare<T, R extends object>(
  { range, before }: Asked,
  read: (period: FigurePeriod) => Promise<T>,
  figures: (value: T) => R,
) {
  const [now, then] = await Promise.all([read(range), read(before)])
  return { now, figures: { ...figures(now), previous: figures(then) } }
}

/**
 * Returns the number of distinct active users of a range, and of each day. day_pairs has the number of users who were
 * active on `day` and last before that on `prev_day`. A user counts once in a range: on the day whose prev_day is
 * before the range.
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
 * Returns weekly retention: the share of a week's users who came again in the next week. Includes the whole weeks whose
 * Sunday is in the range, by their Monday, and the rate over all of them.
 */
export async function retention(read: ReadRows, period: FigurePeriod) {
  const first = mondayOf(period.start)
  const mondays = daysOf({ start: first, end: addDays(period.end, -6) }).filter(
    (_, at) => at % 7 === 0,
  )
  // Week 0 is the one before the first. `retained` are the users who were also active in the week before.
  const rows = await read<{ week: number; active: number; retained: number }>(
    `select week,
       coalesce(sum(n::int) filter (where prev_day < monday), 0) as active,
       coalesce(sum(n::int) filter (where prev_day < monday and prev_day >= monday - 7), 0) as retained
     from (
       select (day - $1::date) / 7 as week, day - (day - $1::date) % 7 as monday, prev_day, n
       from ${dayPairs(period)} where day between $1::date and $2::date
     ) as pairs
     group by week`,
    [addDays(first, -7), addDays(mondays.at(-1) ?? first, 6)],
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
  const totals = runningSums(rows, period, ({ created, deleted }) => created - deleted)
  const created = eachDay(rows, period, ({ created }) => created)
  const newUsers = sum(created.map(({ count }) => count))
  return { totals, created, figures: { totalUsers: totals.at(-1) ?? 0, newUsers } }
}

/** Returns the number of users, by segment, that exist now and were created until the end of the range. */
export async function livingBySegment(read: ReadRows, users: string, period: FigurePeriod) {
  const rows = await read<{ dim: string; n: number }>(
    `select dim, sum(n)::bigint as n from ${userCounters(users, period)}
     where metric = 'living' and day <= $1::date group by dim having sum(n) > 0`,
    [period.end],
  )
  return new Map(rows.map(({ dim, n }) => [dim, n]))
}

/** Returns the number of uses of each feature, or of sessions of each length. */
export async function countBy(read: ReadRows, metric: Metric, period: FigurePeriod) {
  const rows = await read<{ dim: string; n: number }>(
    `select dim, sum(n)::bigint as n from ${daily(metric, period)}
     where metric = $1 and day between $2::date and $3::date group by dim having sum(n) > 0`,
    [metric, period.start, period.end],
  )
  return new Map(rows.map(({ dim, n }) => [dim, n]))
}

/**
 * Returns the number of assignments in the range, how many of them were completed by its end, and the assignments of
 * each day.
 */
export async function assignments(read: ReadRows, kind: SubjectKind, period: FigurePeriod) {
  const rows = await read<{ at: number; n: number; completed: number }>(
    `select assigned_day - $2::date as at, sum(n::int) as n,
       coalesce(sum(n::int) filter (where completed_day <= $3::date), 0) as completed
     from ${assignmentPairs(kind, period)}
     where kind = $1 and assigned_day between $2::date and $3::date group by assigned_day`,
    [kind, period.start, period.end],
  )
  return {
    figures: {
      totalAssigned: sum(rows.map(({ n }) => n)),
      totalCompleted: sum(rows.map(({ completed }) => completed)),
    },
    byDay: eachDay(rows, period, ({ n }) => n),
  }
}

/**
 * Returns, for each day of the range, the share of assignments of the COMPLETION_DAYS up to it that were completed by
 * its end. Each day adds its assignments and completions, and removes assignments that are too old. A completion
 * COMPLETION_DAYS or more after its assignment never counts.
 */
export async function completionRates(read: ReadRows, kind: SubjectKind, period: FigurePeriod) {
  const rows = await read<{ at: number; assigned: number; completed: number }>(
    `with pairs as materialized (
       select assigned_day - $2::date as at, completed_day, n::int as n,
         case when completed_day < assigned_day + ${COMPLETION_DAYS} then n::int else 0 end as seen
       from ${assignmentPairs(kind, period)}
       where kind = $1 and assigned_day between $2::date - ${COMPLETION_DAYS - 1} and $3::date
     ), by_day as (
       select at, sum(n) as n, sum(seen) as seen from pairs group by at
     )
     select at, n as assigned, 0 as completed from by_day
     union all select at + ${COMPLETION_DAYS}, -n, -seen from by_day
     union all select completed_day - $2::date, 0, sum(seen) from pairs
       where seen <> 0 and completed_day <= $3::date group by completed_day`,
    [kind, period.start, period.end],
  )
  const assigned = runningSums(rows, period, (row) => row.assigned)
  const completed = runningSums(rows, period, (row) => row.completed)
  return daysOf(period).map((date, at) => ({
    date,
    rate: percent(completed[at] ?? 0, assigned[at] ?? 0),
  }))
}

/** Returns the average progress of all protocol enrollments at the end of each day. */
export async function averageProgress(read: ReadRows, period: FigurePeriod) {
  // Reads `daily`, which has one row a day. Pairs also have a row for each day of completion.
  const untilEachDay = async (metric: Metric, sum: 'n' | 'amount', dim: string) => {
    const rows = await read<{ at: number; n: number }>(
      `select greatest(day - $1::date, -1) as at, sum(${sum})::bigint as n
       from ${daily(metric, period)}
       where metric = $2 and dim = $3 and day <= $4::date group by 1`,
      [period.start, metric, dim, period.end],
    )
    return runningSums(rows, period, ({ n }) => n)
  }
  const [points, enrolled] = await Promise.all([
    untilEachDay('progress', 'amount', ''),
    untilEachDay('assigned', 'n', 'protocol'),
  ])
  return points.map((total, at) => mean(total, enrolled[at] ?? 0))
}

/**
 * The properties of missions and protocols that assignments are counted by. Erasing a record keeps them
 * (history/erase.ts), so no figure changes.
 */
const COUNTED_BY = {
  mission: { of: 'missions/templates', choice: 'difficulty', text: 'type' },
  protocol: { of: 'protocols/templates', choice: 'targetLevel', text: undefined },
} as const

export function countedBy(resource: string): string[] {
  const found = Object.values(COUNTED_BY).find(({ of }) => of === resource)
  return found ? [found.choice, found.text].filter((path) => path !== undefined) : []
}

/**
 * Returns the assignments of the range and how many of them were completed by its end, by a property with choices (all
 * of them, in order) and by a free text (those that occur). Uses the current properties of a mission or protocol, or
 * those at its deletion or erasure. A resource that is no longer in the registry has no counts.
 */
export async function subjectCounts(
  read: ReadRows,
  kind: keyof typeof COUNTED_BY,
  registry: readonly Resource[],
  period: FigurePeriod,
) {
  const { of, choice, text } = COUNTED_BY[kind]
  const resource = registry.find(({ name }) => name === of)
  if (!resource) return { byChoice: [], byText: [] }
  const days = 'select subject_id, n, completed_day from assignment_days where kind = $1'
  const late = period.partialDay
    ? `union all select subject_id, n, completed_day
       from (${lateAssignments(kind, period.partialDay)}) as late where assigned_day >= $2::date`
    : ''
  // Reads the whole months [$4, $5) from monthly sums, so that a long range costs little more than two months of days.
  const rows = await read<{
    choice: string | null
    text: string | null
    assignedCount: number
    completedCount: number
  }>(
    `with parts as (
       select subject_id, n::int as assigned,
         case when completed_month < $5::date then n::int else 0 end as completed
       from assignment_months
       where kind = $1 and assigned_month >= $4::date and assigned_month < $5::date
       union all
       -- Assigned in whole months, and completed after them.
       select subject_id, 0, n::int from assignment_days
       where kind = $1 and completed_day between $5::date and $3::date
         and assigned_day >= $4::date and assigned_day < $5::date
       union all
       -- Assigned on the days before the whole months, and after them.
       select subject_id, n::int, case when completed_day <= $3::date then n::int else 0 end
       from (
         ${days} and assigned_day >= $2::date and assigned_day < $4::date
         union all ${days} and assigned_day between $5::date and $3::date
         ${late}
       ) as days
     ), subjects as (
       select subject_id, sum(assigned) as assigned, sum(completed) as completed
       from parts group by subject_id
     )
     select ${textIn('data', choice)} as choice, ${text ? textIn('data', text) : 'null'} as text,
       sum(assigned)::bigint as "assignedCount", sum(completed)::bigint as "completedCount"
     from subjects join (${withErased(resource)}) as s on id = subject_id
     group by grouping sets ((1), (2)) having sum(assigned) > 0`,
    [kind, period.start, period.end, ...wholeMonths(period)],
  )
  const byChoice = new Map(rows.map(({ choice, text, ...counts }) => [choice, counts]))
  const none = { assignedCount: 0, completedCount: 0 }
  return {
    byChoice: choicesOf(resource, choice).map(
      (value) => [value, byChoice.get(value) ?? none] as const,
    ),
    byText: rows.flatMap(({ text, assignedCount }) =>
      text === null ? [] : [[text, assignedCount] as const],
    ),
  }
}

/** Returns the values that a property may have, in their order; none without the resource. */
export function choicesOf(resource: Resource | undefined, path: string): string[] {
  const described = resource && describe(resource.row, path)
  return (described?.choices ?? []).map(({ value }) => value)
}

/**
 * Returns the whole months of a range, from their first day until the day after the last; equal days if there are none.
 */
function wholeMonths({ start, end }: DayRange): [from: Day, until: Day] {
  const from = addDays(lastOfMonth(addDays(start, -1)), 1)
  const until = `${addDays(end, 1).slice(0, 8)}01`
  return from < until ? [from, until] : [start, start]
}

/* Arithmetic of figures. */

type NameCount = readonly [name: string, n: number]

/** Returns a share in percent with one decimal; null when `whole` is 0. */
export function percent(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((1000 * part) / whole) / 10
}

/** Returns the mean of `count` values with this sum, with one decimal; null when there are none. */
function mean(total: number, count: number): number | null {
  return count === 0 ? null : Math.round((10 * total) / count) / 10
}

export function sum(values: Iterable<number>): number {
  let total = 0
  for (const value of values) total += value
  return total
}

/** Sorts by count, highest first, and equal counts by name, so that the order is stable. */
export function mostFirst(counts: readonly NameCount[]): NameCount[] {
  return counts.toSorted(
    ([one, n], [other, m]) =>
      m - n || compareTexts(one, other) || (one < other ? -1 : Number(one > other)),
  )
}

/**
 * Returns the first `most` counts. If there are more, their sum follows under the name `rest`. A count with that name
 * is included in the sum, so that no name occurs twice.
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

/** A row of a day by its number: 0 is the first day of a range, and negative numbers are before it. */
interface OfDay {
  at: number
}

/** Returns each day of the range with its count. */
function eachDay<R extends OfDay>(
  rows: readonly R[],
  range: DayRange,
  countOf: (row: R) => number,
) {
  const by = new Map(rows.map((row) => [row.at, countOf(row)]))
  return daysOf(range).map((date, at) => ({ date, count: by.get(at) ?? 0 }))
}

/** Returns the sums up to each day of the range. A day may have several rows. */
function runningSums<R extends OfDay>(
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
