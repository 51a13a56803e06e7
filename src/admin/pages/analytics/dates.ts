import { translate } from '#admin/format/translate.ts'
import {
  addDays,
  type Day,
  type DayRange,
  DEFAULT_DAYS,
  EARLIEST_DAY,
  isDay,
  lengthOf,
  MAX_DAYS,
  rangeOf,
} from '#contract/insight/days.ts'

/** The stretches that are offered beside the two dates; an address names them, and they go on with the days. */
export const RANGE_LABELS = {
  last7days: 'Last 7 days',
  last30days: 'Last 30 days',
  last90days: 'Last 90 days',
  thisMonth: 'This month',
  lastMonth: 'Last month',
  thisYear: 'This year',
  last12months: 'Last 12 months',
} as const
export type RangeName = keyof typeof RANGE_LABELS
export const RANGES = Object.keys(RANGE_LABELS) as RangeName[]
export const USUAL_RANGE: RangeName = 'last30days'

/** The days that a stretch stands for, seen from today. */
export function daysFor(name: RangeName, today: Day): DayRange {
  switch (name) {
    case 'last90days':
      return { start: addDays(today, -89), end: today }
    case 'thisYear':
      return { start: `${today.slice(0, 4)}-01-01`, end: today }
    case 'last12months':
      return { start: addDays(yearBefore(today), 1), end: today }
    default:
      return rangeOf(name, today)
  }
}

/** Whether both dates are days that somebody may mean; a year that is being typed begins small: 0002, 0020. */
export function isTyped({ start, end }: DayRange): boolean {
  return [start, end].every((day) => isDay(day) && day >= EARLIEST_DAY)
}

/** What an address asks for: a stretch by its name, or dates, which count when both are there. */
export interface AskedRange {
  range?: RangeName | undefined
  start?: Day | undefined
  end?: Day | undefined
}

/** The stretch that is asked for; undefined when dates are. */
export function nameAsked({ range, start, end }: AskedRange): RangeName | undefined {
  return start === undefined && end === undefined ? (range ?? USUAL_RANGE) : undefined
}

/** The range that is asked for: what an address leaves out is filled in, so that it is 30 days up to today. */
export function rangeAsked(asked: AskedRange, today: Day): DayRange {
  const name = nameAsked(asked)
  if (name) return daysFor(name, today)
  const { start, end } = asked
  const last = end ?? today
  return { start: start ?? addDays(last, 1 - DEFAULT_DAYS), end: last }
}

/** Why a range is refused, in a sentence; undefined when it is fine. */
export function problemOf(range: DayRange): string | undefined {
  if (!(isDay(range.start) && isDay(range.end))) return translate('Choose a start and an end date.')
  if (range.start < EARLIEST_DAY || range.end < EARLIEST_DAY)
    return translate('Choose dates from 1900 on.')
  const days = lengthOf(range)
  if (days < 1) return translate('The start date must not be after the end date.')
  if (days > MAX_DAYS)
    return translate('Choose at most {count} days; this is {days}.', {
      count: MAX_DAYS,
      days,
    })
  return undefined
}

/** The same day a year before; 29 February has none and becomes the 28th. */
function yearBefore(day: Day): Day {
  const before = `${String(Number(day.slice(0, 4)) - 1).padStart(4, '0')}${day.slice(4)}`
  return isDay(before) ? before : `${before.slice(0, 8)}28`
}
