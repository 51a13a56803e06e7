import * as z from 'zod'
import { translate } from '#admin/format/translate.ts'
import { numberAt, objectsAt, textAt } from '#admin/providers/adapters/coerce.ts'
import { unwrapEnvelope } from '#admin/providers/adapters/envelopes.ts'
import { type Compared, isScarce, type Tab } from '#contract/analytics.ts'
import { type Chart, chartsOf, type Figure } from '#contract/charts.ts'
import { widgetFrame } from '#contract/dashboards.ts'
import { type Day, type DayRange, dayIn, isDay } from '#contract/days.ts'
import { getAt, isObject } from '#model/paths.ts'
import { formatValue } from './series.ts'

export interface Datum {
  key: string
  values: readonly (number | null)[]
}

/** A tab's figures, from our server or another backend. */
export interface Report {
  range: DayRange
  timeZone: string | undefined
  compared: Compared | undefined
  today: Day
  /** Figures of the whole range by name; those of the compared period under `previous`. */
  summary: Readonly<Record<string, unknown>> | undefined
  data: Partial<Record<Figure, readonly Datum[]>>
}

const frameSchema = z.object(widgetFrame).omit({ asOf: true })

/** Reads a tab's answer, bare or under data. Undefined if it has none of the tab's charts. */
export function readReport(tab: Tab, body: unknown, asked: DayRange): Report | undefined {
  const charts = chartsOf(tab)
  const box = unwrapEnvelope(body, 'analytics', tab)
    .filter(isObject)
    .find((one) => charts.some(({ key }) => Array.isArray(one[key])))
  if (!box) return undefined
  const frame = frameSchema.safeParse(box).data
  return {
    range: frame?.range ?? asked,
    timeZone: frame?.timeZone,
    compared: frame?.compared,
    today: dayIn(frame?.timeZone ?? 'UTC', new Date()),
    summary: isObject(box.summary) ? box.summary : undefined,
    data: Object.fromEntries(charts.map((chart) => [chart.key, readData(chart, box[chart.key])])),
  }
}

function readData({ by, values }: Chart, list: unknown): Datum[] {
  return objectsAt(list).flatMap((item) => {
    const text = textAt(item[by.key])
    // The backend may send a day as a moment.
    const key = by.kind === 'day' ? text.slice(0, 10) : text
    if (by.kind === 'day' && !isDay(key)) return []
    return [{ key, values: values.map((value) => numberAt(item[value.key])) }]
  })
}

/** Returns the figures of the whole range, each once. Without a summary from the backend, sums the charts. */
export function figuresOf(charts: readonly Chart[], report: Report | undefined) {
  const { data = {}, summary, compared } = report ?? {}
  const isSoFar = report && report.range.end >= report.today
  const values = charts.flatMap((chart) =>
    chart.values.map((value, index) => ({
      ...value,
      sum: (data[chart.key] ?? []).reduce((sum, entry) => sum + (entry.values[index] ?? 0), 0),
    })),
  )
  const previous = (name: string | undefined) =>
    name === undefined ? undefined : numberAt(getAt(summary?.previous, name))
  return values.flatMap(({ figure, unit, base, over, label: name, sum }, at) => {
    if (!figure || values.findIndex((one) => one.figure === figure) < at) return []
    const now = summary ? numberAt(summary[figure]) : over === 'total' ? sum : null
    const before = previous(figure)
    const isRate = unit === 'percent'
    const label = translate(name)
    return {
      key: figure,
      label: isSoFar ? translate('{label} so far', { label }) : label,
      text: formatValue(now, unit),
      change: {
        now,
        before,
        unit: isRate ? ('points' as const) : ('count' as const),
        isScarce: isScarce(isRate ? previous(base) : before, compared),
      },
    }
  })
}
