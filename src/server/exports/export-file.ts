import { Readable } from 'node:stream'
import type { ExportFormat } from '#contract/analytics.ts'
import type { DayRange } from '#contract/days.ts'
import { csvHead, csvLines } from './csv-writer.ts'
import { workbook } from './xlsx-writer.ts'

/** A cell's value; numbers of the database can come as text. */
export type Cell = string | number | null
export type Row = readonly Cell[]
/** Rows come in pages: a step for each of a million rows would be slow. */
export type Pages = AsyncGenerator<readonly Row[]>

export interface Column {
  /** The name in CSV and JSON. */
  key: string
  /** The heading in a workbook. */
  label: string
  /**
   * day: YYYY-MM-DD. moment: an ISO time in UTC. percent: from 0 to 100. flag: true or false. json: the text of
   * any JSON. A number in a text column stays a number.
   */
  kind: 'text' | 'number' | 'percent' | 'day' | 'moment' | 'flag' | 'json'
}

export interface Table {
  title: string
  columns: readonly Column[]
  pages: Iterable<readonly Row[]> | AsyncIterable<readonly Row[]>
}

export interface Head {
  title: string
  /** Says which rows the file has. */
  contents: string
  columns: readonly Column[]
}

/** What an export says about itself. */
export interface About {
  dataType: string
  /** The days that it covers; absent for the present state. */
  range?: DayRange
  timeZone: string
  /** ISO time. */
  generatedAt: string
}

export interface Export {
  /** The number of rows, when it is known beforehand. */
  total: number | undefined
  /** A stream is destroyed when the data fails. Destroying it closes its connection. */
  body: Readable | Buffer
}

/** Streams rows as a file. */
export function tableFile(head: Head, pages: Pages, about: About, format: ExportFormat): Readable {
  switch (format) {
    case 'csv':
      return streamOf(csvText(pages, head))
    case 'json':
      return streamOf(jsonText(pages, head, about))
    case 'xlsx':
      return workbook(tablesOf(pages, head, about), { zone: about.timeZone })
  }
}

async function* csvText(pages: Pages, { columns }: Head): AsyncGenerator<string> {
  yield csvHead(columns)
  for await (const rows of pages) yield csvLines(columns, rows)
}

/** One object with the rows as objects, one on a line. */
export async function* jsonText(
  pages: Pages,
  { columns, contents }: Pick<Head, 'columns' | 'contents'>,
  about: object,
): AsyncGenerator<string> {
  yield `${JSON.stringify({ ...about, contents }).slice(0, -1)},"rows":[`
  const keys = columns.map(({ key }) => JSON.stringify(key))
  let separator = '\n'
  for await (const rows of pages) {
    let lines = ''
    for (const row of rows) {
      const cells = keys.map((key, at) => `${key}:${jsonCell(columns[at]?.kind, row[at])}`)
      lines += `${separator}{${cells.join(',')}}`
      separator = ',\n'
    }
    yield lines
  }
  yield '\n]}\n'
}

/** Cells that are valid JSON. */
const JSON_KINDS: ReadonlySet<Column['kind'] | undefined> = new Set([
  ...(['number', 'percent', 'flag', 'json'] as const),
])

function jsonCell(kind: Column['kind'] | undefined, cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return 'null'
  return JSON_KINDS.has(kind) ? String(cell) : JSON.stringify(cell)
}

/** The rows, then a sheet that counts them. */
function tablesOf(pages: Pages, { title, columns, contents }: Head, about: About): Table[] {
  let written = 0
  async function* counted(): Pages {
    for await (const rows of pages) {
      written += rows.length
      yield rows
    }
  }
  return [
    { title, columns, pages: counted() },
    aboutTable(about, contents, () => [['Rows', written]]),
  ]
}

const ABOUT: readonly Column[] = [
  { key: 'about', label: 'About', kind: 'text' },
  { key: 'what', label: 'What', kind: 'text' },
]

/** The last sheet of a workbook. `more` is called after all rows are written. */
export function aboutTable(
  { range, timeZone, generatedAt }: About,
  contents: string,
  more: () => readonly Row[],
): Table {
  function* pages() {
    yield [
      ['Contents', contents],
      ...(range
        ? [
            ['First day', range.start],
            ['Last day', range.end],
          ]
        : []),
      ['Time zone', timeZone],
      ['Made at', `${generatedAt.slice(0, 19).replace('T', ' ')} (UTC)`],
      ...more(),
    ]
  }
  return { title: 'About', columns: ABOUT, pages: pages() }
}

/** A stream of texts. Unlike with `Readable.from`, destroying it does not wait for a pending text. */
export function streamOf(texts: AsyncGenerator<string>): Readable {
  return new Readable({
    read() {
      texts.next().then(
        ({ done, value }) => this.push(done ? null : value),
        (error: Error) => this.destroy(error),
      )
    },
    destroy(error, done) {
      texts.return(undefined).catch(() => undefined)
      done(error)
    },
  })
}
