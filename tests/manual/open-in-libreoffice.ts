import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { EXPORT_PATH, type ExportFormat, TABS, type Tab } from '#contract/analytics.ts'
import { API_BASE } from '#contract/api.ts'
import { CHARTS } from '#contract/charts.ts'
import { inert } from '#server/http/csv-writer.ts'

/**
 * Do exports open in a spreadsheet as they were meant? Takes every export of a running server as CSV and
 * as a workbook, lets LibreOffice open it and write what it shows, and compares that, cell by cell, with
 * the same export as JSON:
 * npx tsx tests/manual/open-in-libreoffice.ts <http://localhost:3000> <an admin's token> [start] [end]
 */
const [server, token, start, end] = process.argv.slice(2)
const ROWS = ['users', 'assignments', 'events'] as const
/** From each, a comma, a quote, UTF-8 and the first line; to CSV also: as shown, and of all sheets. */
const FROM_CSV = 'CSV:44,34,76,1'
const TO_CSV = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1'
const MOST_TOLD = 20

type Value = string | number | null
type Entry = Record<string, Value>
/** Texts as they are shown; undefined for what may be anything. */
type Cells = (string | undefined)[][]
type Sheets = Record<string, Cells>
interface Exported {
  timeZone: string
  data: Record<Tab, Record<string, Entry[]>>
  rows: Entry[]
}

if (!(server && token)) throw new Error('Give the address of a running server, and a token.')
const folder = mkdtempSync(join(tmpdir(), 'waymark-office-'))
let differences = 0
try {
  for (const type of [...TABS, 'all', ...ROWS]) {
    const meant = JSON.parse(String(await take(type, 'json'))) as Exported
    const isRows = (ROWS as readonly string[]).includes(type)
    const tidy = { '': isRows ? csvOfRows(meant) : csvOfCharts(meant) }
    compare(`${type}.csv`, shown(`${type}.csv`, await take(type, 'csv')), tidy)
    const sheets = isRows ? sheetOfRows(type, meant) : sheetsOfCharts(meant)
    compare(`${type}.xlsx`, shown(`${type}.xlsx`, await take(type, 'xlsx')), sheets)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
console.log(differences === 0 ? 'Every cell is as meant.' : `${differences} cells differ.`)
process.exitCode = differences === 0 ? 0 : 1

async function take(dataType: string, format: ExportFormat): Promise<Buffer> {
  const days = start && end ? { startDate: start, endDate: end } : {}
  const query = new URLSearchParams({ dataType, format, ...days })
  const response = await fetch(`${server}${API_BASE}${EXPORT_PATH}?${query}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  if (!response.ok) throw new Error(await response.text())
  return Buffer.from(await response.arrayBuffer())
}

/** What LibreOffice shows of a file, by the names of its sheets; those of CSV have none. */
function shown(name: string, bytes: Buffer): Sheets {
  const isCsv = name.endsWith('.csv')
  const target = join(folder, `${name}-shown`)
  writeFileSync(join(folder, name), bytes)
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
  const options = [profile, '--headless', ...(isCsv ? [`--infilter=${FROM_CSV}`] : [])]
  const work = ['--convert-to', TO_CSV, '--outdir', target, join(folder, name)]
  execFileSync('soffice', [...options, ...work], { stdio: 'ignore' })
  const sheets = readdirSync(target).map((file) => {
    const sheet = isCsv ? '' : file.slice(name.length - '.xlsx'.length + 1, -'.csv'.length)
    const options = { bom: true, relax_column_count: true }
    return [sheet, parse(readFileSync(join(target, file)), options) as Cells] as const
  })
  return Object.fromEntries(sheets)
}

function sheetsOfCharts({ data }: Exported): Sheets {
  const charts = CHARTS.filter(({ tab }) => data[tab])
  return Object.fromEntries(
    charts.map(({ tab, key, title, by, values }) => {
      const rows = (data[tab][key] ?? []).map((entry) => [
        text(entry[by.key]),
        ...values.map((value) => (value.unit === 'percent' ? percent : text)(entry[value.key])),
      ])
      return [title, [[by.label, ...values.map(({ label }) => label)], ...rows]]
    }),
  )
}

function csvOfCharts({ data }: Exported): Cells {
  const rows = CHARTS.filter(({ tab }) => data[tab]).flatMap(({ tab, key, title, by, values }) =>
    (data[tab][key] ?? []).flatMap((entry) =>
      values.map((value) => [
        ...[tab, title, by.label, inCsv(entry[by.key]), value.label, value.unit],
        text(entry[value.key]),
      ]),
    ),
  )
  return [['tab', 'chart', 'by', 'key', 'metric', 'unit', 'value'], ...rows]
}

function sheetOfRows(type: string, { rows, timeZone }: Exported): Sheets {
  const cells = rows.map((row) =>
    Object.entries(row).map(([key, value]) => {
      if (key === 'progress') return percent(value)
      return isMoment(value) ? local(value, timeZone) : text(value)
    }),
  )
  const head = Object.keys(rows[0] ?? {}).map(() => undefined)
  return { [`${type[0]?.toUpperCase()}${type.slice(1)}`]: [head, ...cells] }
}

function csvOfRows({ rows }: Exported): Cells {
  return [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row).map(inCsv))]
}

function text(value: Value | undefined): string {
  return String(value ?? '')
}

function inCsv(value: Value | undefined): string {
  return typeof value === 'string' ? inert(value) : text(value)
}

function percent(value: Value | undefined): string {
  return value === null || value === undefined ? '' : `${Number(value).toFixed(1)}%`
}

function isMoment(value: Value): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)
}

/** Swedes write dates as workbooks of ours do. */
function local(moment: string, timeZone: string): string {
  return new Date(moment).toLocaleString('sv-SE', { timeZone })
}

function compare(name: string, found: Sheets, meant: Sheets): void {
  const before = differences
  let cells = 0
  for (const [sheet, rows] of Object.entries(meant)) {
    const there = found[sheet] ?? []
    if (there.length !== rows.length) tell(name, sheet, 'rows', there.length, rows.length)
    for (const [line, row] of rows.entries())
      for (const [place, cell] of row.entries()) {
        cells += 1
        const is = alike(there[line]?.[place] ?? '')
        if (cell !== undefined && is !== alike(cell))
          tell(name, sheet, `${line + 1}:${place + 1}`, is, cell)
      }
  }
  const verdict = differences === before ? 'as meant' : `${differences - before} differ`
  const count = `${Object.keys(meant).length} sheets, ${cells} cells`
  console.log(`${name.padEnd(18)} ${count}: ${verdict}`)
}

/** It writes one kind of line end, and no decimal that is 0. */
function alike(cell: string): string {
  return cell.replace(/\r\n?/g, '\n').replace(/\.0%$/, '%')
}

function tell(name: string, sheet: string, place: string, is: unknown, meant: unknown): void {
  differences += 1
  if (differences <= MOST_TOLD)
    console.log(
      `${name} ${sheet} ${place}: ${JSON.stringify(is)} instead of ${JSON.stringify(meant)}`,
    )
}
