import { isObject } from '#model/paths.ts'
import { invalid } from '#server/http/refusal.ts'
import { textOf } from './decode-text.ts'
import {
  FIRST_LINES,
  type FileRows,
  type Matching,
  MOST_COLUMNS,
  previewOf,
  type ReadingChoice,
  ROWS_OF_A_PIECE,
  storable,
  tooManyColumns,
} from './file-rows.ts'
import type { Cell, FileRow } from './stage.ts'

const FORM =
  'A JSON file is a list of objects, or an object whose "rows" are such a list, as an export writes it.'

/**
 * Reads the objects of a list, or of the `rows` of an export. Each key is a column; of a group, each key of its object.
 * Numbers stay numbers.
 */
export function jsonRows(
  bytes: AsyncIterable<Buffer>,
  { encoding: chosen }: ReadingChoice,
  { isGroup, isJson }: Matching,
): FileRows {
  const { texts, encoding } = textOf(bytes, chosen)
  const preview: { line: number; cells: string[] }[] = []
  const places = new Map<string, number>()
  const rowOf = (object: Record<string, unknown>, line: number): FileRow => {
    const cells: Cell[] = []
    for (const [path, value] of entriesOf(object, isGroup)) {
      const header = storable(path)
      const at = places.get(header) ?? places.size
      if (at === MOST_COLUMNS) throw tooManyColumns()
      places.set(header, at)
      cells[at] = storable(cellOf(value, isJson(path)))
    }
    return { line, cells: Array.from(cells, (cell) => cell ?? ''), damage: null }
  }
  async function* pieces(): AsyncGenerator<readonly FileRow[]> {
    let text = ''
    for await (const piece of texts) text += piece
    const rows = objectsIn(text).map((object, at) => rowOf(object, at + 2))
    preview.push(...rows.slice(0, FIRST_LINES).map(({ line, cells }) => previewOf(line, cells)))
    for (let from = 0; from < rows.length; from += ROWS_OF_A_PIECE)
      yield rows.slice(from, from + ROWS_OF_A_PIECE)
  }
  return {
    pieces: pieces(),
    headers: () => [...places.keys()],
    reading: () => ({ encoding: encoding(), preview }),
  }
}

function objectsIn(text: string): Record<string, unknown>[] {
  const whole = parsed(text)
  const list = isObject(whole) ? whole.rows : whole
  if (!Array.isArray(list) || !list.every(isObject)) throw invalid(FORM)
  return list
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid(FORM)
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

function cellOf(value: unknown, isJson: boolean): Cell {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || (typeof value === 'string' && !isJson)) return value
  return JSON.stringify(value)
}
