import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ExportFormat, ExportType, Payload, Tab } from '#contract/analytics.ts'
import { DEFINITIONS } from '#contract/charts.ts'
import type { DayRange } from '#contract/days.ts'
import type { Resource } from '#model/resource.ts'
import type { Figures } from '#server/analytics/figures.ts'
import { type About, aboutTable } from './about.ts'
import {
  chartsIn,
  chartTable,
  definitionsOf,
  type Payloads,
  summaryTable,
  TIDY,
  tabsOf,
  tidyRows,
} from './charts.ts'
import { csvHead, csvLines } from './csv-writer.ts'
import type { RowReading } from './rows/export-cursor.ts'
import { createSources, ROW_TYPES, type RowType, without } from './rows/export-sources.ts'
import { rowFile } from './rows/rows-file.ts'
import { workbook } from './xlsx/xlsx-workbook.ts'

export interface ExportOptions {
  reading: RowReading
  figures: Pick<Figures, 'analytics'>
  registry: readonly Resource[]
  zone(): string
}

export interface Export {
  /** How many rows it holds, where that is known beforehand. */
  total: number | undefined
  /** Destroyed when the data fails, or by whoever no longer wants it; then all is let go of at once. */
  body: Readable | Buffer
}

export interface Exporter {
  /** Throws when the data cannot be read, or when too many others are reading rows. */
  make(
    type: ExportType,
    range: DayRange,
    format: ExportFormat,
    /** Keys of users that whoever asks may not read: rows come without them. */
    hidden?: readonly string[],
  ): Promise<Export>
}

/** Files of what analytics shows, and of the rows it was counted from (ANA-03, API-06). */
export function createExporter({ reading, figures, registry, zone }: ExportOptions): Exporter {
  const sourceOf = createSources(registry, zone)
  return {
    async make(type, range, format, hidden = []) {
      const generatedAt = new Date().toISOString()
      const about: About = { dataType: type, range, timeZone: zone(), generatedAt }
      if (isRowType(type))
        return rowFile(reading, without(sourceOf(type, range), hidden), about, format)
      const payloads = await readAll(figures, tabsOf(type), range)
      return { total: totalOf(payloads, format), body: await chartFile(payloads, about, format) }
    },
  }
}

function isRowType(type: ExportType): type is RowType {
  return (ROW_TYPES as readonly string[]).includes(type)
}

async function readAll(
  figures: ExportOptions['figures'],
  tabs: readonly Tab[],
  range: DayRange,
): Promise<Payloads> {
  const entries = await Promise.all(
    tabs.map(async (tab): Promise<[Tab, Payload]> => [tab, await figures.analytics(tab, range)]),
  )
  // Each tab stands with its own payload; the types of entries cannot say that.
  return Object.fromEntries(entries) as Payloads
}

/** Charts are small, whatever the range: the whole file is there before it is answered. */
function chartFile(payloads: Payloads, about: About, format: ExportFormat): Promise<Buffer> {
  switch (format) {
    case 'csv':
      return Promise.resolve(Buffer.from(csvHead(TIDY) + csvLines(TIDY, tidyRows(payloads))))
    case 'json': {
      const whole = { ...about, definitions: definitionsOf(payloads), data: payloads }
      return Promise.resolve(Buffer.from(`${JSON.stringify(whole, null, 2)}\n`))
    }
    case 'xlsx': {
      const charts = chartsIn(payloads)
      const meanings = [
        ...charts.map(({ key, title }) => [title, DEFINITIONS[key]]),
        ['Comparison', DEFINITIONS.comparison],
      ]
      const tables = charts.map((chart) => chartTable(chart, payloads))
      const last = aboutTable(
        about,
        'A sheet for each chart of analytics, and one for what the whole range comes to.',
        () => meanings,
      )
      return buffer(workbook([...tables, summaryTable(payloads), last], { zone: about.timeZone }))
    }
  }
}

/** Lines of a CSV, or rows of all sheets but the last. */
function totalOf(payloads: Payloads, format: ExportFormat): number {
  if (format !== 'xlsx') return tidyRows(payloads).length
  const tables = chartsIn(payloads).map((chart) => chartTable(chart, payloads))
  return [...tables, summaryTable(payloads)].reduce((sum, { pages }) => {
    const [rows] = pages as [readonly unknown[]]
    return sum + rows.length
  }, 0)
}
