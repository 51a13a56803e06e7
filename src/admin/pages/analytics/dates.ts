import { translate } from '#admin/format/translate.ts'
import {
  addDays,
  type Day,
  type DayRange,
  EARLIEST_DAY,
  isDay,
  lengthOf,
  MAX_DAYS,
  rangeOf,
} from '#contract/days.ts'

/** Named ranges beside the two dates. The address contains the name, so the range moves with the current day. */
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

export function daysFor(name: RangeName, today: Day): DayRange {
  switch (name) {
    case 'last90days':
      return { start: addDays(today, -89), end: today }
    case 'thisYear':
      return { start: `${today.slice(0, 4)}-01-01`, end: today }
    case 'last12months':
      return { start: addDays(today, -364), end: today }
    default:
      return rangeOf(name, today)
  }
}

export function problemOf(range: DayRange): string | undefined {
  if (!(isDay(range.start) && isDay(range.end))) return translate('Choose a start and an end date.')
  if (range.start < EARLIEST_DAY || range.end < EARLIEST_DAY)
    return translate('Choose dates in or after 1900.')
  const days = lengthOf(range)
  if (days < 1) return translate('The start date must not be after the end date.')
  if (days <= MAX_DAYS) return undefined
  return translate('Choose at most {count} days. This range has {days}.', { count: MAX_DAYS, days })
}
