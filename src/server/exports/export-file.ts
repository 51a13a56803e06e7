import { Readable } from 'node:stream'
import type { ExportFormat } from '#contract/analytics.ts'
import type { DayRange } from '#contract/days.ts'
import { csvHead, csvLines } from './csv-writer.ts'
import { jsonHead, jsonLines, jsonTail } from './json-writer.ts'
import { workbook } from './xlsx-writer.ts'

/** A cell's value; numbers of the database may come as their text. */
export type Cell = string | number | null
export type Row = readonly Cell[]
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

/** Rows in pages, so that a million of them costs no million steps. */
export interface Table {
  title: string
  columns: readonly Column[]
  pages: Iterable<readonly Row[]> | AsyncIterable<readonly Row[]>
}

/** What a file is about; `contents` says in words which rows it has. */
export interface Head {
  title: string
  contents: string
  columns: readonly Column[]
}

/** What an export says of itself. */
export interface About {
  dataType: string
  /** The days that it covers; absent for the present state. */
  range?: DayRange
  timeZone: string
  /** ISO time. */
  generatedAt: string
}

export interface Export {
  /** The number of rows, where that is known beforehand. */
  total: number | undefined
  /** A stream is destroyed when the data fails. Destroying it lets go of everything at once. */
  body: Readable | Buffer
}

/** Writes rows as a file while they are read. */
export function tableFile(head: Head, pages: Pages, about: About, format: ExportFormat): Readable {
  switch (format) {
    case 'csv':
      return streamOf(csvPieces(pages, head))
    case 'json':
      return streamOf(jsonPieces(pages, head, about))
    case 'xlsx':
      return workbook(tablesOf(pages, head, about), { zone: about.timeZone })
  }
}

async function* csvPieces(pages: Pages, { columns }: Head): AsyncGenerator<string> {
  yield csvHead(columns)
  for await (const rows of pages) yield csvLines(columns, rows)
}

async function* jsonPieces(
  pages: Pages,
  { columns, contents }: Head,
  about: About,
): AsyncGenerator<string> {
  yield jsonHead({ ...about, contents })
  let isFirst = true
  for await (const rows of pages) {
    yield jsonLines(columns, rows, isFirst)
    isFirst = false
  }
  yield jsonTail
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

/** The last sheet: what the file covers and when it was made. `more` is called when all rows are written. */
export function aboutTable(about: About, contents: string, more: () => readonly Row[]): Table {
  function* pages() {
    const { range, timeZone, generatedAt } = about
    const days: Row[] = range
      ? [
          ['First day', range.start],
          ['Last day', range.end],
        ]
      : []
    yield [
      ['Contents', contents],
      ...days,
      ['Time zone', timeZone],
      ['Made at', `${generatedAt.slice(0, 19).replace('T', ' ')} (UTC)`],
      ...more(),
    ]
  }
  return { title: 'About', columns: ABOUT, pages: pages() }
}

/**
 * A stream that asks for each piece when there is room. A failure destroys it. Unlike with `Readable.from`, destroying
 * it does not wait for the piece under way.
 */
export function streamOf(pieces: AsyncGenerator<string>): Readable {
  return new Readable({
    read() {
      pieces.next().then(
        ({ done, value }) => this.push(done ? null : value),
        (error: Error) => this.destroy(error),
      )
    },
    destroy(error, done) {
      pieces.return(undefined).catch(() => undefined)
      done(error)
    },
  })
}
