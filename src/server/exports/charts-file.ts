import { buffer } from 'node:stream/consumers'
import {
  type ExportFormat,
  type Payload,
  type Period,
  TABS,
  type Tab,
} from '#contract/analytics.ts'
import { CHARTS, type Chart, DEFINITIONS } from '#contract/charts.ts'
import type { DayRange } from '#contract/days.ts'
import type { Figures } from '#server/analytics/insight.ts'
import type { Export } from '#server/http/file-answer.ts'
import { csvHead, csvLines } from './csv-writer.ts'
import { type About, aboutTable, type Cell, type Column, type Row } from './export-file.ts'
import { workbook } from './xlsx-writer.ts'

type Payloads = { readonly [T in Tab]?: Payload<T> }

/** Makes a file of the charts of a tab, or of all tabs. Charts are small in any range: the file is made in memory. */
export async function chartsFile(
  figures: Pick<Figures, 'analytics'>,
  type: Tab | 'all',
  about: About & { range: DayRange },
  format: ExportFormat,
): Promise<Export> {
  const tabs = type === 'all' ? TABS : [type]
  const entries = await Promise.all(
    tabs.map(async (tab) => [tab, await figures.analytics(tab, about.range)] as const),
  )
  // The types of entries cannot say that each tab has its own payload.
  const payloads = Object.fromEntries(entries) as Payloads
  const charts = CHARTS.filter(({ tab }) => payloads[tab] !== undefined)
  const summary = summaryRows(charts, payloads)
  if (format === 'xlsx') {
    const tables = [
      ...charts.map((chart) => chartTable(chart, entriesOf(chart, payloads))),
      { title: SUMMARY, columns: SUMMARY_COLUMNS, pages: [summary] },
    ]
    const contents =
      'A sheet for each chart of analytics, and one for what the whole range comes to.'
    const meanings = [
      ...charts.map(({ key, title }) => [title, DEFINITIONS[key]]),
      ['Comparison', DEFINITIONS.comparison],
    ]
    const all = [...tables, aboutTable(about, contents, () => meanings)]
    const total = tables.flatMap(({ pages }) => pages.flat()).length
    return { total, body: await buffer(workbook(all, { zone: about.timeZone })) }
  }
  const rows = [
    ...charts.flatMap((chart) => tidyRows(chart, entriesOf(chart, payloads))),
    ...summary.flatMap(([tab, metric, unit, range, value, compared, before]): Row[] => [
      [tab, SUMMARY, 'Range', range, metric, unit, value],
      [tab, SUMMARY, 'Compared range', compared, metric, unit, before],
    ]),
  ]
  const definitions = Object.fromEntries(charts.map(({ key }) => [key, DEFINITIONS[key]]))
  const text =
    format === 'csv'
      ? csvHead(TIDY_COLUMNS) + csvLines(TIDY_COLUMNS, rows)
      : `${JSON.stringify({ ...about, definitions, data: payloads }, null, 2)}\n`
  return { total: rows.length, body: Buffer.from(text) }
}

type Entries = readonly Readonly<Record<string, Cell>>[]

function entriesOf({ tab, key }: Chart, payloads: Payloads): Entries {
  const payload: Readonly<Record<string, unknown>> = payloads[tab] ?? {}
  // A chart's key is a key of its payload, whose entries have only texts and numbers.
  return (payload[key] ?? []) as Entries
}

const KINDS = { day: 'day', week: 'day', choice: 'text', text: 'text' } as const

/** A chart as a table: the key of each entry, then its values. */
function chartTable({ by, values, title }: Chart, entries: Entries) {
  const columns = [
    column(by.key, by.label, KINDS[by.kind]),
    ...values.map(({ key, label, unit }) =>
      column(key, label, unit === 'percent' ? 'percent' : 'number'),
    ),
  ]
  const rows = entries.map((entry): Row => columns.map(({ key }) => entry[key] ?? null))
  return { title, columns, pages: [rows] }
}

/** CSV has a line for each number, whatever the charts. */
const TIDY_COLUMNS = [
  ...[column('tab', 'Tab'), column('chart', 'Chart'), column('by', 'By'), column('key', 'Key')],
  ...[column('metric', 'Metric'), column('unit', 'Unit'), column('value', 'Value', 'number')],
]

function tidyRows({ tab, title, by, values }: Chart, entries: Entries): Row[] {
  return entries.flatMap((entry) =>
    values.map(({ key, label, unit }): Row => {
      const place = [tab, title, by.label, entry[by.key] ?? null]
      return [...place, label, unit, entry[key] ?? null]
    }),
  )
}

const SUMMARY = 'Summary'
const SUMMARY_COLUMNS = [
  ...[column('tab', 'Tab'), column('metric', 'Metric'), column('unit', 'Unit')],
  ...[column('range', 'Range'), column('value', 'Value', 'number')],
  ...[column('compared', 'Compared range'), column('before', 'Value then', 'number')],
]

function column(key: string, label: string, kind: Column['kind'] = 'text'): Column {
  return { key, label, kind }
}

type Numbers = Readonly<Record<string, number | null>>
type SummaryRow = [string, string, string, string, number | null, string, number | null]

/** Each figure of the whole range once, also when several charts have it, with that of the compared range. */
function summaryRows(charts: readonly Chart[], payloads: Payloads): SummaryRow[] {
  const rows = new Map<string, SummaryRow>()
  for (const { tab, values } of charts) {
    const payload: Payload | undefined = payloads[tab]
    if (!payload) continue
    const { previous, ...summary } = payload.summary
    const [now, before]: Numbers[] = [summary, previous]
    const [range, compared] = [daysText(payload.range), daysText(payload.compared)]
    for (const { label, unit, figure = '' } of values) {
      const key = `${tab} ${figure}`
      if (figure === '' || rows.has(key)) continue
      const numbers = [range, now?.[figure] ?? null, compared, before?.[figure] ?? null] as const
      rows.set(key, [tab, label, unit, ...numbers])
    }
  }
  return [...rows.values()]
}

function daysText({ start, end, until }: Period): string {
  return until === undefined ? `${start} to ${end}` : `${start} to ${end} ${until}`
}
