import { COMPLETION_DAYS } from '#contract/charts.ts'
import { type Day, daysOf } from '#contract/days.ts'
import { asAt, type Cut, lateAssignments, lateCounts, type Stretch } from './cut.ts'
import type { Reader } from './figure-reader.ts'
import { percent, runningSums } from './sums.ts'

/* Assignments over all missions, protocols or mentors, off assignment_pairs and `daily`. */

export type Kind = 'mission' | 'protocol' | 'mentor'

const pairs = (kind: Kind, cut: Cut | undefined) =>
  asAt(
    'assignment_pairs',
    cut,
    (at) =>
      `select kind, assigned_day, completed_day, n from (${lateAssignments(kind, at)}) as late`,
  )

const inRange = (kind: Kind, cut: Cut | undefined) => `
  select assigned_day - $2::date as at,
    sum(n::int) as assigned,
    coalesce(sum(n::int) filter (where completed_day <= $3::date), 0) as completed
  from ${pairs(kind, cut)} where kind = $1 and assigned_day between $2::date and $3::date
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
  reader: Reader,
  kind: Kind,
  range: Stretch,
): Promise<Assignments> {
  const rows = await reader.rows<Counts & { at: number }>(inRange(kind, range.cut), [
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
const steps = (kind: Kind, cut: Cut | undefined) => `
  with pairs as materialized (
    select assigned_day - $2::date as assigned_at, completed_day, n::int as n,
      completed_day < assigned_day + ${COMPLETION_DAYS} as is_seen
    from ${pairs(kind, cut)}
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
  reader: Reader,
  kind: Kind,
  range: Stretch,
): Promise<{ date: Day; rate: number | null }[]> {
  const rows = await reader.rows<{
    at: number
    assigned: number | null
    leaving: number | null
    done: number | null
  }>(steps(kind, range.cut), [kind, range.start, range.end])
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
const untilDays = (cut: Cut | undefined) => `
  select greatest(day - $2::date, -1) as at, sum(n)::bigint as n
  from ${asAt('daily', cut, lateCounts)}
  where metric = 'assigned' and dim = $1 and day <= $3::date
  group by 1`

/** How many assignments there were by the end of each day of the range, since ever. */
export async function assignedUntil(reader: Reader, kind: Kind, range: Stretch): Promise<number[]> {
  const rows = await reader.rows<{ at: number; n: number }>(untilDays(range.cut), [
    kind,
    range.start,
    range.end,
  ])
  return runningSums(new Map(rows.map(({ at, n }) => [at, n])), range)
}
