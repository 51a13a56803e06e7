import { listLink } from '#admin/format/list-address.ts'
import { formatDay, formatShortDay, formatWeek } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import type { Chart } from '#contract/insight/charts.ts'
import type { Period } from '#contract/insight/compared.ts'
import { addDays, type Day, type DayRange, isDay } from '#contract/insight/days.ts'
import { rangeTo } from '#contract/list-query.ts'
import { humanise } from '#model/words.ts'
import { type Grain, measureOf, rollUp } from './grain.ts'
import type { Datum, Report } from './read-report.ts'

export type Values = readonly (number | null)[]

/** One entry of a chart with its words, and with the entry of the previous period that stands beside it. */
export interface Entry {
  key: string
  label: string
  /** For the ticks of an axis. */
  short: string
  values: Values
  before: { key: string; label: string; values: Values } | undefined
  /** A week or month of which the range holds only a part. */
  isPartial?: boolean
}

/** All that a chart shows: its picture, its table and its sentence are made of this. */
export interface Series {
  chart: Chart
  range: DayRange
  /** What the entries stand for: days, weeks or months; undefined where they are not over time. */
  grain: Grain | undefined
  /** What entries and values are called, on axes and in tables. */
  place: string
  measures: readonly string[]
  /** The range ends on a day that is not over. */
  isSoFar: boolean
  /** The previous period; undefined when it is not shown beside this one. */
  beforeRange: Period | undefined
  entries: readonly Entry[]
  /** The last entry is a day or week that is not over: it counts less than it will. */
  isUnfinished: boolean
  /** Nothing happened: no counts but zero, or no rate at all. */
  isEmpty: boolean
}

const PLACES: Record<Grain, string> = { day: 'Date', week: 'Week', month: 'Month' }

/**
 * Puts a chart together from its tab's figures, and from those of the previous period when they are compared.
 * Over time, it is by day unless another grain is asked for.
 */
export function seriesOf(chart: Chart, now: Report, before?: Report, asked: Grain = 'day'): Series {
  const data = now.data[chart.key] ?? []
  const earlier = before && (before.data[chart.key] ?? [])
  const own = ownGrainOf(chart)
  const grain = own === 'week' && asked === 'day' ? own : own && asked
  const isUnfinished = own !== undefined && endsToday(chart, data.at(-1)?.key, now.today)
  const found = own ? inTime(chart, data, earlier) : byKey(chart, data, earlier)
  const shown = grain ? rollUp(chart, found, grain, isUnfinished) : found
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
    measures: chart.values.map((value) =>
      own && grain ? measureOf(value, own, grain) : translate(value.label),
    ),
    isSoFar: now.today !== undefined && now.range.end >= now.today,
    beforeRange: before && (now.compared ?? before.range),
    entries,
    isUnfinished,
    // A rate of zero is a fact; a count of zero is nothing to draw.
    isEmpty: !entries.some(({ values, before: other }) =>
      chart.values.some(({ unit }, index) =>
        [values[index] ?? null, other?.values[index] ?? null].some(
          (value) => value !== null && (value > 0 || unit === 'percent'),
        ),
      ),
    ),
  }
}

function ownGrainOf({ by: { kind } }: Chart): 'day' | 'week' | undefined {
  return kind === 'day' || kind === 'week' ? kind : undefined
}

/** The words for a chart's key. */
export function labelOf({ by }: Chart, key: string): string {
  if (by.kind === 'day') return formatDay(key)
  if (by.kind === 'week') return isDay(key) ? formatWeek(key) : key
  if (key === '') return translate('Unknown')
  if (by.kind === 'choice') return translate(humanise(key))
  // A text of people is no text of ours, whatever it says.
  const name = by.names && Object.hasOwn(by.names, key) ? by.names[key] : undefined
  return name === undefined ? key : translate(name)
}

/** The list of the records behind an entry; undefined where there is none (ANA-02). */
export function drillLink({ chart, range }: Series, key: string): string | undefined {
  const { drill } = chart
  if (!drill || key === '') return undefined
  const until = drill.until && { [rangeTo(drill.until)]: range.end }
  return listLink(drill.page, { filters: { [drill.filter]: key, ...until } })
}

/** The values of one column, in the entries' order. */
export function columnOf(entries: readonly Entry[], index: number): Values {
  return entries.map(({ values }) => values[index] ?? null)
}

/** Days are matched from the first; weeks from the last, since both periods may begin in the middle of one. */
function inTime(chart: Chart, data: readonly Datum[], earlier?: readonly Datum[]): Entry[] {
  const shift = chart.by.kind === 'week' ? (earlier?.length ?? 0) - data.length : 0
  return data.map((datum, index) => entryOf(chart, datum, earlier?.[index + shift]))
}

function endsToday({ by }: Chart, key: string | undefined, today: Day | undefined): boolean {
  if (!(key && today && isDay(key))) return false
  return (by.kind === 'week' ? addDays(key, 6) : key) >= today
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
    before: before && {
      key: before.key,
      label: labelOf(chart, before.key),
      values: before.values,
    },
  }
}
