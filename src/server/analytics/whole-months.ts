import { addDays, type Day, type DayRange, lastOfMonth } from '#contract/days.ts'

/** The whole months of a range: from the first day of the first until the day after the last; none: equal. */
export function wholeMonths({ start, end }: DayRange): { from: Day; until: Day } {
  const from = start.endsWith('-01') ? start : addDays(lastOfMonth(start), 1)
  const next = addDays(end, 1)
  const until = next.endsWith('-01') ? next : `${end.slice(0, 8)}01`
  return from < until ? { from, until } : { from: start, until: start }
}
