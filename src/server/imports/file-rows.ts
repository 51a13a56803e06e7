import {
  type ImportEncoding,
  type ImportReading,
  type ImportSeparator,
  MOST_ROWS,
} from '#contract/imports.ts'
import { trimUnseen } from '#model/clean-text.ts'
import { invalid } from '#server/http/refusal.ts'
import type { Cell, FileRow } from './stage.ts'

/** A file that is read once, by pieces. */
export interface FileRows {
  pieces: AsyncIterable<readonly FileRow[]>
  /** The heads of its columns, from the first piece on. */
  headers(): readonly string[]
  /** How it was read, once all was. */
  reading(): ImportReading
}

/** How to read a file; what is absent is detected. */
export interface ReadingChoice {
  encoding?: ImportEncoding | undefined
  separator?: ImportSeparator | undefined
  sheet?: string | undefined
  headLine?: number | undefined
}

/** What the resource knows of the file's columns. */
export interface Matching {
  /** Whether this path is an object whose keys are columns. */
  isGroup(path: string): boolean
  /** Whether this column fills a field of JSON. */
  isJson(head: string): boolean
  /** The number of fields that these heads fill. */
  fieldsOf(heads: readonly string[]): number
}

export const ROWS_OF_A_PIECE = 1000
/** The lines of the preview, among which the head is searched. */
export const FIRST_LINES = 10
/** The most columns: each row would have as many cells. */
export const MOST_COLUMNS = 1000
/** The longest example of a cell, in characters. */
const LONGEST_EXAMPLE = 80

/** A line of the preview. */
export function previewOf(line: number, cells: readonly Cell[]) {
  return { line, cells: cells.slice(0, MOST_COLUMNS).map((cell) => shortened(String(cell))) }
}

export function shortened(text: string): string {
  return text.length > LONGEST_EXAMPLE ? `${text.slice(0, LONGEST_EXAMPLE)}…` : text
}

export function tooManyRows() {
  return invalid(`A file has at most ${MOST_ROWS.toLocaleString('en')} rows. Divide it.`)
}

export function tooManyColumns() {
  return invalid(`A file has at most ${MOST_COLUMNS.toLocaleString('en')} columns.`)
}

/** What PostgreSQL cannot keep of a text is shown as what it is: a character that nobody can read. */
export function storable<T extends Cell>(cell: T): T | string {
  return typeof cell === 'string' && (cell.isWellFormed?.() === false || cell.includes('\0'))
    ? cell.replace(UNSTORABLE, '\uFFFD')
    : cell
}
const UNSTORABLE = /\0|\p{Surrogate}/gu

/** A line of a table, its head among them. */
export interface Line {
  line: number
  cells: readonly Cell[]
}

/** The rows below the head of a table: the chosen line, or the first one that is not plainly a title. */
export function tableRows(
  lines: AsyncIterable<Line>,
  chosen: number | undefined,
  fieldsOf: Matching['fieldsOf'],
): FileRows {
  let headers: readonly string[] = []
  let headLine = 0
  const preview: { line: number; cells: string[] }[] = []
  async function* pieces(): AsyncGenerator<readonly FileRow[]> {
    let first: Line[] | undefined = []
    let piece: FileRow[] = []
    const begin = (seen: readonly Line[]) => {
      const head = chosen === undefined ? headOf(seen, fieldsOf) : seen.find(isLine(chosen))
      if (!head) return
      if (head.cells.length > MOST_COLUMNS) throw tooManyColumns()
      headLine = head.line
      headers = textsOf(head).map(trimUnseen)
      piece.push(
        ...seen.filter(({ line }) => line > headLine).map((one) => rowOf(one, headers.length)),
      )
    }
    for await (const one of lines) {
      if (isEmpty(one)) continue
      if (preview.length < FIRST_LINES) preview.push(previewOf(one.line, one.cells))
      if (!first) piece.push(rowOf(one, headers.length))
      else {
        // Of lines far below the first only the chosen one may be the head.
        if (first.length < FIRST_LINES || chosen === one.line) first.push(one)
        if (chosen === undefined ? first.length === FIRST_LINES : chosen <= one.line) {
          begin(first)
          first = undefined
        }
      }
      if (chosen !== undefined && !first && headLine === 0) break
      if (piece.length >= ROWS_OF_A_PIECE) {
        yield piece
        piece = []
      }
    }
    if (first) begin(first)
    if (preview.length > 0 && headLine === 0) {
      const words = `Line ${chosen} holds nothing: it cannot be the head.`
      throw invalid(words, { headLine: words })
    }
    if (piece.length > 0) yield piece
  }
  return { pieces: pieces(), headers: () => headers, reading: () => ({ headLine, preview }) }
}

/** The first line; where that fills no field, and one of the next at least two, that one. */
function headOf(lines: readonly Line[], fieldsOf: Matching['fieldsOf']): Line | undefined {
  const [first] = lines
  if (!first || fieldsOf(textsOf(first)) > 0) return first
  return lines.find((one) => fieldsOf(textsOf(one)) >= 2) ?? first
}

/** A row with fewer cells than the head has empty ones at its end, which are not kept; one with more may be about anything. */
function rowOf({ line, cells: all }: Line, width: number): FileRow {
  const filled = all.findLastIndex((cell) => cell !== '') + 1
  const damage =
    filled > width
      ? `The line has ${filled} cells, and the head ${width}: a separator or a quote is wrong.`
      : null
  return { line, cells: all.slice(0, Math.min(width, filled)), damage }
}

function isLine(wanted: number): (one: Line) => boolean {
  return ({ line }) => line === wanted
}

function isEmpty({ cells }: Line): boolean {
  return cells.every((cell) => typeof cell === 'string' && trimUnseen(cell) === '')
}

function textsOf({ cells }: Line): string[] {
  return cells.map(String)
}
