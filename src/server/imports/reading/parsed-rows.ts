import type { ImportEncoding, ImportReading, ImportSeparator } from '#contract/imports.ts'
import { invalid } from '#server/http/refusal.ts'
import type { KeptCell, KeptRow } from '../kept-imports.ts'

/** A row as it stands in a file. */
export type FileRow = Pick<KeptRow, 'line' | 'cells' | 'damage'>

/** A file that is read once, by pieces. */
export interface FileRows {
  pieces: AsyncIterable<readonly FileRow[]>
  /** What the heads of its columns say, when all was read. */
  headers(): readonly string[]
  /** How it was read, when all was. */
  reading(): ImportReading
}

/** How a file is to be read; what is absent is found in it. */
export interface ReadingChoice {
  encoding?: ImportEncoding | undefined
  separator?: ImportSeparator | undefined
  sheet?: string | undefined
  headLine?: number | undefined
}

/** What the fields of the resource say to how a file is read. */
export interface Matching {
  /** Whether this names an object whose keys are columns. */
  isGroup(path: string): boolean
  /** Whether this names a field whose values are JSON, so that a text is a text of JSON. */
  isJson(head: string): boolean
  /** How many fields these heads fill. */
  fieldsOf(heads: readonly string[]): number
}

/** So many rows make a piece. */
export const ROWS_OF_A_PIECE = 1000
/** So many lines are shown, and a head is looked for in them. */
export const FIRST_LINES = 10
/** More columns than this are refused before rows are kept: each row would take as many cells. */
export const MOST_COLUMNS = 1000
/** Of a cell that is shown as an example, in characters. */
const LONGEST_EXAMPLE = 80

/** A line of the preview. */
export function previewOf(line: number, cells: readonly KeptCell[]) {
  return { line, cells: cells.slice(0, MOST_COLUMNS).map((cell) => shortened(String(cell))) }
}

export function shortened(text: string): string {
  return text.length > LONGEST_EXAMPLE ? `${text.slice(0, LONGEST_EXAMPLE)}…` : text
}

export function tooManyColumns() {
  return invalid(`A file has at most ${MOST_COLUMNS.toLocaleString('en')} columns.`)
}

/** What PostgreSQL cannot keep of a text is shown as what it is: a character that nobody can read. */
export function storable<Cell extends KeptCell>(cell: Cell): Cell | string {
  return typeof cell === 'string' && (cell.isWellFormed?.() === false || cell.includes('\0'))
    ? cell.replace(UNSTORABLE, '\uFFFD')
    : cell
}
const UNSTORABLE = /\0|\p{Surrogate}/gu
