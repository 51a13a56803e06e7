import { COMPLETION_DAYS } from '#contract/charts.ts'
import { addDays, type Day, type DayRange, daysOf, lastOfMonth } from '#contract/days.ts'
import type { SubjectKind } from '#contract/events.ts'
import { describe } from '#model/describe.ts'
import type { Resource } from '#model/resource.ts'
import { textIn } from '#server/db/json-sql.ts'
import { withErased } from '#server/records/shape.ts'
import { assignmentPairs, daily, type FigurePeriod, lateAssignments } from './partial-day.ts'
import { eachDay, mean, percent, type ReadRows, runningSums, sum } from './stats.ts'

/** Returns what was assigned in the range, how much of this was completed by its end, and what was assigned each day. */
export async function assignments(read: ReadRows, kind: SubjectKind, period: FigurePeriod) {
  const rows = await read<{ at: number; n: number; completed: number }>(
    `select assigned_day - $2::date as at, sum(n::int) as n,
       coalesce(sum(n::int) filter (where completed_day <= $3::date), 0) as completed
     from ${assignmentPairs(kind, period)}
     where kind = $1 and assigned_day between $2::date and $3::date group by assigned_day`,
    [kind, period.start, period.end],
  )
  return {
    totalAssigned: sum(rows.map(({ n }) => n)),
    totalCompleted: sum(rows.map(({ completed }) => completed)),
    byDay: eachDay(rows, period, ({ n }) => n),
  }
}

export interface Assigned {
  totalAssigned: number
  totalCompleted: number
}

export function assignedFigures({ totalAssigned, totalCompleted }: Assigned) {
  return { totalAssigned, totalCompleted }
}

export function missionFigures({ totalAssigned, totalCompleted }: Assigned) {
  return { totalAssigned, totalCompleted, completionRate: percent(totalCompleted, totalAssigned) }
}

/**
 * Returns for each day of the range: of what was assigned in the COMPLETION_DAYS up to it, the share completed by its
 * end. What was assigned or completed on a day comes in, and what was assigned too long ago goes out. Later completions
 * are in the share of no day.
 */
export async function completionRates(
  read: ReadRows,
  kind: SubjectKind,
  period: FigurePeriod,
): Promise<{ date: Day; rate: number | null }[]> {
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

/** Returns the average progress of all protocol enrolments at the end of each day. */
export async function averageProgress(read: ReadRows, period: FigurePeriod) {
  const untilEachDay = (metric: 'progress' | 'assigned', sum: 'n' | 'amount', dim: string) =>
    // From `daily`, which has one row a day. Pairs have a row for each day of completion, too.
    read<{ at: number; n: number }>(
      `select greatest(day - $1::date, -1) as at, sum(${sum})::bigint as n
       from ${daily(metric, period)}
       where metric = $2 and dim = $3 and day <= $4::date group by 1`,
      [period.start, metric, dim, period.end],
    ).then((rows) => runningSums(rows, period, ({ n }) => n))
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

interface Counts {
  assignedCount: number
  completedCount: number
}

/**
 * Returns what was assigned in the range and how much of this was completed by its end, by a property with choices (all
 * of them, in their order) and by a free text (those that occur). The properties are those that a mission or protocol has
 * now, or had when it was deleted or erased. A resource that has left the registry has no counts.
 */
export async function subjectCounts(
  read: ReadRows,
  kind: keyof typeof COUNTED_BY,
  registry: readonly Resource[],
  period: FigurePeriod,
): Promise<{ byChoice: [string, Counts][]; byText: [string, Counts][] }> {
  const { of, choice, text } = COUNTED_BY[kind]
  const resource = registry.find(({ name }) => name === of)
  if (!resource) return { byChoice: [], byText: [] }
  const months = wholeMonths(period)
  const rows = await read<Row>(subjectSql(kind, resource, period), [
    kind,
    period.start,
    period.end,
    months.from,
    months.until,
  ])
  const byChoice = countsBy(rows, 'choice')
  const none = { assignedCount: 0, completedCount: 0 }
  return {
    byChoice: choicesOf(resource, choice).map((one) => [one, byChoice.get(one) ?? none]),
    byText: text ? [...countsBy(rows, 'text')] : [],
  }
}

interface Row extends Counts {
  choice: string | null
  text: string | null
}

/** Reads whole months [$4, $5) as months, so that a long range costs little more than two months in days. */
function subjectSql(
  kind: keyof typeof COUNTED_BY,
  resource: Resource,
  { partialDay }: FigurePeriod,
): string {
  const { choice, text } = COUNTED_BY[kind]
  const days = 'select subject_id, n, completed_day from assignment_days where kind = $1'
  const late = partialDay
    ? `union all select subject_id, n, completed_day
       from (${lateAssignments(kind, partialDay)}) as late where assigned_day >= $2::date`
    : ''
  return `
  with parts as (
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
  group by 1, 2 having sum(assigned) > 0`
}

function countsBy(rows: readonly Row[], key: 'choice' | 'text'): Map<string, Counts> {
  const counts = new Map<string, Counts>()
  for (const { [key]: value, assignedCount, completedCount } of rows) {
    if (value === null) continue
    const sums = counts.get(value) ?? { assignedCount: 0, completedCount: 0 }
    sums.assignedCount += assignedCount
    sums.completedCount += completedCount
    counts.set(value, sums)
  }
  return counts
}

/** Returns the values that a property may have, in their order; none without the resource. */
export function choicesOf(resource: Resource | undefined, path: string): string[] {
  const described = resource && describe(resource.row, path)
  return (described?.choices ?? []).map(({ value }) => value)
}

/** Returns the whole months of a range, from their first day until the day after the last; equal days when it has none. */
function wholeMonths({ start, end }: DayRange): { from: Day; until: Day } {
  const from = start.endsWith('-01') ? start : addDays(lastOfMonth(start), 1)
  const next = addDays(end, 1)
  const until = next.endsWith('-01') ? next : `${end.slice(0, 8)}01`
  return from < until ? { from, until } : { from: start, until: start }
}
