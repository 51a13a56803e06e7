import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { invalid } from '#server/domain/refusals.ts'
import { withoutMarks } from '#server/insight/export/csv.ts'
import { type FileRow, type FileRows, ROWS_OF_A_PIECE } from './rows.ts'
import { textOf } from './text.ts'

const SEPARATORS = [',', ';', '\t'] as const
/** Longer than any head is. */
const LONGEST_HEAD = 65_536
/** Of one row, in characters. */
const LONGEST_ROW = 1_000_000

interface Line {
  record: string[]
  info: { lines: number }
}

/** Reads CSV as spreadsheets and exports write it, whatever separates its cells, while it comes in. */
export function csvRows(bytes: AsyncIterable<Buffer>): FileRows {
  let headers: readonly string[] = []
  async function* pieces(): AsyncGenerator<readonly FileRow[]> {
    let piece: FileRow[] = []
    let isBegun = false
    let line = 0
    let doubled = 0
    for await (const { record, info } of lines(textOf(bytes))) {
      // The parser counts to the end of a record, and an end of two characters within a cell twice.
      line = Math.max(line + 1, info.lines - doubled - countIn(record, /[\r\n]/g))
      doubled += countIn(record, /\r\n/g)
      if (record.every((cell) => cell.trim() === '')) continue
      const cells = record.map(withoutMarks)
      if (!isBegun) {
        headers = cells.map((cell) => cell.trim())
        isBegun = true
        continue
      }
      piece.push(rowOf(line, cells, headers.length))
      if (piece.length === ROWS_OF_A_PIECE) {
        yield piece
        piece = []
      }
    }
    if (piece.length > 0) yield piece
  }
  return { pieces: pieces(), headers: () => headers }
}

function countIn(cells: readonly string[], pattern: RegExp): number {
  return cells.reduce((sum, cell) => sum + (cell.match(pattern)?.length ?? 0), 0)
}

/** A row with more cells than the head, or with fewer, may be about anything: its author has to look at it. */
function rowOf(line: number, cells: string[], width: number): FileRow {
  const last = cells.findLastIndex((cell) => cell !== '')
  const kept = cells.slice(0, Math.max(width, last + 1))
  const damage =
    cells.length < width || kept.length > width
      ? `The line has ${cells.length} cells, and the head ${width}: a separator or a quote is wrong.`
      : null
  while (kept.length < width) kept.push('')
  return { line, cells: kept, damage }
}

async function* lines(texts: AsyncGenerator<string>): AsyncGenerator<Line> {
  const { head, rest } = await headOf(texts)
  const parser = parse({
    delimiter: separatorOf(head),
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: LONGEST_ROW,
    info: true,
  })
  const source = Readable.from(rest)
  source.on('error', (error) => parser.destroy(error))
  source.pipe(parser)
  try {
    for await (const line of parser) yield line as Line
  } catch (error) {
    throw error instanceof CsvError ? invalid(wordsOf(error)) : error
  } finally {
    source.destroy()
  }
}

function wordsOf({ code, lines: line }: CsvError & { lines?: unknown }): string {
  const where = typeof line === 'number' ? ` near line ${line}` : ''
  switch (code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return `The file cannot be read${where}: a quote is opened and never closed.`
    case 'CSV_MAX_RECORD_SIZE':
      return `The file cannot be read${where}: a row is longer than a million characters. A quote may be missing.`
    default:
      return `The file cannot be read as CSV${where}.`
  }
}

/** The first line, and all of the text once more. */
async function headOf(texts: AsyncGenerator<string>) {
  let begun = ''
  let end = -1
  while (end < 0 && begun.length < LONGEST_HEAD) {
    const next = await texts.next()
    if (next.done) break
    begun += next.value
    end = endOfLine(begun)
  }
  async function* rest(): AsyncGenerator<string> {
    if (begun !== '') yield begun
    yield* texts
  }
  return { head: end < 0 ? begun : begun.slice(0, end), rest: rest() }
}

/** Where the first line with anything in it ends; quotes may hold line ends. */
function endOfLine(text: string): number {
  let isQuoted = false
  let hasBegun = false
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at]
    if (letter === '"') isQuoted = !isQuoted
    const isEnd = letter === '\n' || letter === '\r'
    if (isEnd && !isQuoted && hasBegun) return at
    hasBegun ||= !isEnd
  }
  return -1
}

/** What separates the cells of a head: of the three the one that it has most of, outside of quotes. */
function separatorOf(head: string): string {
  const plain = head.replace(/"[^"]*"/g, '')
  const counts = SEPARATORS.map((separator) => plain.split(separator).length)
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ','
}
