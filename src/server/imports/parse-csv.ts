import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { IMPORT_SEPARATORS, type ImportSeparator } from '#contract/imports.ts'
import { withoutMarks } from '#server/exports/csv-writer.ts'
import { invalid } from '#server/http/refusal.ts'
import { textOf } from './decode-text.ts'
import {
  FIRST_LINES,
  type FileRows,
  type Line,
  type Matching,
  type ReadingChoice,
  tableRows,
} from './file-rows.ts'

/** What Excel obeys, and writes when it is told to, in the first line: it is no row. */
const SEP_LINE = /^"?sep=([^\r\n"])"?(?:\r\n?|\n|$)/i
const IMPORT_SEPARATOR_NAMES = Object.keys(IMPORT_SEPARATORS) as ImportSeparator[]
/** Longer than the first lines of most files. */
const LONGEST_HEAD = 65_536
/** Of one row, in characters. */
const LONGEST_ROW = 1_000_000

interface Parsed {
  record: string[]
  info: { lines: number }
}

/** Reads CSV as spreadsheets and exports write it, whatever separates its cells, while it comes in. */
export function csvRows(
  bytes: AsyncIterable<Buffer>,
  { encoding, separator, headLine }: ReadingChoice,
  { fieldsOf }: Matching,
): FileRows {
  const { texts, encoding: usedEncoding } = textOf(bytes, encoding)
  let delimiter: string | undefined = separator && IMPORT_SEPARATORS[separator]
  async function* linesOf(): AsyncGenerator<Line> {
    const { head, rest } = await headOf(texts)
    const [sepLine = '', said] = SEP_LINE.exec(head) ?? []
    const used = delimiter ?? said ?? separatorOf(linesIn(head), fieldsOf)
    delimiter = used
    let line = sepLine === '' ? 0 : 1
    let doubled = -line
    for await (const { record, info } of parsed(skipping(rest, sepLine.length), used)) {
      // The parser counts to the end of a record, and an end of two characters within a cell twice.
      line = Math.max(line + 1, info.lines - doubled - countIn(record, /[\r\n]/g))
      doubled += countIn(record, /\r\n/g)
      yield { line, cells: record.map(withoutMarks) }
    }
  }
  const { reading, ...rows } = tableRows(linesOf(), headLine, fieldsOf)
  return {
    ...rows,
    reading: () => {
      const used = IMPORT_SEPARATOR_NAMES.find((name) => IMPORT_SEPARATORS[name] === delimiter)
      return { encoding: usedEncoding(), ...(used && { separator: used }), ...reading() }
    },
  }
}

function countIn(cells: readonly string[], pattern: RegExp): number {
  return cells.reduce((sum, cell) => sum + (cell.match(pattern)?.length ?? 0), 0)
}

async function* parsed(texts: AsyncIterable<string>, delimiter: string): AsyncGenerator<Parsed> {
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: LONGEST_ROW,
    info: true,
  })
  const source = Readable.from(texts)
  source.on('error', (error) => parser.destroy(error))
  source.pipe(parser)
  try {
    for await (const line of parser) yield line as Parsed
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

/** The first lines, and all of the text once more. */
async function headOf(given: AsyncIterable<string>) {
  const texts = given[Symbol.asyncIterator]()
  let head = ''
  while (linesIn(head).length <= FIRST_LINES && head.length < LONGEST_HEAD) {
    const next = await texts.next()
    if (next.done) break
    head += next.value
  }
  async function* rest(): AsyncGenerator<string> {
    if (head !== '') yield head
    yield* { [Symbol.asyncIterator]: () => texts }
  }
  return { head, rest: rest() }
}

/** The text without so many characters at its beginning, which are all in its first piece. */
async function* skipping(texts: AsyncIterable<string>, count: number): AsyncGenerator<string> {
  let left = count
  for await (const text of texts) {
    yield text.slice(left)
    left = 0
  }
}

/** The lines with anything in them, without what stands in quotes: that may hold separators and line ends. */
function linesIn(text: string): string[] {
  return text
    .replace(/"[^"]*("|$)/g, (quoted) => quoted.replace(/[,;\t|\r\n]/g, ' '))
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== '')
}

/**
 * What separates the cells: that by which one of the first lines fills two fields or more, else what the first line
 * with any has most of.
 */
function separatorOf(lines: readonly string[], fieldsOf: Matching['fieldsOf']): string {
  const separators = Object.values(IMPORT_SEPARATORS)
  for (const line of lines.slice(0, FIRST_LINES)) {
    const filled = separators.map((one) =>
      fieldsOf(line.split(one).map((cell) => cell.replaceAll('"', ''))),
    )
    const most = Math.max(...filled)
    if (most >= 2) return separators[filled.indexOf(most)] ?? ','
  }
  const divided = lines.find((line) => separators.some((one) => line.includes(one))) ?? ''
  const counts = separators.map((one) => divided.split(one).length)
  return separators[counts.indexOf(Math.max(...counts))] ?? ','
}
