import { type Payload, type Period, TABS, type Tab } from '#contract/analytics.ts'
import { CHARTS, type Chart, DEFINITIONS } from '#contract/charts.ts'
import type { Cell, Column, Row, Table } from './export-table.ts'

/** The payloads of some tabs, by tab. */
export type Payloads = { readonly [T in Tab]?: Payload<T> }

const KINDS = { day: 'day', week: 'day', choice: 'text', text: 'text' } as const

/** The one shape of all chart exports as CSV: a line for each number. */
export const TIDY: readonly Column[] = [
  { key: 'tab', label: 'Tab', kind: 'text' },
  { key: 'chart', label: 'Chart', kind: 'text' },
  { key: 'by', label: 'By', kind: 'text' },
  { key: 'key', label: 'Key', kind: 'text' },
  { key: 'metric', label: 'Metric', kind: 'text' },
  { key: 'unit', label: 'Unit', kind: 'text' },
  { key: 'value', label: 'Value', kind: 'number' },
]

/** The charts that these payloads fill, in the order of the page. */
export function chartsIn(payloads: Payloads): Chart[] {
  return CHARTS.filter(({ tab }) => payloads[tab] !== undefined)
}

/** A chart as a table: what its entries stand for, then its values. */
export function chartTable(chart: Chart, payloads: Payloads): Table {
  const { by, values } = chart
  const keys = [by.key, ...values.map(({ key }) => key)]
  return {
    title: chart.title,
    columns: [
      { key: by.key, label: by.label, kind: KINDS[by.kind] },
      ...values.map(
        ({ key, label, unit }): Column => ({
          key,
          label,
          kind: unit === 'percent' ? 'percent' : 'number',
        }),
      ),
    ],
    pages: [entriesOf(chart, payloads).map((entry) => keys.map((key) => entry[key] ?? null))],
  }
}

/** All charts in one table, a row for each number (see TIDY); at its end, what the whole range comes to. */
export function tidyRows(payloads: Payloads): Row[] {
  const entries = chartsIn(payloads).flatMap((chart) =>
    entriesOf(chart, payloads).flatMap((entry) =>
      chart.values.map(({ key, label, unit }): Row => {
        const place = [chart.tab, chart.title, chart.by.label, entry[chart.by.key] ?? null]
        return [...place, label, unit, entry[key] ?? null]
      }),
    ),
  )
  const wholes = wholesIn(payloads).flatMap(({ tab, label, unit, ...of }): Row[] => [
    [tab, SUMMARY, 'Range', of.range, label, unit, of.now],
    [tab, SUMMARY, 'Compared range', of.compared, label, unit, of.before],
  ])
  return [...entries, ...wholes]
}

const SUMMARY = 'Summary'
const summaryColumns: readonly Column[] = [
  { key: 'tab', label: 'Tab', kind: 'text' },
  { key: 'metric', label: 'Metric', kind: 'text' },
  { key: 'unit', label: 'Unit', kind: 'text' },
  { key: 'range', label: 'Range', kind: 'text' },
  { key: 'value', label: 'Value', kind: 'number' },
  { key: 'compared', label: 'Compared range', kind: 'text' },
  { key: 'before', label: 'Value then', kind: 'number' },
]

/** The figures of the whole range beside those of what it is compared with, as widgets and sentences tell them. */
export function summaryTable(payloads: Payloads): Table {
  const rows = wholesIn(payloads).map(
    ({ tab, label, unit, range, now, compared, before }): Row => [
      ...[tab, label, unit],
      ...[range, now, compared, before],
    ],
  )
  return { title: SUMMARY, columns: summaryColumns, pages: [rows] }
}

type Numbers = Readonly<Record<string, number | null>>

/** Each figure of a range once, though several charts may have it. */
function wholesIn(payloads: Payloads) {
  const told = new Set<string>()
  return chartsIn(payloads).flatMap(({ tab, values }) => {
    const payload: Payload | undefined = payloads[tab]
    if (!payload) return []
    const { previous, ...now } = payload.summary
    const numbers: { now: Numbers; before: Numbers } = { now, before: previous }
    return values.flatMap(({ label, unit, figure }) => {
      if (figure === undefined || told.has(`${tab} ${figure}`)) return []
      told.add(`${tab} ${figure}`)
      return [
        {
          ...{ tab, label, unit },
          range: daysText(payload.range),
          now: numbers.now[figure] ?? null,
          compared: daysText(payload.compared),
          before: numbers.before[figure] ?? null,
        },
      ]
    })
  })
}

function daysText({ start, end, until }: Period): string {
  return until === undefined ? `${start} to ${end}` : `${start} to ${end} ${until}`
}

/** What the charts of these payloads mean, by the payload's keys. */
export function definitionsOf(payloads: Payloads): Record<string, string> {
  return Object.fromEntries(chartsIn(payloads).map(({ key }) => [key, DEFINITIONS[key]]))
}

/** The tabs of an export of charts. */
export function tabsOf(type: Tab | 'all'): readonly Tab[] {
  return type === 'all' ? TABS : [type]
}

function entriesOf({ tab, key }: Chart, payloads: Payloads): readonly Record<string, Cell>[] {
  const payload: Readonly<Record<string, unknown>> = payloads[tab] ?? {}
  // A chart's key is one of its payload's, whose entries hold texts and numbers alone.
  return (payload[key] ?? []) as readonly Record<string, Cell>[]
}
