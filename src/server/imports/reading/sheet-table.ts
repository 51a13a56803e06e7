import { trimUnseen } from '#model/clean-text.ts'
import { invalid } from '#server/http/refusal.ts'
import type { KeptCell } from '../kept-imports.ts'
import {
  FIRST_LINES,
  type FileRow,
  type FileRows,
  type Matching,
  MOST_COLUMNS,
  previewOf,
  ROWS_OF_A_PIECE,
  tooManyColumns,
} from './parsed-rows.ts'

/** A line of a table, its head among them. */
export interface Line {
  line: number
  cells: readonly KeptCell[]
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
