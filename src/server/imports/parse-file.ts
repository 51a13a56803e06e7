import { isAscii, isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'
import iconv from 'iconv-lite'
import {
  IMPORT_SEPARATOR_NAMES,
  IMPORT_SEPARATORS,
  type ImportEncoding,
  type ImportReading,
  type ImportSeparator,
  MOST_ROWS,
} from '#contract/imports.ts'
import { trimUnseen } from '#model/clean-text.ts'
import { isObject } from '#model/paths.ts'
import { withoutMarks } from '#server/exports/csv-writer.ts'
import { fileTooLarge, invalid } from '#server/http/refusal.ts'
import { isJson, matchHeads, type TargetField } from './match-columns.ts'

/** A cell of a file: typed numbers stay numbers, everything else is a text. */
export type Cell = string | number

/** A line of a table, including the line with the column names. */
export interface Line {
  line: number
  cells: readonly Cell[]
}

/** A row below the column names. */
export interface FileRow {
  line: number
  /** Without the empty cells at its end. */
  cells: Cell[]
  /** An error of the line itself. */
  damage: string | null
}

/** A file up to its rows, which can be read once. */
export interface ParsedFile {
  headers: string[]
  reading: ImportReading
  batches: AsyncIterable<FileRow[]> | Iterable<FileRow[]>
  /** Releases what is open when not all rows were read. */
  close(): Promise<unknown>
}

/** How to read a file; what is absent is detected. */
export interface ReadingChoice {
  encoding?: ImportEncoding | undefined
  separator?: ImportSeparator | undefined
  sheet?: string | undefined
  headLine?: number | undefined
}

export const BATCH_ROWS = 1000
/** The lines of the preview, among which the column names are searched. */
const FIRST_LINES = 10
/** Each row has at most as many cells. */
export const MOST_COLUMNS = 1000
/** In characters. */
const LONGEST_SAMPLE = 80

/** A file has to arrive within this time. Less than half a kilobyte a second is refused earlier. */
const LONGEST_UPLOAD_MS = 30 * 60_000

/** Reads a request body. Throws 413 when it has more bytes than `most`, and 400 when it takes too long. */
export async function readBytes(body: AsyncIterable<Buffer>, most: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  const until = performance.now() + LONGEST_UPLOAD_MS
  let length = 0
  for await (const chunk of body) {
    if (performance.now() > until)
      throw invalid(
        'The file took more than half an hour to arrive. Divide it, and send each part.',
      )
    length += chunk.length
    if (length > most) throw fileTooLarge(most)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Finds the column names of a table: the chosen line, or the first one that is not just a title. */
export async function parseTable(
  all: AsyncGenerator<Line>,
  headLine: number | undefined,
  fields: readonly TargetField[],
): Promise<ParsedFile> {
  const lines = withoutEmpty(all)
  try {
    const first: Line[] = []
    let head: Line | undefined
    // A chosen line can be far below the first ones; those between are skipped.
    for (let last = 0; first.length < FIRST_LINES || last < (headLine ?? 0); ) {
      const next: IteratorResult<Line, undefined> = await lines.next()
      if (next.done) break
      if (first.length < FIRST_LINES) first.push(next.value)
      if (next.value.line === headLine) head = next.value
      last = next.value.line
    }
    if (first.length === 0) throw invalid('The file is empty.')
    if (headLine === undefined) head = headOf(first, fields)
    if (!head) {
      const message = `Line ${headLine} holds nothing: it cannot be the head.`
      throw invalid(message, { headLine: message })
    }
    const { line, cells } = head
    if (cells.length > MOST_COLUMNS) throw tooManyColumns()
    const below = first.filter((one) => one.line > line)
    return {
      headers: cells.map((cell) => trimUnseen(String(cell))),
      reading: { headLine: line, preview: first.map(previewOf) },
      batches: batchesOf(below, lines, cells.length),
      close: () => lines.return(undefined),
    }
  } catch (error) {
    await lines.return(undefined)
    throw error
  }
}

async function* withoutEmpty(lines: AsyncGenerator<Line>): AsyncGenerator<Line> {
  for await (const line of lines)
    if (line.cells.some((cell) => trimUnseen(String(cell)) !== '')) yield line
}

/** The first line; where it fills no field and one of the next fills two or more, that one. */
function headOf(lines: readonly Line[], fields: readonly TargetField[]): Line | undefined {
  const count = ({ cells }: Line) => countFilled(cells.map(String), fields)
  const [first] = lines
  return first && count(first) > 0 ? first : (lines.find((one) => count(one) >= 2) ?? first)
}

/** The number of fields that columns of these names fill. */
function countFilled(headers: readonly string[], fields: readonly TargetField[]): number {
  if (headers.length > MOST_COLUMNS) return 0
  return matchHeads(headers, fields).filter((path) => path !== null).length
}

async function* batchesOf(
  first: readonly Line[],
  rest: AsyncGenerator<Line>,
  width: number,
): AsyncGenerator<FileRow[]> {
  let batch = first.map((line) => rowOf(line, width))
  for await (const line of rest) {
    batch.push(rowOf(line, width))
    if (batch.length < BATCH_ROWS) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** A row with more cells than columns is an error: which cells belong together is not known. */
function rowOf({ line, cells }: Line, width: number): FileRow {
  const filled = cells.findLastIndex((cell) => cell !== '') + 1
  const damage =
    filled > width
      ? `The line has ${filled} cells, and the head ${width}: a separator or a quote is wrong.`
      : null
  return { line, cells: cells.slice(0, Math.min(width, filled)), damage }
}

/** A line of the preview. */
function previewOf({ line, cells }: Line) {
  return { line, cells: cells.slice(0, MOST_COLUMNS).map((cell) => shortened(String(cell))) }
}

export function shortened(text: string): string {
  return text.length > LONGEST_SAMPLE ? `${text.slice(0, LONGEST_SAMPLE)}…` : text
}

/** A cell with U+FFFD in place of characters that PostgreSQL cannot store. */
export function storable<T extends Cell>(cell: T): T | string {
  return typeof cell === 'string' ? cell.toWellFormed().replaceAll('\0', '\uFFFD') : cell
}

export function tooManyRows() {
  return invalid(`A file has at most ${MOST_ROWS.toLocaleString('en')} rows. Divide it.`)
}

export function tooManyColumns() {
  return invalid(`A file has at most ${MOST_COLUMNS.toLocaleString('en')} columns.`)
}

const ZIP = Buffer.from([0x50, 0x4b, 0x03, 0x04])
/** Control characters other than TAB and line ends, and bytes without a character. */
const NO_TEXT = /(?![\t\r\n])[\p{Cc}\uFFFD]/u
const CHOOSE =
  'The file is not in UTF-8, and in Windows-1252 some of its characters cannot be read. Choose its encoding.'
const NULS =
  'This is no text file in this encoding: it holds NUL characters. Save it as CSV in UTF-8, or choose its encoding.'
const DAMAGED =
  'The file is not all in UTF-8: some of its characters cannot be read. Save it again as CSV in UTF-8, or choose its encoding.'

/** Bytes that are decoded before other requests get a turn. */
const PIECE = 65_536

/**
 * Decodes a text file in the chosen encoding, or in the detected one: UTF-16 by its byte order mark, UTF-8 where it is
 * valid, else Windows-1252. No piece of the text ends within a surrogate pair. Throws 400 for what is no text, and when
 * the encoding has to be chosen.
 */
async function decodeText(bytes: Buffer, chosen: ImportEncoding | undefined) {
  if (bytes.subarray(0, ZIP.length).equals(ZIP))
    throw invalid('This is no text file but an Excel workbook or another archive.')
  const encoding = chosen ?? detectEncoding(bytes)
  const decoder = iconv.getDecoder(encoding)
  const pieces: string[] = []
  let rest = ''
  for (let at = 0; at < bytes.length; at += PIECE) {
    const isLast = at + PIECE >= bytes.length
    const decoded =
      decoder.write(bytes.subarray(at, at + PIECE)) + ((isLast && decoder.end()) || '')
    // Control characters of a code page mean that a byte has no character in it.
    const text = encoding.startsWith('utf') ? decoded : decoded.replace(/[\x80-\x9F]/g, '\uFFFD')
    if (text.includes('\0')) throw invalid(NULS, { encoding: NULS })
    if (!chosen && encoding === 'windows-1252' && NO_TEXT.test(text))
      throw invalid(CHOOSE, { encoding: CHOOSE })
    const whole = rest + text
    // The CSV parser encodes each piece, so a surrogate pair must not be split.
    const end = whole.length - (!isLast && /[\uD800-\uDBFF]$/.test(whole.slice(-1)) ? 1 : 0)
    pieces.push(whole.slice(0, end))
    rest = whole.slice(end)
    await setImmediate()
  }
  return { pieces, encoding }
}

function detectEncoding(bytes: Buffer): ImportEncoding {
  const mark = bytes.length < 2 ? 0 : bytes.readUInt16BE(0)
  if (mark === 0xfffe) return 'utf-16le'
  if (mark === 0xfeff) return 'utf-16be'
  if (isUtf8(bytes)) return 'utf-8'
  if (isMostlyUtf8(bytes)) throw invalid(DAMAGED, { encoding: DAMAGED })
  return 'windows-1252'
}

const SAMPLE_BYTES = 1024
const MOST_SAMPLED = 100_000

/** True when at least half of the first characters beyond ASCII are valid: UTF-8 with errors. */
function isMostlyUtf8(bytes: Buffer): boolean {
  const decoder = new TextDecoder()
  let valid = 0
  let damaged = 0
  for (let at = 0; at < bytes.length && valid + damaged < MOST_SAMPLED; at += SAMPLE_BYTES) {
    const sample = bytes.subarray(at, at + SAMPLE_BYTES)
    if (isAscii(sample)) continue
    for (const letter of decoder.decode(sample, { stream: true }))
      if (letter === '\uFFFD') damaged += 1
      else if (letter > '\x7F') valid += 1
  }
  return valid >= damaged
}

/** The first line that Excel reads the separator from. It is no row. */
const SEP_LINE = /^"?sep=([^\r\n"])"?(?:\r\n?|\n|$)/i
/** Characters in which the separator is detected, and of one row. */
const LONGEST_HEAD = 65_536
const LONGEST_ROW = 1_000_000

/** Parses CSV as spreadsheets and exports write it, with any separator. */
export async function parseCsv(
  bytes: Buffer,
  { encoding: chosen, separator, headLine }: ReadingChoice,
  fields: readonly TargetField[],
): Promise<ParsedFile> {
  const { pieces, encoding } = await decodeText(bytes, chosen)
  // A piece of UTF-16 has half as many characters as bytes.
  const head = pieces.slice(0, 4).join('').slice(0, LONGEST_HEAD)
  const [sepLine = '', said] = SEP_LINE.exec(head) ?? []
  const delimiter = separator
    ? IMPORT_SEPARATORS[separator]
    : (said ?? separatorOf(linesIn(head), fields))
  const used = IMPORT_SEPARATOR_NAMES.find((name) => IMPORT_SEPARATORS[name] === delimiter)
  const file = await parseTable(csvLines(pieces, sepLine, delimiter), headLine, fields)
  const reading = { encoding, ...(used && { separator: used }), ...file.reading }
  return { ...file, reading }
}

async function* csvLines(
  pieces: readonly string[],
  sepLine: string,
  delimiter: string,
): AsyncGenerator<Line> {
  const [first = '', ...others] = pieces
  const parser = Readable.from([first.slice(sepLine.length), ...others]).pipe(
    parse({
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: LONGEST_ROW,
      info: true,
    }),
  )
  let line = sepLine === '' ? 0 : 1
  let doubled = -line
  try {
    for await (const parsed of parser) {
      const { record, info } = parsed as { record: string[]; info: { lines: number } }
      // The parser counts up to the end of a row, and a CRLF within a cell twice.
      const ends = record.flatMap((cell) => cell.match(/\r\n|\r|\n/g) ?? [])
      const crlf = ends.filter((end) => end === '\r\n').length
      line = Math.max(line + 1, info.lines - doubled - ends.length - crlf)
      doubled += crlf
      yield { line, cells: record.map(withoutMarks) }
    }
  } catch (error) {
    throw error instanceof CsvError ? invalid(csvMessage(error)) : error
  }
}

function csvMessage({ code, lines: line }: CsvError & { lines?: unknown }): string {
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

/** Lines that are not empty, without separators and line ends in quotes. */
function linesIn(text: string): string[] {
  return text
    .replace(/"[^"]*("|$)/g, (quoted) => quoted.replace(/[,;\t|\r\n]/g, ' '))
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== '')
}

/** The separator by which one of the first lines fills two fields, else the most frequent one of the first line with any. */
function separatorOf(lines: readonly string[], fields: readonly TargetField[]): string {
  const separators = Object.values(IMPORT_SEPARATORS)
  const best = (score: (separator: string) => number) => {
    const scores = separators.map(score)
    const most = Math.max(...scores)
    return { most, separator: separators[scores.indexOf(most)] ?? ',' }
  }
  for (const line of lines.slice(0, FIRST_LINES)) {
    const plain = line.replaceAll('"', '')
    const { most, separator } = best((one) => countFilled(plain.split(one), fields))
    if (most >= 2) return separator
  }
  const divided = lines.find((line) => separators.some((one) => line.includes(one))) ?? ''
  return best((one) => divided.split(one).length).separator
}

const JSON_FORM =
  'A JSON file is a list of objects, or an object whose "rows" are such a list, as an export writes it.'
/** In rows times columns. */
const MOST_CELLS = 5_000_000
/** A short text can hold millions of empty objects and lists, which take much memory. */
const MOST_PARTS = 2_000_000

/**
 * Parses a list of objects, or the `rows` of an export. Each key is a column; where fields are below a key, each key of
 * its object. Numbers stay numbers.
 */
export async function parseJson(
  bytes: Buffer,
  { encoding: chosen }: ReadingChoice,
  fields: readonly TargetField[],
): Promise<ParsedFile> {
  const { pieces, encoding } = await decodeText(bytes, chosen)
  const isGroup = (path: string) => fields.some((one) => one.path.startsWith(`${path}.`))
  const jsonFields = fields.filter(isJson)
  const isJsonColumn = (path: string) => jsonFields.some(({ heads }) => heads.includes(path))
  const objects = objectsIn(pieces.join(''))
  const columns = new Map<string, { at: number; isJson: boolean }>()
  const valuesOf = (object: Record<string, unknown>) =>
    entriesOf(object, isGroup).map(([path, value]) => ({ path: storable(path), value }))
  let count = 0
  for (const object of objects) {
    let width = 0
    for (const { path, value } of valuesOf(object)) {
      const column = columns.get(path) ?? { at: columns.size, isJson: isJsonColumn(path) }
      if (column.at === MOST_COLUMNS) throw tooManyColumns()
      columns.set(path, column)
      if (!isEmpty(value)) width = Math.max(width, column.at + 1)
    }
    count += width
    if (count > MOST_CELLS) throw tooMany(MOST_CELLS, 'cells, in rows times columns')
  }
  const rowOf = (object: Record<string, unknown>, index: number): FileRow => {
    const cells: Cell[] = []
    for (const { path, value } of valuesOf(object)) {
      const column = columns.get(path)
      if (column && !isEmpty(value)) cells[column.at] = storable(cellOf(value, column.isJson))
    }
    return { line: index + 2, cells: Array.from(cells, (cell) => cell ?? ''), damage: null }
  }
  function* batches() {
    for (let from = 0; from < objects.length; from += BATCH_ROWS)
      yield objects.slice(from, from + BATCH_ROWS).map((one, at) => rowOf(one, from + at))
  }
  const preview = objects.slice(0, FIRST_LINES).map((one, at) => previewOf(rowOf(one, at)))
  return {
    ...{ headers: [...columns.keys()], reading: { encoding, preview }, batches: batches() },
    close: async () => undefined,
  }
}

function objectsIn(text: string): Record<string, unknown>[] {
  let parts = 0
  for (const _ of text.matchAll(/[[{]/g))
    if (++parts > MOST_PARTS) throw tooMany(MOST_PARTS, 'objects and lists')
  const whole = parsed(text)
  const list = isObject(whole) ? whole.rows : whole
  if (!Array.isArray(list)) throw invalid(JSON_FORM)
  if (list.length > MOST_ROWS) throw tooManyRows()
  const wrong = list.findIndex((one) => !isObject(one))
  if (wrong >= 0) throw invalid(`${JSON_FORM} Entry ${wrong + 1} of the list is no object.`)
  return list
}

function tooMany(most: number, what: string) {
  return invalid(`The file has more than ${most.toLocaleString('en')} ${what}. Divide it.`)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const why = error instanceof SyntaxError ? error.message : 'it cannot be read'
    throw invalid(`This is no JSON: ${why}. ${JSON_FORM}`)
  }
}

function entriesOf(
  object: Record<string, unknown>,
  isGroup: (path: string) => boolean,
  above = '',
): [path: string, value: unknown][] {
  return Object.entries(object).flatMap(([key, value]): [string, unknown][] => {
    const path = above + key
    return isObject(value) && isGroup(path)
      ? entriesOf(value, isGroup, `${path}.`)
      : [[path, value]]
  })
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === ''
}

function cellOf(value: unknown, isJsonColumn: boolean): Cell {
  if (typeof value === 'number' || (typeof value === 'string' && !isJsonColumn)) return value
  return JSON.stringify(value)
}
