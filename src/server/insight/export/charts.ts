import { type Payload, TABS, type Tab } from '#contract/insight/analytics.ts'
import { CHARTS, type Chart } from '#contract/insight/charts.ts'
import { DEFINITIONS } from '#contract/insight/definitions.ts'
import type { Cell, Column, Row, Table } from './table.ts'

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

/** All charts in one table, a row for each number (see TIDY). */
export function tidyRows(payloads: Payloads): Row[] {
  return chartsIn(payloads).flatMap((chart) =>
    entriesOf(chart, payloads).flatMap((entry) =>
      chart.values.map(({ key, label, unit }): Row => {
        const place = [chart.tab, chart.title, chart.by.label, entry[chart.by.key] ?? null]
        return [...place, label, unit, entry[key] ?? null]
      }),
    ),
  )
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
