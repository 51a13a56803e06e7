import { translate } from '#admin/translate.ts'
import {
  addDays,
  type Day,
  type DayRange,
  DEFAULT_DAYS,
  defaultRange,
  EARLIEST_DAY,
  isDay,
  lengthOf,
  MAX_DAYS,
  rangeOf,
} from '#contract/insight/days.ts'

/** The stretches that are offered beside the two dates, seen from today. */
export const PRESETS: readonly { label: string; of: (today: Day) => DayRange }[] = [
  { label: 'Last 7 days', of: (today) => rangeOf('last7days', today) },
  { label: 'Last 30 days', of: defaultRange },
  { label: 'Last 90 days', of: (today) => ({ start: addDays(today, -89), end: today }) },
  { label: 'This month', of: (today) => rangeOf('thisMonth', today) },
  { label: 'Last month', of: (today) => rangeOf('lastMonth', today) },
  { label: 'This year', of: (today) => ({ start: `${today.slice(0, 4)}-01-01`, end: today }) },
  {
    label: 'Last 12 months',
    of: (today) => ({ start: addDays(yearBefore(today), 1), end: today }),
  },
]

/** Whether both dates are days that somebody may mean; a year that is being typed begins small: 0002, 0020. */
export function isTyped({ start, end }: DayRange): boolean {
  return [start, end].every((day) => isDay(day) && day >= EARLIEST_DAY)
}

/** The range that is asked for: what an address leaves out is filled in, so that it is 30 days up to today. */
export function rangeAsked(
  { start, end }: { start?: string | undefined; end?: string | undefined },
  today: Day,
): DayRange {
  if (start === undefined && end === undefined) return defaultRange(today)
  const last = end ?? today
  return { start: start ?? (isDay(last) ? addDays(last, 1 - DEFAULT_DAYS) : ''), end: last }
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
      count: MAX_DAYS.toLocaleString('en'),
      days: days.toLocaleString('en'),
    })
  return undefined
}

/** The same day a year before; 29 February has none and becomes the 28th. */
function yearBefore(day: Day): Day {
  const before = `${String(Number(day.slice(0, 4)) - 1).padStart(4, '0')}${day.slice(4)}`
  return isDay(before) ? before : `${before.slice(0, 8)}28`
}
