import { formatMonth, formatRange, formatShortDay } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import type { Chart, ChartValue } from '#contract/insight/charts.ts'
import {
  addDays,
  type Day,
  type DayRange,
  daysOf,
  isDay,
  lastOfMonth,
  lengthOf,
  mondayOf,
} from '#contract/insight/days.ts'
import type { Entry, Values } from './series.ts'

/** By what figures over time are shown. */
export type Grain = 'day' | 'week' | 'month'

/** Longer ranges than so many days are shown by week, and by month. */
const MOST_BY_DAY = 120
const MOST_BY_WEEK = 400

/** By what a range is shown. */
export function grainOf(range: DayRange): Grain {
  const days = lengthOf(range)
  return days > MOST_BY_WEEK ? 'month' : days > MOST_BY_DAY ? 'week' : 'day'
}

/**
 * Days put together as weeks or months, weeks as months: sums, means or the last of them, as ChartValue says.
 * A day that is not over is in no mean. A first or last one that the range holds only a part of says so.
 */
export function rollUp(
  { by, values }: Chart,
  entries: readonly Entry[],
  grain: Grain,
  isUnfinished: boolean,
): readonly Entry[] {
  if (grain === 'day' || by.kind === grain || !entries.every(({ key }) => isDay(key)))
    return entries
  const groups = new Map<Day, Entry[]>()
  for (const entry of entries) {
    const key = grain === 'week' ? mondayOf(entry.key) : `${entry.key.slice(0, 8)}01`
    groups.set(key, [...(groups.get(key) ?? []), entry])
  }
  const unfinished = isUnfinished ? entries.at(-1) : undefined
  return [...groups].map(([key, group]): Entry => {
    const days = spanOf(group, by.kind)
    const whole = { start: key, end: grain === 'week' ? addDays(key, 6) : lastOfMonth(key) }
    const isPartial = by.kind === 'day' && (days.start !== whole.start || days.end !== whole.end)
    const done = group.filter((entry) => entry !== unfinished)
    const make = (list: readonly Entry[], read: (entry: Entry) => Values | undefined) =>
      values.map((value, index) =>
        together(
          (value.over === 'mean' && done.length > 0
            ? list.filter((one) => done.includes(one))
            : list
          ).map((entry) => read(entry)?.[index] ?? null),
          value,
        ),
      )
    const earlier = group.flatMap(({ before }) => (before ? [before] : []))
    return {
      key,
      label: labelOf(grain, days, isPartial, whole),
      short: grain === 'week' ? formatShortDay(days.start) : formatMonth(key),
      values: make(group, (entry) => entry.values),
      before:
        earlier.length > 0
          ? {
              key: earlier[0]?.key ?? key,
              label: formatRange(spanOf(earlier, by.kind)),
              values: make(group, ({ before }) => before?.values),
            }
          : undefined,
      isPartial,
    }
  })
}

/** What a value is called once it is put together. */
export function measureOf({ label, over }: ChartValue, by: Grain, shown: Grain): string {
  const text = translate(label)
  if (by === shown || over === 'total') return text
  const ofMean = by === 'week' ? '{label}, mean of the weeks' : '{label}, mean of the days'
  return translate(over === 'mean' ? ofMean : '{label}, on the last day', { label: text })
}

function together(values: Values, { over }: ChartValue): number | null {
  const known = values.filter((value) => value !== null)
  const last = known.at(-1)
  if (last === undefined) return null
  if (over === 'level') return last
  const sum = known.reduce((total, value) => total + value, 0)
  return over === 'mean' ? Math.round((sum / known.length) * 10) / 10 : sum
}

function spanOf(list: readonly { key: string }[], kind: Chart['by']['kind']): DayRange {
  const [start, last] = [list[0]?.key ?? '', list.at(-1)?.key ?? '']
  return { start, end: kind === 'week' ? addDays(last, 6) : last }
}

function labelOf(grain: Grain, days: DayRange, isPartial: boolean, whole: DayRange): string {
  const text = grain === 'month' && !isPartial ? formatMonth(whole.start) : formatRange(days)
  if (!isPartial) return text
  return translate('{days} ({count} of {all} days)', {
    days: text,
    count: lengthOf(days),
    all: daysOf(whole).length,
  })
}
