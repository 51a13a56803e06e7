import { formatDay, formatShortDay, formatWeek } from '#admin/pages/insight/format.ts'
import { translate } from '#admin/translate.ts'
import type { Chart } from '#contract/insight/charts.ts'
import {
  addDays,
  type Day,
  type DayRange,
  isDay,
  lengthOf,
  previousRange,
} from '#contract/insight/days.ts'
import { humanise } from '#model/words.ts'
import type { Datum, Report } from './read-report.ts'

export type Values = readonly (number | null)[]

/** One entry of a chart with its words, and with the entry of the previous period that stands beside it. */
export interface Entry {
  key: string
  label: string
  /** For the ticks of an axis. */
  short: string
  values: Values
  before: { label: string; values: Values } | undefined
}

/** All that a chart shows: its picture, its table and its sentence are made of this. */
export interface Series {
  chart: Chart
  range: DayRange
  /** The previous period; undefined when nothing is compared. */
  beforeRange: DayRange | undefined
  entries: readonly Entry[]
  /** The last entry is a day or week that is not over: it counts less than it will. */
  isUnfinished: boolean
  /** Nothing happened: no counts but zero, or no rate at all. */
  isEmpty: boolean
}

/** Puts a chart together from its tab's figures, and from those of the previous period when they are compared. */
export function seriesOf(chart: Chart, now: Report, before?: Report): Series {
  const data = now.data[chart.key] ?? []
  const earlier = before && (before.data[chart.key] ?? [])
  const isOverTime = chart.by.kind === 'day' || chart.by.kind === 'week'
  const isUnfinished = isOverTime && endsToday(chart, data.at(-1)?.key, now.today)
  const found = isOverTime ? inTime(chart, data, earlier) : byKey(chart, data, earlier)
  const entries = found.map((entry, index) =>
    isUnfinished && index === found.length - 1 ? markUnfinished(entry) : entry,
  )
  return {
    chart,
    range: now.range,
    beforeRange: before?.range,
    entries,
    isUnfinished,
    isEmpty: !entries.some(({ values, before: other }) =>
      [...values, ...(other?.values ?? [])].some((value, index) =>
        isSomething(chart, value, index % chart.values.length),
      ),
    ),
  }
}

/**
 * Stands for the previous period while its figures are on the way: pictures and tables have its place already,
 * and nothing moves when it comes.
 */
export function pendingBefore({ range, timeZone, data }: Report): Report {
  const shift = -lengthOf(range)
  const before = (list: readonly Datum[] = []) =>
    list.map(({ key, values }) => ({
      key: isDay(key) ? addDays(key, shift) : key,
      values: values.map(() => null),
    }))
  return {
    range: previousRange(range),
    timeZone,
    data: Object.fromEntries(Object.entries(data).map(([key, list]) => [key, before(list)])),
  }
}

/** The words for a chart's key. */
export function labelOf({ by }: Chart, key: string): string {
  if (by.kind === 'day') return formatDay(key)
  if (by.kind === 'week') return isDay(key) ? formatWeek(key) : key
  if (key === '') return translate('Unknown')
  return by.kind === 'choice' ? translate(humanise(key)) : translate(key)
}

/** The values of one column, in the entries' order. */
export function columnOf(entries: readonly Entry[], index: number): Values {
  return entries.map(({ values }) => values[index] ?? null)
}

/** The last entry stands beside the last of the period before: both periods end at the same place. */
function inTime(chart: Chart, data: readonly Datum[], earlier?: readonly Datum[]): Entry[] {
  const shift = (earlier?.length ?? 0) - data.length
  return data.map((datum, index) => entryOf(chart, datum, earlier?.[index + shift]))
}

function endsToday({ by }: Chart, key: string | undefined, today: Day | undefined): boolean {
  if (!(key && today && isDay(key))) return false
  return (by.kind === 'week' ? addDays(key, 6) : key) >= today
}

function markUnfinished(entry: Entry): Entry {
  return { ...entry, label: translate('{day} (so far)', { day: entry.label }) }
}

/** What was there only before is shown as well, with nothing now. */
function byKey(chart: Chart, data: readonly Datum[], earlier?: readonly Datum[]): Entry[] {
  const none = chart.values.map(({ unit }) => (unit === 'percent' ? null : 0))
  const gone = (earlier ?? []).filter(({ key }) => !data.some((one) => one.key === key))
  return [...data, ...gone.map(({ key }) => ({ key, values: none }))].map((datum) =>
    entryOf(
      chart,
      datum,
      earlier && (earlier.find(({ key }) => key === datum.key) ?? { key: datum.key, values: none }),
    ),
  )
}

function entryOf(chart: Chart, { key, values }: Datum, before: Datum | undefined): Entry {
  const label = labelOf(chart, key)
  const isDated = (chart.by.kind === 'day' || chart.by.kind === 'week') && isDay(key)
  return {
    key,
    label,
    short: isDated ? formatShortDay(key) : label,
    values,
    before: before && { label: labelOf(chart, before.key), values: before.values },
  }
}

/** A rate of zero is a fact; a count of zero is nothing to draw. */
function isSomething({ values }: Chart, value: number | null, index: number): boolean {
  return value !== null && (value > 0 || values[index]?.unit === 'percent')
}
