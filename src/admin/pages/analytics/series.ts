import { isolate } from '#admin/format/isolate.ts'
import { listLink } from '#admin/format/list-address.ts'
import {
  formatDay,
  formatMonth,
  formatNumber,
  formatPercent,
  formatRange,
  formatShortDay,
} from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import type { Period } from '#contract/analytics.ts'
import type { Chart, ChartValue, Unit } from '#contract/charts.ts'
import {
  addDays,
  type Day,
  type DayRange,
  isDay,
  lastOfMonth,
  lengthOf,
  mondayOf,
} from '#contract/days.ts'
import { rangeTo } from '#contract/list-query.ts'
import { humanise } from '#model/words.ts'
import type { Datum, Report } from './report.ts'

export type Values = readonly (number | null)[]

/** One entry of a chart with its labels, and the matching entry of the previous period. */
export interface Entry {
  key: string
  label: string
  short: string
  values: Values
  before: { key: string; label: string; values: Values } | undefined
  /** True for a week or month that is only partly in the range. */
  isPartial?: boolean
}

/** Data of one chart, shared by its picture, table and summary. */
export interface Series {
  chart: Chart
  range: DayRange
  /** Length of an entry: days, weeks or months; undefined if the entries are not over time. */
  grain: Grain | undefined
  place: string
  measures: readonly string[]
  isSoFar: boolean
  /** The previous period; undefined when it is not shown. */
  beforeRange: Period | undefined
  entries: readonly Entry[]
  /** True if the last entry is an unfinished day or week, whose count is still growing. */
  isUnfinished: boolean
  isEmpty: boolean
}

export type Grain = 'day' | 'week' | 'month'

const MOST_BY_DAY = 120
const MOST_BY_WEEK = 400

export function grainOf(range: DayRange): Grain {
  const days = lengthOf(range)
  return days > MOST_BY_WEEK ? 'month' : days > MOST_BY_DAY ? 'week' : 'day'
}

const PLACES: Record<Grain, string> = { day: 'Date', week: 'Week', month: 'Month' }

/** Builds a chart from its tab's figures, and for comparison from those of the previous period. */
export function seriesOf(chart: Chart, now: Report, before?: Report, asked: Grain = 'day'): Series {
  const { kind } = chart.by
  const own = kind === 'day' || kind === 'week' ? kind : undefined
  const grain = own === 'week' && asked === 'day' ? own : own && asked
  const data = now.data[chart.key] ?? []
  const earlier = before && (before.data[chart.key] ?? [])
  const last = data.at(-1)?.key ?? ''
  const isUnfinished =
    own !== undefined && isDay(last) && (own === 'week' ? addDays(last, 6) : last) >= now.today
  // Days align at the first. Weeks align at the last, since both periods may start in the middle of a week.
  const shift = own === 'week' ? (earlier?.length ?? 0) - data.length : 0
  const found = data.map((datum, index) =>
    entryOf(
      chart,
      datum,
      own ? earlier?.[index + shift] : earlier?.find(({ key }) => key === datum.key),
    ),
  )
  const shown = grain && grain !== own ? rollUp(chart, found, grain, isUnfinished) : found
  const entries = shown.map((entry, index) =>
    isUnfinished && index === shown.length - 1
      ? { ...entry, label: translate('{day} (so far)', { day: entry.label }) }
      : entry,
  )
  return {
    chart,
    range: now.range,
    grain,
    place: translate(grain && grain !== own ? PLACES[grain] : chart.by.label),
    measures: chart.values.map((value) => measureOf(value, own, grain)),
    isSoFar: now.range.end >= now.today,
    beforeRange: before && (now.compared ?? before.range),
    entries,
    isUnfinished,
    // A rate of zero is a result; a count of zero shows an empty chart.
    isEmpty: !entries.some(({ values, before: other }) =>
      chart.values.some(({ unit }, index) =>
        [values[index] ?? null, other?.values[index] ?? null].some(
          (value) => value !== null && (value > 0 || unit === 'percent'),
        ),
      ),
    ),
  }
}

function entryOf(chart: Chart, { key, values }: Datum, before: Datum | undefined): Entry {
  const label = labelOf(chart, key)
  const isDated = (chart.by.kind === 'day' || chart.by.kind === 'week') && isDay(key)
  return {
    key,
    label,
    short: isDated ? formatShortDay(key) : label,
    values,
    before: before && { ...before, label: labelOf(chart, before.key) },
  }
}

export function labelOf({ by }: Chart, key: string): string {
  if (by.kind === 'day') return formatDay(key)
  if (by.kind === 'week')
    return isDay(key) ? formatRange({ start: key, end: addDays(key, 6) }) : key
  if (key === '') return translate('Unknown')
  if (by.kind === 'choice') return translate(humanise(key))
  // Texts of users are never translated, even if they match a name of ours.
  const name = by.names && Object.hasOwn(by.names, key) ? by.names[key] : undefined
  return name === undefined ? key : translate(name)
}

/** Groups days into weeks or months, and weeks into months. Means exclude an unfinished day. */
function rollUp(
  { by, values }: Chart,
  entries: readonly Entry[],
  grain: Grain,
  isUnfinished: boolean,
): readonly Entry[] {
  if (!entries.every(({ key }) => isDay(key))) return entries
  const groups = new Map<Day, Entry[]>()
  for (const entry of entries) {
    const key = grain === 'week' ? mondayOf(entry.key) : `${entry.key.slice(0, 8)}01`
    groups.set(key, [...(groups.get(key) ?? []), entry])
  }
  const unfinished = isUnfinished ? entries.at(-1) : undefined
  return [...groups].map(([key, group]): Entry => {
    const days = spanOf(group, by.kind)
    const end = grain === 'week' ? addDays(key, 6) : lastOfMonth(key)
    const isPartial = by.kind === 'day' && (days.start !== key || days.end !== end)
    const done = group.filter((entry) => entry !== unfinished)
    const make = (read: (entry: Entry) => Values | undefined) =>
      values.map(({ over }, index) =>
        together(
          (over === 'mean' && done.length > 0 ? done : group).map(
            (entry) => read(entry)?.[index] ?? null,
          ),
          over,
        ),
      )
    const earlier = group.flatMap(({ before }) => (before ? [before] : []))
    return {
      key,
      label: grain === 'month' && !isPartial ? formatMonth(key) : formatRange(days),
      short: grain === 'week' ? formatShortDay(days.start) : formatMonth(key),
      values: make((entry) => entry.values),
      before:
        earlier.length > 0
          ? {
              key,
              label: formatRange(spanOf(earlier, by.kind)),
              values: make(({ before }) => before?.values),
            }
          : undefined,
      isPartial,
    }
  })
}

function spanOf(list: readonly { key: string }[], kind: Chart['by']['kind']): DayRange {
  const [start, last] = [list[0]?.key ?? '', list.at(-1)?.key ?? '']
  return { start, end: kind === 'week' ? addDays(last, 6) : last }
}

function together(values: Values, over: ChartValue['over']): number | null {
  const known = values.filter((value) => value !== null)
  const last = known.at(-1)
  if (last === undefined) return null
  if (over === 'level') return last
  const sum = known.reduce((total, value) => total + value, 0)
  return over === 'mean' ? Math.round((sum / known.length) * 10) / 10 : sum
}

function measureOf({ label: name, over }: ChartValue, by: Grain | undefined, shown = by): string {
  const label = translate(name)
  if (by === shown || over === 'total') return label
  const ofMean = by === 'week' ? '{label}, weekly average' : '{label}, daily average'
  return translate(over === 'mean' ? ofMean : '{label}, on the last day', { label })
}

/**
 * Describes the highest and the lowest of the first value in a sentence. Unfinished entries count only if there are
 * no others.
 */
export function sentenceOf({ chart, entries, grain, isEmpty, isUnfinished }: Series): string {
  if (isEmpty) return translate('No data in this range.')
  const { unit = 'users', label: name = '' } = chart.values[0] ?? {}
  const label = translate(name)
  const known = entries.flatMap(({ values: [value = null], ...entry }) =>
    value === null ? [] : [{ ...entry, value }],
  )
  const last = isUnfinished ? entries.at(-1)?.key : undefined
  const whole = known.filter(({ key, isPartial }) => !isPartial && key !== last)
  const points = (whole.length > 0 ? whole : known).sort((a, b) => b.value - a.value)
  const [high, low] = [points[0], points.at(-1)]
  if (!(high && low)) return translate('{label}: no data.', { label })
  const words = {
    label,
    high: formatValue(high.value, unit),
    highAt: isolate(grain === 'day' ? high.short : high.label),
    low: formatValue(low.value, unit),
    lowAt: isolate(grain === 'day' ? low.short : low.label),
  }
  if (points.length === 1) return translate('{label}: {high} ({highAt}).', words)
  if (high.value === low.value) return translate('{label}: {high} each.', words)
  return translate('{label}: highest {high} ({highAt}), lowest {low} ({lowAt}).', words)
}

/** Formats a value in its unit: '12,345' or '87.5%'; a dash without a value. */
export function formatValue(value: number | null | undefined, unit: Unit): string {
  return unit === 'percent' ? formatPercent(value) : formatNumber(value)
}

export function sharesOf(values: Values): (number | null)[] {
  const sum = values.reduce<number>((total, value) => total + (value ?? 0), 0)
  return values.map((value) => (value === null || sum === 0 ? null : (value / sum) * 100))
}

const MOST_SLICES = 6

/** Returns the slices of a pie, largest first. With more than six, the smallest are combined as 'Other'. */
export function slicesOf(entries: readonly Entry[]) {
  const sorted = entries
    .map(({ key, label, values }) => ({ key, label, value: values[0] ?? 0, isRest: false }))
    .filter(({ value }) => value > 0)
    .sort((a, b) => b.value - a.value)
  const isMany = sorted.length > MOST_SLICES
  const rest = isMany ? sorted.splice(MOST_SLICES - 1) : []
  const value = rest.reduce((total, one) => total + one.value, 0)
  if (isMany) sorted.push({ key: '', label: translate('Other'), value, isRest: true })
  const shares = sharesOf(sorted.map((one) => one.value))
  return sorted.map((slice, at) => ({ ...slice, share: shares[at] ?? 0 }))
}

export function drillLink({ chart, range }: Series, key: string): string | undefined {
  const { drill } = chart
  if (!drill || key === '') return undefined
  const until = drill.until && { [rangeTo(drill.until)]: range.end }
  return listLink(drill.page, { filters: { [drill.filter]: key, ...until } })
}
