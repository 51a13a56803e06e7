import type { Readable } from 'node:stream'
import type { ExportFormat } from '#contract/analytics.ts'
import { type About, aboutTable } from '../about.ts'
import { csvHead, csvLines } from '../csv-writer.ts'
import type { Export } from '../export.ts'
import type { Row, Table } from '../export-table.ts'
import { jsonHead, jsonLines, jsonTail } from '../json-writer.ts'
import { streamOf } from '../stream.ts'
import { workbook } from '../xlsx/xlsx-workbook.ts'
import type { RowReading } from './export-cursor.ts'
import type { Source } from './export-sources.ts'

export type Pages = AsyncGenerator<readonly Row[]>

/** Rows of the database as a file that is written while they are read. */
export async function rowFile(
  reading: RowReading,
  source: Source,
  about: About,
  format: ExportFormat,
): Promise<Export & { body: Readable }> {
  const rows = await reading.open(source)
  const body = write(rows.pages(), source, about, format)
  rows.onLost((reason) => body.destroy(reason))
  body.once('close', () => rows.close())
  return { total: rows.total, body }
}

/** The rows of a source whose one column is a line each, after a line of its own. */
export async function linesFile(
  reading: RowReading,
  source: Pick<Source, 'select' | 'count'>,
  head: object,
): Promise<Export & { body: Readable }> {
  const rows = await reading.open({ ...source, title: '', contents: '', columns: [] })
  const body = streamOf(linePieces(rows.pages(), head))
  rows.onLost((reason) => body.destroy(reason))
  body.once('close', () => rows.close())
  return { total: rows.total, body }
}

async function* linePieces(pages: Pages, head: object): AsyncGenerator<string> {
  yield `${JSON.stringify(head)}\n`
  for await (const rows of pages) yield rows.map(([line]) => `${line}\n`).join('')
}

type Head = Pick<Source, 'title' | 'columns' | 'contents'>

/** Any rows as a file, written while they are read. */
export function tableFile(head: Head, pages: Pages, about: About, format: ExportFormat): Readable {
  return write(pages, head, about, format)
}

function write(pages: Pages, source: Head, about: About, format: ExportFormat): Readable {
  switch (format) {
    case 'csv':
      return streamOf(csvPieces(pages, source))
    case 'json':
      return streamOf(jsonPieces(pages, source, about))
    case 'xlsx':
      return workbook(tablesOf(pages, source, about), { zone: about.timeZone })
  }
}

async function* csvPieces(pages: Pages, { columns }: Head): AsyncGenerator<string> {
  yield csvHead(columns)
  for await (const rows of pages) yield csvLines(columns, rows)
}

async function* jsonPieces(pages: Pages, source: Head, about: About): AsyncGenerator<string> {
  const { columns, contents } = source
  yield jsonHead({ ...about, contents })
  let isFirst = true
  for await (const rows of pages) {
    yield jsonLines(columns, rows, isFirst)
    isFirst = false
  }
  yield jsonTail
}

/** The rows, then how many they were. */
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
