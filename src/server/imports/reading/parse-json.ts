import { isObject } from '#model/paths.ts'
import { invalid } from '#server/http/refusal.ts'
import type { KeptCell } from '../kept-imports.ts'
import { textOf } from './decode-text.ts'
import {
  FIRST_LINES,
  type FileRow,
  type FileRows,
  type Matching,
  MOST_COLUMNS,
  previewOf,
  type ReadingChoice,
  ROWS_OF_A_PIECE,
  storable,
  tooManyColumns,
} from './parsed-rows.ts'

/** Of one object, in characters. */
const LONGEST_OBJECT = 1_000_000
const FORM =
  'A JSON file is a list of objects, or an object whose "rows" are such a list, as an export writes it.'

/**
 * Reads the objects of a list, or of the `rows` that an export has, one after the other while the file comes in. Each
 * key is a column; of what is a group, each key of its objects. Numbers stay numbers.
 */
export function jsonRows(
  bytes: AsyncIterable<Buffer>,
  chosen: ReadingChoice,
  { isGroup, isJson }: Matching,
): FileRows {
  const { texts, encoding } = textOf(bytes, chosen.encoding)
  const preview: { line: number; cells: string[] }[] = []
  const headers: string[] = []
  const places = new Map<string, number>()
  const place = (key: string) => {
    const known = places.get(key)
    if (known !== undefined) return known
    if (headers.length === MOST_COLUMNS) throw tooManyColumns()
    places.set(key, headers.length)
    return headers.push(key) - 1
  }
  async function* pieces(): AsyncGenerator<readonly FileRow[]> {
    let piece: FileRow[] = []
    let line = 1
    for await (const text of objectsIn(texts)) {
      line += 1
      const cells: KeptCell[] = []
      for (const [key, value] of flat(objectOf(text, line), isGroup))
        cells[place(storable(key))] = storable(cellOf(value, isJson(key)))
      const row = { line, cells: Array.from(cells, (cell) => cell ?? ''), damage: null }
      if (preview.length < FIRST_LINES) preview.push(previewOf(line, row.cells))
      piece.push(row)
      if (piece.length === ROWS_OF_A_PIECE) {
        yield piece
        piece = []
      }
    }
    if (piece.length > 0) yield piece
  }
  return {
    pieces: pieces(),
    headers: () => headers,
    reading: () => ({ encoding: encoding(), preview }),
  }
}

function objectOf(text: string, line: number): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (isObject(value)) return value
  } catch {
    // Told below.
  }
  throw invalid(`The file cannot be read: object ${line - 1} of its list is no JSON.`)
}

function flat(
  object: Record<string, unknown>,
  isGroup: (path: string) => boolean,
  above = '',
): [string, unknown][] {
  return Object.entries(object).flatMap(([key, value]): [string, unknown][] => {
    const path = above + key
    return isObject(value) && isGroup(path) ? flat(value, isGroup, `${path}.`) : [[path, value]]
  })
}

function cellOf(value: unknown, isJson: boolean): KeptCell {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || (typeof value === 'string' && !isJson)) return value
  return JSON.stringify(value)
}

/** The texts of the objects of the list, whichever of both forms it has. Values beside `rows` are passed over. */
async function* objectsIn(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let depth = 0
  /** The depth of the list's objects, once the list was found. */
  let within = 0
  let isOver = false
  let isText = false
  let isEscaped = false
  /** The object that is being read, and the last text at the top: the key before a list. */
  let object = ''
  let word = ''
  let last = ''
  for await (const text of texts) {
    let from = 0
    for (let at = 0; at < text.length; at += 1) {
      const letter = text[at] ?? ''
      if (isText) {
        if (isEscaped) isEscaped = false
        else if (letter === '\\') isEscaped = true
        else if (letter === '"') {
          isText = false
          last = word
        } else if (depth === 1 && word.length < 20) word += letter
        continue
      }
      switch (letter) {
        case '"':
          if (within > 0 && depth === within) throw invalid(FORM)
          isText = true
          word = ''
          break
        case '{':
          if (within > 0 && depth === within) from = at
          if (depth === 0) last = ''
          depth += 1
          break
        case '[':
          if (within === 0 && !isOver && (depth === 0 || (depth === 1 && last === 'rows')))
            within = depth + 1
          depth += 1
          break
        case '}':
          depth -= 1
          if (within > 0 && depth === within) {
            yield object + text.slice(from, at + 1)
            object = ''
          }
          break
        case ']':
          depth -= 1
          if (within > 0 && depth < within) {
            within = 0
            isOver = true
          }
          break
        default:
          if (within > 0 && depth === within && !/[\s,]/.test(letter)) throw invalid(FORM)
      }
      if (depth < 0) throw invalid(FORM)
    }
    if (within > 0 && depth > within) {
      object += text.slice(from)
      if (object.length > LONGEST_OBJECT)
        throw invalid('The file cannot be read: an object is longer than a million characters.')
    }
  }
  if (!isOver || depth !== 0 || isText) throw invalid(FORM)
}
