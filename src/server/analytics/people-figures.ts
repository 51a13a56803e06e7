import { addDays, type Day, type DayRange, daysOf, mondayOf } from '#contract/days.ts'
import { asAt, type FigurePeriod, lateComers, type PartialDay } from './partial-day.ts'
import { percent, type ReadRows } from './sums.ts'

/*
 * Who was active, off day_pairs: the number of people who were active on `day`, and before that last on
 * `prev_day`. A person is counted once in a range by their first day in it, whose prev_day lies before it.
 */

const pairs = (partialDay: PartialDay | undefined) => asAt('day_pairs', partialDay, lateComers)

// `first`: of these, the people who had not been active before in the range.
const active = (partialDay: PartialDay | undefined) => `
  select day - $1::date as at,
    sum(n::int) as active,
    coalesce(sum(n::int) filter (where prev_day < $1::date), 0) as first
  from ${pairs(partialDay)} where day between $1::date and $2::date
  group by day`

export interface ActivePeople {
  /** Distinct people of the range. */
  inRange: number
  /** Daily active users: one entry for each day of the range. */
  byDay: number[]
}

/** The active people of a range, and day by day. */
export async function activePeople(read: ReadRows, range: FigurePeriod): Promise<ActivePeople> {
  const rows = await read<{ at: number; active: number; first: number }>(active(range.partialDay), [
    range.start,
    range.end,
  ])
  const by = new Map(rows.map(({ at, active: n }) => [at, n]))
  return {
    inRange: rows.reduce((sum, { first }) => sum + first, 0),
    byDay: daysOf(range).map((_, at) => by.get(at) ?? 0),
  }
}

const ACTIVE_DAYS = `
  select count(distinct day) as n from day_pairs where day between $1::date and $2::date`

/** On how many days of a range anybody was active. */
export async function activeDays(read: ReadRows, { start, end }: DayRange): Promise<number> {
  const rows = await read<{ n: number }>(ACTIVE_DAYS, [start, end])
  return rows[0]?.n ?? 0
}

// Week 0 begins on $1. `retained`: of the people of a week, those who were active in the week before it.
const byWeek = (partialDay: PartialDay | undefined) => `
  select week,
    coalesce(sum(n::int) filter (where prev_day < monday), 0) as active,
    coalesce(sum(n::int) filter (where prev_day < monday and prev_day >= monday - 7), 0) as retained
  from (
    select (day - $1::date) / 7 as week, day - (day - $1::date) % 7 as monday, prev_day, n
    from ${pairs(partialDay)} where day between $1::date and $2::date
  ) as pairs
  group by week`

export interface Retention {
  weeks: { week: Day; rate: number | null }[]
  /** Of all these weeks together. */
  rate: number | null
}

/** Weekly retention: the whole weeks whose Sunday lies in the range, by their Monday. */
export async function retention(
  read: ReadRows,
  { start, end, partialDay }: FigurePeriod,
): Promise<Retention> {
  const first = mondayOf(start)
  const weeks = daysOf({ start: first, end: addDays(end, -6) }).filter((_, at) => at % 7 === 0)
  const last = weeks.at(-1)
  if (last === undefined) return { weeks: [], rate: null }
  const rows = await read<{ week: number; active: number; retained: number }>(byWeek(partialDay), [
    addDays(first, -7),
    addDays(last, 6),
  ])
  const by = new Map(rows.map((row) => [row.week, row]))
  const counts = weeks.map((_, at) => ({
    again: by.get(at + 1)?.retained ?? 0,
    before: by.get(at)?.active ?? 0,
  }))
  return {
    weeks: weeks.map((week, at) => ({
      week,
      rate: percent(counts[at]?.again ?? 0, counts[at]?.before ?? 0),
    })),
    rate: percent(
      counts.reduce((sum, { again }) => sum + again, 0),
      counts.reduce((sum, { before }) => sum + before, 0),
    ),
  }
}
