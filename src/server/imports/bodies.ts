import type { RowFault } from '#contract/imports.ts'
import { trimUnseen } from '#model/clean-text.ts'
import { getAt, setAt } from '#model/paths.ts'
import type { Data } from '#server/records/shape.ts'
import { nothingFor, type Reading, readCell, saysTheSame } from './cells.ts'
import type { Fillable } from './fillable.ts'
import { withoutZone } from './heads.ts'
import type { KeptCell, KeptColumn } from './kept-imports.ts'
import { errorIn } from './spreadsheet-words.ts'

/** A column that fills a field. */
export interface Filling {
  /** Its place in the file, from 0. */
  at: number
  field: Fillable
  /** The zone of its times, where its head says one. */
  zone: string | undefined
}

/** The columns that fill something, with what they fill. */
export function fillingsOf(
  columns: readonly KeptColumn[],
  fillables: readonly Fillable[],
): readonly Filling[] {
  return columns.flatMap((column, at) => {
    const field = fillables.find(({ path }) => path === column.field)
    return field ? [{ at, field, zone: withoutZone(column.header).zone }] : []
  })
}

/** What a row asks for. */
export interface Body {
  body: Data
  faults: RowFault[]
}

/**
 * The body of a row: of a record that is there what it says otherwise, of a new one what it says at all. An empty cell
 * means no value.
 */
export function bodyOf(
  fillings: readonly Filling[],
  cells: readonly KeptCell[],
  record: Data | undefined,
  reading: Reading,
): Body {
  const faults: RowFault[] = []
  const cleared: Fillable[] = []
  const isSpreadsheet = reading.format !== 'json'
  let body: Data = {}
  for (const { at, field, zone } of fillings) {
    if (field.kind === 'id') continue
    const cell = cells[at] ?? ''
    const own = zone === undefined ? reading : { ...reading, zone }
    if (record && saysTheSame(field, record, cell, own)) continue
    if (isEmpty(cell)) {
      // An empty cell takes no password away.
      if (record && !field.isPassword) cleared.push(field)
      continue
    }
    const fault = unreadable(String(cell), isSpreadsheet)
    const said = fault
      ? { fault: `${field.label}: ${fault}.` }
      : readCell(field, cell, own, record && getAt(record, field.path))
    if ('fault' in said) faults.push({ column: at, message: said.fault })
    else body = setAt(body, field.path, said.value)
  }
  for (const field of cleared) body = without(body, field, fillings, cells)
  return { body, faults }
}

/** Why a cell cannot be read, whatever its field; undefined of one that may be. */
function unreadable(text: string, isSpreadsheet: boolean): string | undefined {
  if (text.includes('\uFFFD')) return 'the cell holds characters that cannot be read'
  return isSpreadsheet ? errorIn(text) : undefined
}

function isEmpty(cell: KeptCell): boolean {
  return typeof cell === 'string' && trimUnseen(cell) === ''
}

/** Takes a value away; with the last one of an object the object. */
function without(
  body: Data,
  field: Fillable,
  fillings: readonly Filling[],
  cells: readonly KeptCell[],
): Data {
  const [top = field.path, ...below] = field.path.split('.')
  const together = fillings.filter((one) => one.field.path.startsWith(`${top}.`))
  const isEmptied = together.every(({ at }) => isEmpty(cells[at] ?? ''))
  return below.length > 0 && isEmptied
    ? { ...body, [top]: null }
    : setAt(body, field.path, nothingFor(field))
}

/** Where in the row the faults of a refusal stand: those of no column are of the row as a whole. */
export function placed(
  message: string,
  fields: Readonly<Record<string, string>> | undefined,
  fillings: readonly Filling[],
): RowFault[] {
  if (!fields || Object.keys(fields).length === 0) return [{ message }]
  return Object.entries(fields).map(([path, words]) => {
    const filling = fillings.find(
      ({ field }) =>
        field.path === path ||
        path.startsWith(`${field.path}.`) ||
        field.path.startsWith(`${path}.`),
    )
    return { ...(filling ? { column: filling.at } : { field: path }), message: words }
  })
}
