import { LOCALE } from '#admin/format/language.ts'
import { numberAt, objectsAt, textAt } from '#admin/providers/adapters/coerce.ts'
import { unwrapEnvelope } from '#admin/providers/adapters/envelopes.ts'
import { readCompared, readRange } from '#admin/providers/adapters/read-range.ts'
import type { Tab } from '#contract/insight/analytics.ts'
import { type Chart, chartsOf } from '#contract/insight/charts.ts'
import type { Compared, Period } from '#contract/insight/compared.ts'
import {
  type Day,
  type DayRange,
  daysOf,
  isDay,
  lengthOf,
  MAX_DAYS,
} from '#contract/insight/days.ts'
import type { Figure } from '#contract/insight/definitions.ts'
import { isObject } from '#model/paths.ts'

/** One entry of a chart: what it stands for, and a number or null for each of the chart's values. */
export interface Datum {
  key: string
  values: readonly (number | null)[]
}

/** A tab's figures as any backend may send them, made whole. */
export interface Report {
  range: DayRange
  /** Undefined when the backend does not say. */
  timeZone: string | undefined
  /** The day on which they were taken: it was not over then. Undefined when nobody noted it. */
  today?: Day
  /** What the range is compared with; undefined when the backend does not say. */
  compared?: Compared | undefined
  /** The figures of the whole range and of what it is compared with, by name: none of a backend without them. */
  summary?: Summary | undefined
  data: Partial<Record<Figure, readonly Datum[]>>
}

export interface Summary {
  now: Readonly<Record<string, number | null>>
  before: Readonly<Record<string, number | null>>
}

/**
 * Reads a tab's answer, bare or under data (WIRE-01, WIRE-02). Days are sorted, and missing ones put in without
 * a value; what is no number is no value. Takes the range that was asked for, which counts when none was sent.
 * Gives undefined for an answer that has none of the tab's charts in it. Never throws.
 */
export function readReport(tab: Tab, body: unknown, asked: Period): Report | undefined {
  const charts = chartsOf(tab)
  const isBox = (box: Record<string, unknown>) => charts.some(({ key }) => Array.isArray(box[key]))
  const box = unwrapEnvelope(body, 'analytics', tab).filter(isObject).find(isBox)
  if (!box) return undefined
  const sent = readRange(box.range)
  const range = sent && lengthOf(sent) <= MAX_DAYS ? sent : { start: asked.start, end: asked.end }
  return {
    range,
    timeZone: readZone(box.timeZone),
    compared: readCompared(box.compared),
    summary: readSummary(box.summary),
    data: Object.fromEntries(
      charts.map((chart) => [chart.key, readData(chart, box[chart.key], range)]),
    ),
  }
}

function readData(chart: Chart, value: unknown, range: DayRange): readonly Datum[] {
  const found = new Map<string, Datum>()
  for (const item of objectsAt(value)) {
    const key = readKey(chart, item[chart.by.key])
    if (key === undefined) continue
    found.set(key, { key, values: chart.values.map(({ key: name }) => readNumber(item[name])) })
  }
  if (chart.by.kind === 'day') return everyDay(found, chart, range)
  const data = [...found.values()]
  return chart.by.kind === 'week' ? data.sort((a, b) => (a.key < b.key ? -1 : 1)) : data
}

/** Each day of the range; a backend that went by days of its own shows those. */
function everyDay(found: ReadonlyMap<string, Datum>, chart: Chart, range: DayRange): Datum[] {
  const sent = [...found.keys()].sort()
  const [first, last] = [sent[0], sent.at(-1)]
  if (!(first && last)) return []
  const isWithin = sent.some((day) => day >= range.start && day <= range.end)
  const span = isWithin ? range : { start: first, end: last }
  const days = lengthOf(span) > MAX_DAYS ? sent.slice(-MAX_DAYS) : daysOf(span)
  const none = chart.values.map(() => null)
  return days.map((key) => found.get(key) ?? { key, values: none })
}

function readKey({ by }: Chart, value: unknown): string | undefined {
  const text = textAt(value)
  if (by.kind === 'choice') return text
  if (by.kind === 'text') return text || undefined
  // A day may come as an instant.
  const day = text.slice(0, 10)
  if (isDay(day)) return day
  return by.kind === 'week' && text ? text : undefined
}

function readNumber(value: unknown): number | null {
  const number = numberAt(value)
  return number !== null && number >= 0 ? number : null
}

function readSummary(value: unknown): Summary | undefined {
  if (!isObject(value)) return undefined
  const numbers = (box: object) =>
    Object.fromEntries(
      Object.entries(box).flatMap(([key, one]) =>
        one === null || typeof one === 'number' ? [[key, one] as const] : [],
      ),
    )
  return { now: numbers(value), before: isObject(value.previous) ? numbers(value.previous) : {} }
}

function readZone(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined
  try {
    return new Intl.DateTimeFormat(LOCALE, { timeZone: value }).resolvedOptions().timeZone && value
  } catch {
    return undefined
  }
}
