import {
  addDays,
  type Day,
  type DayRange,
  daysOf,
  mondayOf,
  previousRange,
} from '#contract/insight/days.ts'
import type { Reader } from './reader.ts'
import { percent } from './sums.ts'

/*
 * Who was active, off day_pairs: the number of people who were active on `day`, and before that last on
 * `prev_day`. A person is counted once in a range by their first day in it, whose prev_day lies before it.
 */

const ACTIVE = `
  select day - $1::date as at, sum(n::int) as active
  from day_pairs where day between $1::date and $2::date
  group by day`

/** Daily active users: one entry for each day of the range. */
export async function activeByDay(reader: Reader, range: DayRange): Promise<number[]> {
  const rows = await reader.rows<{ at: number; active: number }>(ACTIVE, [range.start, range.end])
  const by = new Map(rows.map(({ at, active }) => [at, active]))
  return daysOf(range).map((_, at) => by.get(at) ?? 0)
}

// `first`: of these, the people who had not been active before in the same period.
const ACTIVE_IN_PERIODS = `
  select day - $2::date as at,
    sum(n::int) as active,
    coalesce(sum(n::int) filter (
      where prev_day < case when day < $2::date then $1::date else $2::date end
    ), 0) as first
  from day_pairs where day between $1::date and $3::date
  group by day`

export interface ActivePeople {
  /** Distinct people of the range. */
  inRange: number
  /** Distinct people of as many days directly before. */
  before: number
  /** Daily active users of the range. */
  byDay: number[]
}

/** The active people of a range, of the period before it, and day by day. */
export async function activePeople(reader: Reader, range: DayRange): Promise<ActivePeople> {
  const rows = await reader.rows<{ at: number; active: number; first: number }>(ACTIVE_IN_PERIODS, [
    previousRange(range).start,
    range.start,
    range.end,
  ])
  const by = new Map(rows.map(({ at, active }) => [at, active]))
  const distinct = (isMeant: (at: number) => boolean) =>
    rows.filter(({ at }) => isMeant(at)).reduce((sum, { first }) => sum + first, 0)
  return {
    inRange: distinct((at) => at >= 0),
    before: distinct((at) => at < 0),
    byDay: daysOf(range).map((_, at) => by.get(at) ?? 0),
  }
}

// Week 0 begins on $1. `retained`: of the people of a week, those who were active in the week before it.
const ACTIVE_BY_WEEK = `
  select week,
    coalesce(sum(n::int) filter (where prev_day < monday), 0) as active,
    coalesce(sum(n::int) filter (where prev_day < monday and prev_day >= monday - 7), 0) as retained
  from (
    select (day - $1::date) / 7 as week, day - (day - $1::date) % 7 as monday, prev_day, n
    from day_pairs where day between $1::date and $2::date
  ) as pairs
  group by week`

/** Weekly retention: the whole weeks whose Sunday lies in the range, by their Monday. */
export async function retention(
  reader: Reader,
  { start, end }: DayRange,
): Promise<{ week: Day; rate: number | null }[]> {
  const first = mondayOf(start)
  const weeks = daysOf({ start: first, end: addDays(end, -6) }).filter((_, at) => at % 7 === 0)
  const last = weeks.at(-1)
  if (last === undefined) return []
  const rows = await reader.rows<{ week: number; active: number; retained: number }>(
    ACTIVE_BY_WEEK,
    [addDays(first, -7), addDays(last, 6)],
  )
  const by = new Map(rows.map((row) => [row.week, row]))
  return weeks.map((week, at) => ({
    week,
    rate: percent(by.get(at + 1)?.retained ?? 0, by.get(at)?.active ?? 0),
  }))
}
