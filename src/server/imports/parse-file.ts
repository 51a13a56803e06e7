import { isUtf8 } from 'node:buffer'
import { on } from 'node:events'
import { existsSync } from 'node:fs'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
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
import { withoutMarks } from '#server/http/csv-writer.ts'
import { inTurns } from '#server/http/gate.ts'
import { fileTooLarge, invalid, invalidField } from '#server/http/refusal.ts'
import { isJson, matchHeads, type TargetField } from './match-columns.ts'
import { errorIn, NO_RESULT, SOME_ERROR } from './row-to-body.ts'

/** A cell of a file: typed numbers stay numbers, everything else is a text. */
export type Cell = string | number

/** A row below the column names. */
export interface FileRow {
  line: number
  /** The cells, without empty ones at the end. */
  cells: Cell[]
  /** An error of the line itself. */
  damage: string | null
}

type Line = Pick<FileRow, 'line' | 'cells'>

/** A file up to its rows, which can be read once. */
export interface ParsedFile {
  headers: string[]
  reading: ImportReading
  rows: AsyncIterable<FileRow> | Iterable<FileRow>
  /** Ends the thread of a workbook. */
  close?: () => Promise<unknown>
}

/** How to read a file. Absent values are detected. */
export interface ReadingChoice {
  encoding?: ImportEncoding | undefined
  separator?: ImportSeparator | undefined
  sheet?: string | undefined
  headLine?: number | undefined
}

type Fields = readonly TargetField[]

/** The number of lines in the preview, which are searched for the column names. */
const FIRST_LINES = 10
/** The most cells of a row. */
const MOST_COLUMNS = 1000
/** In characters. */
const LONGEST_SAMPLE = 80
/** The time in which a file must arrive. Less than half a kilobyte a second is refused earlier. */
const LONGEST_UPLOAD_MS = 30 * 60_000

/** Reads a request body. Throws 413 if it has more than `most` bytes, and 400 if it takes too long. */
export async function readBytes(body: AsyncIterable<Buffer>, most: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  const until = performance.now() + LONGEST_UPLOAD_MS
  let length = 0
  for await (const chunk of body) {
    if (performance.now() > until)
      throw invalid('The upload took more than half an hour. Split the file and upload each part.')
    length += chunk.length
    if (length > most) throw fileTooLarge(most)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Finds the column names of a table: in the chosen line, or in the first one that is more than a title. */
async function parseTable(
  all: AsyncGenerator<Line>,
  headLine: number | undefined,
  fields: Fields,
): Promise<ParsedFile> {
  const lines = withoutEmpty(all)
  const first: Line[] = []
  let head: Line | undefined
  // A chosen line can be far below the first ones. The lines between are skipped.
  for (let last = 0; first.length < FIRST_LINES || last < (headLine ?? 0); ) {
    const { value, done } = await lines.next()
    if (done) break
    if (first.length < FIRST_LINES) first.push(value)
    if (value.line === headLine) head = value
    last = value.line
  }
  if (first.length === 0) throw invalid('The file is empty.')
  if (headLine === undefined) head = headOf(first, fields)
  if (!head)
    throw invalidField('headLine', `Line ${headLine} is empty, so it cannot have the column names.`)
  const { line, cells } = head
  if (cells.length > MOST_COLUMNS) throw tooManyColumns()
  async function* rows() {
    for (const one of first) if (one.line > line) yield rowOf(one, cells.length)
    for await (const one of lines) yield rowOf(one, cells.length)
  }
  return {
    headers: cells.map((cell) => trimUnseen(String(cell))),
    reading: { headLine: line, preview: first.map(previewOf) },
    rows: rows(),
  }
}

async function* withoutEmpty(lines: AsyncGenerator<Line>): AsyncGenerator<Line, undefined> {
  for await (const line of lines)
    if (line.cells.some((cell) => trimUnseen(String(cell)) !== '')) yield line
}

/** Returns the first line. If it matches no field and one of the next lines matches two or more, returns that one. */
function headOf(lines: readonly Line[], fields: Fields): Line | undefined {
  const count = ({ cells }: Line) => countFilled(cells.map(String), fields)
  const [first] = lines
  return first && count(first) > 0 ? first : (lines.find((one) => count(one) >= 2) ?? first)
}

/** Returns the number of fields that these column names match. */
function countFilled(headers: readonly string[], fields: Fields): number {
  if (headers.length > MOST_COLUMNS) return 0
  return matchHeads(headers, fields).filter((path) => path !== null).length
}

/** Returns a row. More cells than columns are an error, because the extra cells cannot be mapped. */
function rowOf({ line, cells }: Line, width: number): FileRow {
  const filled = cells.findLastIndex((cell) => cell !== '') + 1
  const damage = `This line has ${filled} cells, but there are ${width} columns. Check its separators and quotes.`
  return {
    ...{ line, cells: cells.slice(0, Math.min(width, filled)) },
    damage: filled > width ? damage : null,
  }
}

function previewOf({ line, cells }: Line) {
  return { line, cells: cells.slice(0, MOST_COLUMNS).map((cell) => shortened(String(cell))) }
}

/** Returns a text for the preview. */
export function shortened(text: string): string {
  return text.length > LONGEST_SAMPLE ? `${storable(text.slice(0, LONGEST_SAMPLE))}…` : text
}

/** Returns a cell with U+FFFD in place of characters that PostgreSQL cannot store. */
export function storable<T extends Cell>(cell: T): T | string {
  return typeof cell === 'string' ? cell.toWellFormed().replaceAll('\0', '\uFFFD') : cell
}

export function tooManyRows() {
  return invalid(
    `A file may have at most ${MOST_ROWS.toLocaleString('en')} rows. Split it into smaller files.`,
  )
}

function tooManyColumns() {
  return invalid(`A file may have at most ${MOST_COLUMNS.toLocaleString('en')} columns.`)
}

const ZIP = Buffer.from([0x50, 0x4b, 0x03, 0x04])
/** Control characters other than TAB and line ends, and bytes without a character. */
const NO_TEXT = /(?![\t\r\n])[\p{Cc}\uFFFD]/u
const CHOOSE = 'The file is neither valid UTF-8 nor Windows-1252. Choose its encoding.'
const NULS =
  'The file is not text in this encoding: it has NUL characters. Save it as CSV in UTF-8, or choose its encoding.'
const DAMAGED = 'The file is not valid UTF-8. Save it as CSV in UTF-8, or choose its encoding.'

/** The bytes that are decoded before other requests get a turn. */
const PIECE = 65_536

/**
 * Decodes a text file in the chosen or detected encoding: UTF-16 by its byte order mark, UTF-8 if valid, else
 * Windows-1252. No chunk ends within a character. Throws 400 if the file is not text or the user must choose the
 * encoding.
 */
async function decodeText(bytes: Buffer, chosen: ImportEncoding | undefined) {
  if (bytes.subarray(0, ZIP.length).equals(ZIP))
    throw invalid('This is not a text file but an Excel workbook or another archive.')
  const encoding = chosen ?? detectEncoding(bytes)
  // The decoder of UTF-16 BE splits characters.
  const isSwapped = encoding === 'utf-16be'
  const source = isSwapped ? Buffer.from(bytes.subarray(0, bytes.length & ~1)).swap16() : bytes
  const decoder = iconv.getDecoder(isSwapped ? 'utf-16le' : encoding)
  const pieces: string[] = []
  for (let at = 0; at < source.length; at += PIECE) {
    const isLast = at + PIECE >= source.length
    const text = decoder.write(source.subarray(at, at + PIECE)) + ((isLast && decoder.end()) || '')
    if (text.includes('\0')) throw invalidField('encoding', NULS)
    if (!chosen && encoding === 'windows-1252' && NO_TEXT.test(text))
      throw invalidField('encoding', CHOOSE)
    // The byte 0x80 has no character there.
    pieces.push(encoding === 'shift_jis' ? text.replaceAll('\x80', '\uFFFD') : text)
    await setImmediate()
  }
  return { pieces, encoding }
}

function detectEncoding(bytes: Buffer): ImportEncoding {
  const mark = bytes.length < 2 ? 0 : bytes.readUInt16BE(0)
  if (mark === 0xfffe) return 'utf-16le'
  if (mark === 0xfeff) return 'utf-16be'
  if (isUtf8(bytes)) return 'utf-8'
  if (isMostlyUtf8(bytes)) throw invalidField('encoding', DAMAGED)
  return 'windows-1252'
}

const MOST_SAMPLED = 100_000

/** Returns whether at least half of the first non-ASCII characters are valid, as in UTF-8 with errors. */
function isMostlyUtf8(bytes: Buffer): boolean {
  const decoder = new TextDecoder()
  let [all, damaged] = [0, 0]
  for (let at = 0; at < bytes.length && all < MOST_SAMPLED; at += PIECE) {
    const stream = at + PIECE < bytes.length
    const text = decoder.decode(bytes.subarray(at, at + PIECE), { stream })
    all += text.match(/\P{ASCII}/gu)?.length ?? 0
    damaged += text.split('\uFFFD').length - 1
  }
  return all >= 2 * damaged
}

/** The first line that tells Excel the separator. It is not a row. */
const SEP_LINE = /^"?sep=([^\r\n"])"?(?:\r\n?|\n|$)/i
/** In characters. */
const LONGEST_ROW = 1_000_000

/** Parses CSV of spreadsheets and exports, with any separator. */
export async function parseCsv(
  bytes: Buffer,
  { encoding: chosen, separator, headLine }: ReadingChoice,
  fields: Fields,
): Promise<ParsedFile> {
  const { pieces, encoding } = await decodeText(bytes, chosen)
  const head = pieces.slice(0, 2).join('')
  const [sepLine = '', said] = SEP_LINE.exec(head) ?? []
  const delimiter = separator ? IMPORT_SEPARATORS[separator] : (said ?? separatorOf(head, fields))
  const used = IMPORT_SEPARATOR_NAMES.find((name) => IMPORT_SEPARATORS[name] === delimiter)
  const file = await parseTable(csvLines(pieces, sepLine, delimiter), headLine, fields)
  const reading = { encoding, ...(used && { separator: used }), ...file.reading }
  return { ...file, reading }
}

async function* csvLines(
  [first = '', ...others]: readonly string[],
  sepLine: string,
  delimiter: string,
): AsyncGenerator<Line> {
  const parser = Readable.from([first.slice(sepLine.length), ...others]).pipe(
    parse({
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: LONGEST_ROW,
    }),
  )
  let line = sepLine === '' ? 1 : 2
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      yield { line, cells: cells.map(withoutMarks) }
      line += 1
      for (const cell of cells) line += cell.match(/\r\n|\r|\n/g)?.length ?? 0
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const { code, lines: at = line } = error as CsvError & { lines?: number }
    throw invalid(
      `The file has an error near line ${at}: ${CSV_FAULTS[code] ?? 'it is not valid CSV'}.`,
    )
  }
}

const CSV_FAULTS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is not closed',
  CSV_MAX_RECORD_SIZE: 'a row is longer than a million characters. A quote may be missing',
}

/**
 * Returns the separator by which one of the first lines matches two fields, else the most frequent one in the first
 * line that has any.
 */
function separatorOf(head: string, fields: Fields): string {
  const separators = Object.values(IMPORT_SEPARATORS)
  const lines = head
    .replace(/"([^"]*)("|$)/g, (_, quoted: string) => quoted.replace(/[,;\t|\r\n]/g, ' '))
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== '')
  const best = (score: (separator: string) => number) =>
    separators
      .map((separator) => ({ separator, score: score(separator) }))
      .reduce((before, one) => (one.score > before.score ? one : before))
  for (const line of lines.slice(0, FIRST_LINES)) {
    const found = best((one) => countFilled(line.split(one), fields))
    if (found.score >= 2) return found.separator
  }
  const divided = lines.find((line) => separators.some((one) => line.includes(one))) ?? ''
  return best((one) => divided.split(one).length).separator
}

const JSON_FORM =
  'A JSON file must be a list of objects, or an object with such a list in "rows", as in an export.'
/** In rows times columns. */
const MOST_CELLS = 5_000_000
/** A short text can have millions of empty objects and lists, which take much memory. */
const MOST_PARTS = 2_000_000

/**
 * Parses a list of objects, or the `rows` of an export. Each key is a column. If a field is an object, each of its keys
 * is a column. Numbers stay numbers.
 */
export async function parseJson(
  bytes: Buffer,
  { encoding: chosen }: ReadingChoice,
  fields: Fields,
): Promise<ParsedFile> {
  const { pieces, encoding } = await decodeText(bytes, chosen)
  const isGroup = (path: string) => fields.some((one) => one.path.startsWith(`${path}.`))
  const jsonHeads = new Set(fields.filter(isJson).flatMap(({ heads }) => heads))
  const columns = new Map<string, number>()
  let cellCount = 0
  const objects = objectsIn(pieces.join(''))
  const rows = await inTurns(objects, (object, index): FileRow => {
    const cells: Cell[] = []
    // Frees each object once it is a row.
    objects[index] = {}
    for (const [path, value] of entriesOf(object, isGroup)) {
      const at = columns.get(path) ?? columns.size
      if (at === MOST_COLUMNS) throw tooManyColumns()
      columns.set(path, at)
      if (value === null || value === '') continue
      const isPlain = typeof value === 'string' && !jsonHeads.has(path)
      cells[at] = isPlain || typeof value === 'number' ? storable(value) : JSON.stringify(value)
    }
    cellCount += cells.length
    if (cellCount > MOST_CELLS) throw tooMany(MOST_CELLS, 'cells, in rows times columns')
    return { line: index + 2, cells: Array.from(cells, (cell) => cell ?? ''), damage: null }
  })
  const preview = rows.slice(0, FIRST_LINES).map(previewOf)
  return { headers: [...columns.keys()], reading: { encoding, preview }, rows }
}

function objectsIn(text: string): Record<string, unknown>[] {
  let parts = 0
  for (const _ of text.matchAll(/[[{]/g))
    if (++parts > MOST_PARTS) throw tooMany(MOST_PARTS, 'objects and lists')
  let whole: unknown
  try {
    whole = JSON.parse(text)
  } catch (error) {
    throw invalid(`This is not valid JSON: ${(error as SyntaxError).message}. ${JSON_FORM}`)
  }
  const list = isObject(whole) ? whole.rows : whole
  if (!Array.isArray(list)) throw invalid(JSON_FORM)
  if (list.length > MOST_ROWS) throw tooManyRows()
  const wrong = list.findIndex((one) => !isObject(one))
  if (wrong >= 0) throw invalid(`${JSON_FORM} Entry ${wrong + 1} of the list is not an object.`)
  return list
}

function tooMany(most: number, what: string) {
  return invalid(
    `The file has more than ${most.toLocaleString('en')} ${what}. Split it into smaller files.`,
  )
}

function entriesOf(
  object: Record<string, unknown>,
  isGroup: (path: string) => boolean,
  above = '',
): [path: string, value: unknown][] {
  return Object.entries(object).flatMap(([key, value]): [string, unknown][] => {
    const path = storable(above + key)
    return isObject(value) && isGroup(path)
      ? entriesOf(value, isGroup, `${path}.`)
      : [[path, value]]
  })
}

/** Limits of the thread that reads a workbook. */
const LIMITS = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 64 }
const PATIENCE_MS = 120_000
const ROWS_AT_ONCE = 1000
/** Marks cells with errors. Texts of workbooks cannot have this character. */
const ERROR_MARK = '\u0001'

const NO_SHEET = 'The workbook has no such sheet.'
const UNREADABLE = 'The workbook cannot be read. Save it again, or save its sheet as CSV.'
const TOO_LARGE = 'The workbook is too large. Save the sheet as CSV and import that.'
const MESSAGES: Readonly<Record<string, string>> = {
  'no-zip': 'This is not a complete Excel workbook (.xlsx). Save older .xls files as .xlsx.',
  'no-workbook': 'This archive is not an Excel workbook.',
  'too-large': TOO_LARGE,
}

/** The first message of workbook-worker.mjs. Each later message is a batch of rows, sent on request. */
type SheetInfo = Pick<ImportReading, 'sheet' | 'sheets' | 'hiddenSheets'> & { width: number }

/**
 * Parses the chosen sheet of a workbook, or the first one that is not the About sheet of an export. Runs in a worker
 * thread, so a file that takes too much memory ends only that thread.
 */
export async function parseXlsx(
  bytes: Buffer,
  { sheet, headLine }: ReadingChoice,
  fields: Fields,
): Promise<ParsedFile> {
  const workerData = { bytes, sheet, noResult: NO_RESULT, errorMark: '_x0001_' }
  const worker = new Worker(workerFile(), { resourceLimits: LIMITS, workerData })
  const timer = setTimeout(() => void worker.terminate(), PATIENCE_MS)
  const close = () => {
    clearTimeout(timer)
    return worker.terminate()
  }
  const messages = on(worker, 'message', { close: ['exit'] })
  /** Returns the next message. Throws 400 with the error that the worker reports, or if it ended. */
  async function next<T>(): Promise<T> {
    const { value } = await messages.next().catch((error) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') return { value: undefined }
      throw error
    })
    const [message] = value ?? [{ fault: 'too-large' }]
    if (message.fault === 'no-sheet') throw invalidField('sheet', NO_SHEET)
    if (message.fault) throw invalid(MESSAGES[message.fault] ?? UNREADABLE)
    return message
  }
  async function* lines(): AsyncGenerator<Line> {
    let line = 0
    for (let isLast = false; !isLast; ) {
      worker.postMessage(ROWS_AT_ONCE)
      const batch = await next<{ rows: Cell[][]; isLast: boolean }>()
      isLast = batch.isLast
      for (const cells of batch.rows) yield { line: ++line, cells: cells.map(cellOf) }
    }
  }
  try {
    const { width, ...info } = await next<SheetInfo>()
    if (width > MOST_COLUMNS) throw tooManyColumns()
    const file = await parseTable(lines(), headLine, fields)
    return { ...file, reading: { ...info, ...file.reading }, close }
  } catch (error) {
    await close()
    throw error
  }
}

function cellOf(cell: Cell): Cell {
  if (typeof cell !== 'string' || !cell.startsWith(ERROR_MARK)) return storable(cell)
  const error = cell.slice(ERROR_MARK.length)
  return errorIn(error) === undefined ? SOME_ERROR : error
}

/** Next to this module in the sources, next to the chunks in the build. */
function workerFile(): URL {
  const found = ['./workbook-worker.mjs', '../workbook-worker.mjs']
    .map((path) => new URL(path, import.meta.url))
    .find((url) => existsSync(url))
  if (!found) throw new Error('workbook-worker.mjs is missing. Run: npm run build')
  return found
}
