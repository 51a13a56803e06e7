import {
  type ImportEncoding,
  type ImportReading,
  type ImportSeparator,
  MOST_ROWS,
} from '#contract/imports.ts'
import { trimUnseen } from '#model/clean-text.ts'
import { fileTooLarge, invalid } from '#server/http/refusal.ts'
import { matchHeads, type TargetField } from './match-columns.ts'

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
export const FIRST_LINES = 10
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

/** The table below its column names: the chosen line, or the first one that is not just a title. */
export async function parseTable(
  all: AsyncGenerator<Line>,
  headLine: number | undefined,
  fields: readonly TargetField[],
): Promise<ParsedFile> {
  const lines = withoutEmpty(all)
  try {
    const first: Line[] = []
    for (let next: Line | undefined; first.length < FIRST_LINES; first.push(next)) {
      next = await nextOf(lines)
      if (!next) break
    }
    if (first.length === 0) throw invalid('The file is empty.')
    let head = headLine === undefined ? headOf(first, fields) : first.find(isLine(headLine))
    // A chosen line can be far below the first ones; those between are not read.
    let last = first.at(-1)
    while (!head && headLine !== undefined && last && last.line < headLine) {
      last = await nextOf(lines)
      if (last?.line === headLine) head = last
    }
    if (!head) {
      const message = `Line ${headLine} holds nothing: it cannot be the head.`
      throw invalid(message, { headLine: message })
    }
    if (head.cells.length > MOST_COLUMNS) throw tooManyColumns()
    const { line } = head
    return {
      headers: head.cells.map((cell) => trimUnseen(String(cell))),
      reading: { headLine: line, preview: first.map(previewOf) },
      batches: batchesOf(
        first.filter((one) => one.line > line),
        lines,
        head.cells.length,
      ),
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

async function nextOf(lines: AsyncGenerator<Line>): Promise<Line | undefined> {
  const next = await lines.next()
  return next.done ? undefined : next.value
}

/** The first line; where it fills no field and one of the next fills two or more, that one. */
function headOf(lines: readonly Line[], fields: readonly TargetField[]): Line | undefined {
  const count = ({ cells }: Line) => countFilled(cells.map(String), fields)
  const [first] = lines
  return first && count(first) > 0 ? first : (lines.find((one) => count(one) >= 2) ?? first)
}

/** The number of fields that columns of these names fill. */
export function countFilled(headers: readonly string[], fields: readonly TargetField[]): number {
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

function isLine(wanted: number): (one: Line) => boolean {
  return ({ line }) => line === wanted
}

/** A line of the preview. */
export function previewOf({ line, cells }: Line) {
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
