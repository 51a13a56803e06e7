import { MOST_ROWS } from '#contract/imports.ts'
import { isObject } from '#model/paths.ts'
import { createGate, turn } from '#server/http/gate.ts'
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
  tooManyRows,
} from './file-rows.ts'
import type { Cell, FileRow } from './stage.ts'

const FORM =
  'A JSON file is a list of objects, or an object whose "rows" are such a list, as an export writes it.'
/** Of the whole file, in rows times columns: more than one of MOST_JSON_BYTES can fill. */
const MOST_CELLS = 5_000_000
/** Of objects and lists: a short text may hold millions of empty ones, which take much memory. */
const MOST_PARTS = 2_000_000
const TOO_MANY_PARTS = `The file has more than ${MOST_PARTS.toLocaleString('en')} objects and lists. Divide it.`
const OBJECT_BEGINS = '{'.charCodeAt(0)
const LIST_BEGINS = '['.charCodeAt(0)
/** One at a time: each may take much memory. */
const inTurn = createGate(1, 3)

/**
 * Reads the objects of a list, or of the `rows` of an export. Each key is a column; of a group, each key of its object.
 * Numbers stay numbers. Empty cells at a row's end are not kept.
 */
export function jsonRows(
  bytes: AsyncIterable<Buffer>,
  { encoding: chosen }: ReadingChoice,
  { isGroup, isJson }: Matching,
): FileRows {
  const { texts, encoding } = textOf(bytes, chosen)
  const preview: { line: number; cells: string[] }[] = []
  const places = new Map<string, number>()
  /** Finds all columns before the first row is kept, because who reads the rows asks for them then. */
  const findPlaces = (objects: readonly Record<string, unknown>[]) => {
    let count = 0
    for (const object of objects) {
      let width = 0
      for (const [path, value] of entriesOf(object, isGroup)) {
        const header = storable(path)
        const at = places.get(header) ?? places.size
        if (at === MOST_COLUMNS) throw tooManyColumns()
        places.set(header, at)
        if (!isEmpty(value)) width = Math.max(width, at + 1)
      }
      count += width
      if (count > MOST_CELLS) throw tooManyCells()
    }
  }
  const rowOf = (object: Record<string, unknown>, line: number): FileRow => {
    const cells: Cell[] = []
    for (const [path, value] of entriesOf(object, isGroup)) {
      const at = places.get(storable(path))
      if (at !== undefined && !isEmpty(value)) cells[at] = storable(cellOf(value, isJson(path)))
    }
    return { line, cells: Array.from(cells, (cell) => cell ?? ''), damage: null }
  }
  async function* pieces(): AsyncGenerator<readonly FileRow[]> {
    let text = ''
    for await (const piece of texts) text += piece
    const leave = await turn(inTurn)
    try {
      const objects = objectsIn(text)
      text = ''
      findPlaces(objects)
      for (let from = 0; from < objects.length; from += ROWS_OF_A_PIECE) {
        const rows = objects
          .slice(from, from + ROWS_OF_A_PIECE)
          .map((object, at) => rowOf(object, from + at + 2))
        if (from === 0)
          preview.push(
            ...rows.slice(0, FIRST_LINES).map(({ line, cells }) => previewOf(line, cells)),
          )
        yield rows
      }
    } finally {
      leave()
    }
  }
  return {
    pieces: pieces(),
    headers: () => [...places.keys()],
    reading: () => ({ encoding: encoding(), preview }),
  }
}

function tooManyCells() {
  return invalid(
    `The file has more than ${MOST_CELLS.toLocaleString('en')} cells, in rows times columns. Divide it, or leave columns out.`,
  )
}

function objectsIn(text: string): Record<string, unknown>[] {
  if (hasTooManyParts(text)) throw invalid(TOO_MANY_PARTS)
  const whole = parsed(text)
  const list = isObject(whole) ? whole.rows : whole
  if (!Array.isArray(list)) throw invalid(FORM)
  if (list.length > MOST_ROWS) throw tooManyRows()
  const wrong = list.findIndex((one) => !isObject(one))
  if (wrong >= 0) throw invalid(`${FORM} Entry ${wrong + 1} of the list is no object.`)
  return list
}

/** Counts brackets in texts, too: who has so many of them divides the file. */
function hasTooManyParts(text: string): boolean {
  let count = 0
  for (let at = 0; at < text.length && count <= MOST_PARTS; at += 1) {
    const code = text.charCodeAt(at)
    if (code === OBJECT_BEGINS || code === LIST_BEGINS) count += 1
  }
  return count > MOST_PARTS
}

/** Throws 400 with the place of the error, as the parser says it. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const why = error instanceof SyntaxError ? error.message : 'It cannot be read.'
    throw invalid(`This is no JSON: ${why}`)
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

function cellOf(value: unknown, isJson: boolean): Cell {
  if (typeof value === 'number' || (typeof value === 'string' && !isJson)) return value
  return JSON.stringify(value)
}
