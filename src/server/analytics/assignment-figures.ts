import { COMPLETION_DAYS } from '#contract/charts.ts'
import { addDays, type Day, type DayRange, daysOf, lastOfMonth } from '#contract/days.ts'
import { describe } from '#model/describe.ts'
import type { Resource } from '#model/resource.ts'
import { textIn } from '#server/db/json-sql.ts'
import { withErased } from '#server/records/shape.ts'
import {
  asAt,
  type FigurePeriod,
  lateAssignments,
  lateCounts,
  type PartialDay,
} from './partial-day.ts'
import { percent, type ReadRows, runningSums } from './sums.ts'

/* Assignments over all missions, protocols or mentors, off assignment_pairs and `daily`. */

export type Kind = 'mission' | 'protocol' | 'mentor'

const pairs = (kind: Kind, partialDay: PartialDay | undefined) =>
  asAt(
    'assignment_pairs',
    partialDay,
    (at) =>
      `select kind, assigned_day, completed_day, n from (${lateAssignments(kind, at)}) as late`,
  )

const inRange = (kind: Kind, partialDay: PartialDay | undefined) => `
  select assigned_day - $2::date as at,
    sum(n::int) as assigned,
    coalesce(sum(n::int) filter (where completed_day <= $3::date), 0) as completed
  from ${pairs(kind, partialDay)} where kind = $1 and assigned_day between $2::date and $3::date
  group by assigned_day`

export interface Counts {
  assigned: number
  completed: number
}

export interface Assignments {
  /** Assigned in the range, and of these completed by its end. */
  inRange: Counts
  /** Assigned on each day of the range. */
  byDay: number[]
}

export async function assignments(
  read: ReadRows,
  kind: Kind,
  range: FigurePeriod,
): Promise<Assignments> {
  const rows = await read<Counts & { at: number }>(inRange(kind, range.partialDay), [
    kind,
    range.start,
    range.end,
  ])
  const by = new Map(rows.map(({ at, assigned }) => [at, assigned]))
  return { inRange: total(rows), byDay: daysOf(range).map((_, at) => by.get(at) ?? 0) }
}

function total(rows: readonly Counts[]): Counts {
  const sum = { assigned: 0, completed: 0 }
  for (const { assigned, completed } of rows) {
    sum.assigned += assigned
    sum.completed += completed
  }
  return sum
}

// Completions later than COMPLETION_DAYS after the assignment are in the share of no day. `leaving`: those
// of this day's assignments, which leave the share with them; `done`: completions on this day.
const steps = (kind: Kind, partialDay: PartialDay | undefined) => `
  with pairs as materialized (
    select assigned_day - $2::date as assigned_at, completed_day, n::int as n,
      completed_day < assigned_day + ${COMPLETION_DAYS} as is_seen
    from ${pairs(kind, partialDay)}
    where kind = $1 and assigned_day between $2::date - ${COMPLETION_DAYS - 1} and $3::date
  )
  select assigned_at as at, sum(n) as assigned, sum(n) filter (where is_seen) as leaving, null as done
  from pairs group by assigned_at
  union all
  select completed_day - $2::date, null, null, sum(n)
  from pairs where is_seen and completed_day <= $3::date group by completed_day`

/**
 * For each day of the range: of what was assigned in the COMPLETION_DAYS up to it, the share completed by
 * its end. From one day to the next, what was assigned or completed comes in, and what was assigned too
 * long ago goes out.
 */
export async function completionRates(
  read: ReadRows,
  kind: Kind,
  range: FigurePeriod,
): Promise<{ date: Day; rate: number | null }[]> {
  const rows = await read<{
    at: number
    assigned: number | null
    leaving: number | null
    done: number | null
  }>(steps(kind, range.partialDay), [kind, range.start, range.end])
  const whole = new Map<number, number>()
  const part = new Map<number, number>()
  const add = (sums: Map<number, number>, at: number, n: number | null) =>
    // What comes before the range is there when it begins.
    sums.set(Math.max(0, at), (sums.get(Math.max(0, at)) ?? 0) + (n ?? 0))
  for (const { at, assigned, leaving, done } of rows) {
    add(whole, at, assigned)
    add(part, at, done)
    add(whole, at + COMPLETION_DAYS, -(assigned ?? 0))
    add(part, at + COMPLETION_DAYS, -(leaving ?? 0))
  }
  const wholes = runningSums(whole, range)
  const parts = runningSums(part, range)
  return daysOf(range).map((date, at) => ({ date, rate: percent(parts[at] ?? 0, wholes[at] ?? 0) }))
}

// Off a row a day: of the pairs there are as many more as completions are spread over days.
const untilDays = (partialDay: PartialDay | undefined) => `
  select greatest(day - $2::date, -1) as at, sum(n)::bigint as n
  from ${asAt('daily', partialDay, lateCounts)}
  where metric = 'assigned' and dim = $1 and day <= $3::date
  group by 1`

/** How many assignments there were by the end of each day of the range, since ever. */
export async function assignedUntil(
  read: ReadRows,
  kind: Kind,
  range: FigurePeriod,
): Promise<number[]> {
  const rows = await read<{ at: number; n: number }>(untilDays(range.partialDay), [
    kind,
    range.start,
    range.end,
  ])
  return runningSums(new Map(rows.map(({ at, n }) => [at, n])), range)
}

/* Assignments by properties of their missions and protocols, from assignment_days and assignment_months. */

/**
 * The properties of missions and protocols that assignments are counted by. Erasing a record keeps them
 * (history/erase.ts), so no figure changes.
 */
export const COUNTED_BY = {
  'missions/templates': { choice: 'difficulty', text: 'type' },
  'protocols/templates': { choice: 'targetLevel', text: undefined },
} as const

/** The same by the name of any resource. */
export function countedBy(resource: string): string[] {
  const found = Object.entries(COUNTED_BY).find(([name]) => name === resource)
  return found ? Object.values(found[1]).filter((path) => path !== undefined) : []
}

export interface Sums {
  assignedCount: number
  completedCount: number
}

/** What was assigned in a range, and of this completed by its end. */
export interface SubjectSums {
  /** By a property with choices: each of these, in their order. */
  byChoice: [choice: string, Sums][]
  /** By a property of free text: those that occur. */
  byText: [text: string, Sums][]
}

/**
 * Returns a reader of assignments by properties that their missions or protocols have now, or had when they were
 * deleted or erased. A resource that has left the registry has none.
 */
export function subjectReader(
  read: ReadRows,
  kind: Kind,
  resource: Resource | undefined,
  { choice, text }: { choice: string; text: string | undefined },
) {
  const choices = choicesOf(resource, choice)

  return async (range: FigurePeriod): Promise<SubjectSums> => {
    const months = wholeMonths(range)
    const values = [kind, range.start, range.end, months.from, months.until]
    const rows = resource
      ? await read<Row>(
          statement({ kind, resource, choice, text, partialDay: range.partialDay }),
          values,
        )
      : []
    const byChoice = sumsBy(rows, (row) => row.choice)
    const none = { assignedCount: 0, completedCount: 0 }
    return {
      byChoice: choices.map((one) => [one, byChoice.get(one) ?? none]),
      byText: [...sumsBy(rows, (row) => row.text)],
    }
  }
}

interface Row {
  choice: string | null
  text: string | null
  assigned: number
  completed: number
}

/** Whole months are read as months, so that a long range costs little more than two months in days. */
function statement({
  kind,
  resource,
  choice,
  text,
  partialDay,
}: {
  kind: Kind
  resource: Resource
  choice: string
  text: string | undefined
  partialDay: PartialDay | undefined
}): string {
  const late = partialDay
    ? `union all
    select subject_id, n, case when completed_day <= $3::date then n else 0 end
    from (${lateAssignments(kind, partialDay)}) as late where assigned_day >= $2::date`
    : ''
  return `
  with parts as (
    -- Assigned in whole months [$4, $5); completed before $5 ...
    select subject_id, n::int as assigned,
      case when completed_month < $5::date then n::int else 0 end as completed
    from assignment_months
    where kind = $1 and assigned_month >= $4::date and assigned_month < $5::date
    union all
    -- ... or from then on until the end of the range.
    select subject_id, 0, n::int from assignment_days
    where kind = $1 and completed_day between $5::date and $3::date
      and assigned_day >= $4::date and assigned_day < $5::date
    union all
    -- Assigned on the days before the whole months, and after them.
    select subject_id, n::int, case when completed_day <= $3::date then n::int else 0 end
    from assignment_days
    where kind = $1 and assigned_day >= $2::date and assigned_day < $4::date
    union all
    select subject_id, n::int, case when completed_day <= $3::date then n::int else 0 end
    from assignment_days
    where kind = $1 and assigned_day between $5::date and $3::date
    ${late}
  ), subjects as (
    select subject_id, sum(assigned) as assigned, sum(completed) as completed
    from parts group by subject_id
  )
  select ${textIn('data', choice)} as choice,
    ${text === undefined ? 'null' : textIn('data', text)} as text,
    sum(assigned)::bigint as assigned, sum(completed)::bigint as completed
  from subjects join (${withErased(resource)}) as s on id = subject_id
  group by 1, 2 having sum(assigned) > 0`
}

/** Records without the property are in no sum. */
function sumsBy(rows: readonly Row[], keyOf: (row: Row) => string | null): Map<string, Sums> {
  const sums = new Map<string, Sums>()
  for (const row of rows) {
    const key = keyOf(row)
    if (key === null) continue
    const { assignedCount, completedCount } = sums.get(key) ?? {
      assignedCount: 0,
      completedCount: 0,
    }
    sums.set(key, {
      assignedCount: assignedCount + row.assigned,
      completedCount: completedCount + row.completed,
    })
  }
  return sums
}

/** The values that a property may have, in their order; none without the resource. */
export function choicesOf(resource: Resource | undefined, path: string): string[] {
  const described = resource && describe(resource.row, path)
  return (described?.choices ?? []).map(({ value }) => value)
}

/** The whole months of a range: from the first day of the first until the day after the last; none: equal. */
function wholeMonths({ start, end }: DayRange): { from: Day; until: Day } {
  const from = start.endsWith('-01') ? start : addDays(lastOfMonth(start), 1)
  const next = addDays(end, 1)
  const until = next.endsWith('-01') ? next : `${end.slice(0, 8)}01`
  return from < until ? { from, until } : { from: start, until: start }
}
