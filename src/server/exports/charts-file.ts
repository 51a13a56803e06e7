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
import { csvHead, csvLines } from './csv-writer.ts'
import {
  type About,
  aboutTable,
  type Cell,
  type Column,
  type Export,
  type Row,
  type Table,
} from './export-file.ts'
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
  const wholes = wholesIn(charts, payloads)
  if (format === 'xlsx') {
    const tables = [
      ...charts.map((chart) => chartTable(chart, payloads)),
      { title: SUMMARY, columns: SUMMARY_COLUMNS, pages: [wholes.map(summaryRow)] },
    ]
    const meanings = [
      ...charts.map(({ key, title }) => [title, DEFINITIONS[key]]),
      ['Comparison', DEFINITIONS.comparison],
    ]
    const contents =
      'A sheet for each chart of analytics, and one for what the whole range comes to.'
    const all: Table[] = [...tables, aboutTable(about, contents, () => meanings)]
    const total = tables.reduce((sum, { pages: [rows] }) => sum + (rows?.length ?? 0), 0)
    return { total, body: await buffer(workbook(all, { zone: about.timeZone })) }
  }
  const rows = tidyRows(charts, payloads, wholes)
  const definitions = Object.fromEntries(charts.map(({ key }) => [key, DEFINITIONS[key]]))
  const text =
    format === 'csv'
      ? csvHead(TIDY) + csvLines(TIDY, rows)
      : `${JSON.stringify({ ...about, definitions, data: payloads }, null, 2)}\n`
  return { total: rows.length, body: Buffer.from(text) }
}

const KINDS = { day: 'day', week: 'day', choice: 'text', text: 'text' } as const

/** A chart as a table: the key of each entry, then its values. */
function chartTable(chart: Chart, payloads: Payloads) {
  const { by, values, title } = chart
  const keys = [by.key, ...values.map(({ key }) => key)]
  const columns: Column[] = [
    { key: by.key, label: by.label, kind: KINDS[by.kind] },
    ...values.map(
      ({ key, label, unit }): Column => ({
        key,
        label,
        kind: unit === 'percent' ? 'percent' : 'number',
      }),
    ),
  ]
  const rows: Row[] = entriesOf(chart, payloads).map((entry) =>
    keys.map((key) => entry[key] ?? null),
  )
  return { title, columns, pages: [rows] }
}

function entriesOf({ tab, key }: Chart, payloads: Payloads): readonly Record<string, Cell>[] {
  const payload: Readonly<Record<string, unknown>> = payloads[tab] ?? {}
  // A chart's key is a key of its payload, whose entries have only texts and numbers.
  return (payload[key] ?? []) as readonly Record<string, Cell>[]
}

/** CSV has a line for each number, whatever the charts. */
const TIDY = [
  ...[column('tab', 'Tab'), column('chart', 'Chart'), column('by', 'By'), column('key', 'Key')],
  ...[column('metric', 'Metric'), column('unit', 'Unit'), column('value', 'Value', 'number')],
]

/** All charts in one table, with the figures of the whole range at its end. */
function tidyRows(charts: readonly Chart[], payloads: Payloads, wholes: readonly Whole[]): Row[] {
  const entries = charts.flatMap((chart) =>
    entriesOf(chart, payloads).flatMap((entry) =>
      chart.values.map(({ key, label, unit }): Row => {
        const place = [chart.tab, chart.title, chart.by.label, entry[chart.by.key] ?? null]
        return [...place, label, unit, entry[key] ?? null]
      }),
    ),
  )
  const sums = wholes.flatMap(({ tab, label, unit, ...of }): Row[] => [
    [tab, SUMMARY, 'Range', of.range, label, unit, of.now],
    [tab, SUMMARY, 'Compared range', of.compared, label, unit, of.before],
  ])
  return [...entries, ...sums]
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

function summaryRow({ tab, label, unit, range, now, compared, before }: Whole): Row {
  return [tab, label, unit, range, now, compared, before]
}

type Whole = ReturnType<typeof wholesIn>[number]
type Numbers = Readonly<Record<string, number | null>>

/** Each figure of the whole range once, also when several charts have it, with that of the compared range. */
function wholesIn(charts: readonly Chart[], payloads: Payloads) {
  const seen = new Set<string>()
  return charts.flatMap(({ tab, values }) => {
    const payload: Payload | undefined = payloads[tab]
    if (!payload) return []
    const { previous, ...now } = payload.summary
    const numbers: { now: Numbers; before: Numbers } = { now, before: previous }
    return values.flatMap(({ label, unit, figure }) => {
      if (figure === undefined || seen.has(`${tab} ${figure}`)) return []
      seen.add(`${tab} ${figure}`)
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
