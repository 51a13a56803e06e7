import { addDays, type Day, type DayRange } from '#contract/insight/days.ts'

/** The whole months of a range: from the first day of the first until the day after the last; none: equal. */
export function wholeMonths({ start, end }: DayRange): { from: Day; until: Day } {
  const from = start.endsWith('-01') ? start : firstOfNextMonth(start)
  const next = addDays(end, 1)
  const until = next.endsWith('-01') ? next : `${end.slice(0, 8)}01`
  return from < until ? { from, until } : { from: start, until: start }
}

function firstOfNextMonth(day: Day): Day {
  const inNext = addDays(`${day.slice(0, 8)}01`, 31)
  return `${inNext.slice(0, 8)}01`
}
