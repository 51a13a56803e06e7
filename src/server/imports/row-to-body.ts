import * as z from 'zod'
import type { ImportFormat, RowFault } from '#contract/imports.ts'
import { trimUnseen } from '#model/clean-text.ts'
import { splitAtCommas } from '#model/comma-list.ts'
import { isSameValue } from '#model/field-changes.ts'
import { getAt, isObject, setAt } from '#model/paths.ts'
import { clears } from '#model/validate.ts'
import { localTime, timeFrom } from '#server/db/days.ts'
import { keptInCell } from '#server/exports/xlsx-writer.ts'
import { type Data, isId } from '#server/records/shape.ts'
import { type TargetField, withoutZone } from './match-columns.ts'
import { type Forms, readDate, readNumber } from './number-date-formats.ts'
import { errorIn, NO, plainWord, YES } from './spreadsheet-words.ts'
import type { Cell, StagedColumn } from './stage.ts'

/** A column that fills a field. */
export interface MappedColumn {
  /** Its place in the file, from 0. */
  at: number
  field: TargetField
  /** The zone of its times, where its head says one. */
  zone: string | undefined
}

/** The columns that fill something, with what they fill. */
export function mappedColumns(
  columns: readonly StagedColumn[],
  fields: readonly TargetField[],
): readonly MappedColumn[] {
  return columns.flatMap((column, at) => {
    const field = fields.find(({ path }) => path === column.field)
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
export function rowToBody(
  mapped: readonly MappedColumn[],
  cells: readonly Cell[],
  record: Data | undefined,
  reading: Reading,
): Body {
  const faults: RowFault[] = []
  const cleared: TargetField[] = []
  const isSpreadsheet = reading.format !== 'json'
  let body: Data = {}
  for (const { at, field, zone } of mapped) {
    if (field.kind === 'id') continue
    const cell = cells[at] ?? ''
    const own = zone === undefined ? reading : { ...reading, zone }
    if (record && isUnchanged(field, record, cell, own)) continue
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
  for (const field of cleared) body = without(body, field, mapped, cells)
  return { body, faults }
}

/** Why a cell cannot be read, whatever its field; undefined of one that may be. */
function unreadable(text: string, isSpreadsheet: boolean): string | undefined {
  if (text.includes('\uFFFD')) return 'the cell holds characters that cannot be read'
  return isSpreadsheet ? errorIn(text) : undefined
}

function isEmpty(cell: Cell): boolean {
  return typeof cell === 'string' && trimUnseen(cell) === ''
}

/** Takes a value away; with the last one of an object the object. */
function without(
  body: Data,
  field: TargetField,
  mapped: readonly MappedColumn[],
  cells: readonly Cell[],
): Data {
  const [top = field.path, ...below] = field.path.split('.')
  const together = mapped.filter((one) => one.field.path.startsWith(`${top}.`))
  const isEmptied = together.every(({ at }) => isEmpty(cells[at] ?? ''))
  return below.length > 0 && isEmptied
    ? { ...body, [top]: null }
    : setAt(body, field.path, nothingFor(field))
}

/** Where in the row the faults of a refusal stand: those of no column are of the row as a whole. */
export function placed(
  message: string,
  fields: Readonly<Record<string, string>> | undefined,
  mapped: readonly MappedColumn[],
): RowFault[] {
  if (!fields || Object.keys(fields).length === 0) return [{ message }]
  return Object.entries(fields).map(([path, words]) => {
    const filling = mapped.find(
      ({ field }) =>
        field.path === path ||
        path.startsWith(`${field.path}.`) ||
        field.path.startsWith(`${path}.`),
    )
    return { ...(filling ? { column: filling.at } : { field: path }), message: words }
  })
}

/** What reading the cells of a column takes besides its field. */
export interface Reading {
  /** Of times that say none. */
  zone: string
  format: ImportFormat
  forms: Forms
  /** By resource, the ids of the records that are called so; undefined where names may not be read. */
  ids: ReadonlyMap<string, ReadonlyMap<string, readonly string[]> | undefined>
}

/** What a cell says: a value for the field, or why it says none. */
export type Said = { value: unknown } | { fault: string }

const NO_NAMES: ReadonlyMap<string, string> = new Map()

/**
 * Whether a cell says what an export would write of the record as it is. Such a cell asks for nothing: so a file that
 * was exported changes nothing, whatever of a value the format could not keep.
 */
function isUnchanged(
  field: TargetField,
  record: Data,
  cell: Cell,
  { zone, forms }: Pick<Reading, 'zone' | 'forms'>,
): boolean {
  const text = String(cell)
  const value = getAt(record, field.path)
  if (!field.exported) return text === '' && value === undefined
  const [exported] = field.exported(value, NO_NAMES, record)
  if (exported === null || exported === undefined || exported === '') return trimUnseen(text) === ''
  if (field.kind === 'number')
    return exported === (typeof cell === 'number' ? cell : numberIn(text, forms.numbers))
  const written = String(exported)
  if (text === written || text === keptInCell(written)) return true
  if (field.kind === 'date') return trimUnseen(text) === localTime(written, zone)
  if (isJson(field)) return isSameValue(parsed(text), value)
  return false
}

/** What takes a value away; null where the field cannot be without one, which its schema then says. */
function nothingFor({ kind, schema, isMany }: TargetField): unknown {
  if (schema && clears(schema, null)) return null
  if (kind === 'list' || isMany) return []
  return kind === 'text' && schema && z.safeParse(schema, '').success ? '' : null
}

/** Reads a cell that is not empty. What is no value of the kind is given as it stands: the schema says why. */
export function readCell(field: TargetField, cell: Cell, reading: Reading, held: unknown): Said {
  if (typeof cell === 'number' && field.kind === 'number') return { value: cell }
  const text = String(cell)
  if (field.to !== undefined) return readReference(field, field.to, text, reading, held)
  if (isJson(field)) {
    const value = parsed(text)
    return value === undefined
      ? { fault: `${field.label} must be JSON, as an export writes it.` }
      : { value }
  }
  if (field.kind === 'list') {
    const list = parsed(text)
    const entries = Array.isArray(list) ? list : splitAtCommas(text)
    const said = entries.map((one) =>
      typeof one === 'string'
        ? plain(field.element ?? 'text', one, field, reading)
        : { value: one as unknown },
    )
    const faulty = said.find((one) => 'fault' in one)
    return faulty ?? { value: said.map((one) => ('value' in one ? one.value : undefined)) }
  }
  return plain(field.kind, text, field, reading)
}

/** The names and ids that a cell of references may mean. */
export function namesIn({ isMany }: TargetField, text: string): string[] {
  const whole = trimUnseen(text)
  const all = isMany ? [whole, ...splitAtCommas(text)] : [whole]
  return [...new Set(all)].filter((one) => one !== '' && !isId(one))
}

function readReference(
  field: TargetField,
  to: string,
  text: string,
  { ids }: Reading,
  held: unknown,
): Said {
  const names = ids.get(to)
  const has = new Set([held].flat().map(String))
  const faults: string[] = []
  const find = (word: string): string => {
    if (isId(word)) return word.toLowerCase()
    const found = names?.get(word) ?? []
    const [first, second] = found
    const own = found.find((id) => has.has(id))
    if (own !== undefined) return own
    if (names === undefined) faults.push(`${field.label} takes ids here, not names.`)
    else if (first === undefined) faults.push(`${field.label}: there is no '${word}'.`)
    else if (second !== undefined)
      faults.push(`${field.label}: several are called '${word}'. Write the id of the one you mean.`)
    return first ?? ''
  }
  const whole = trimUnseen(text)
  const value = !field.isMany
    ? find(whole)
    : names?.get(whole)?.length
      ? [find(whole)]
      : splitAtCommas(text).map(find)
  return faults.length > 0 ? { fault: [...new Set(faults)].join(' ') } : { value }
}

export function isJson({ kind, element }: TargetField): boolean {
  if (kind === 'list')
    return element === 'object' || element === 'list' || element === 'json' || element === 'other'
  return kind === 'json' || kind === 'other' || kind === 'object'
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) || Array.isArray(value) || value !== null ? value : undefined
  } catch {
    return undefined
  }
}

function plain(kind: string, text: string, field: TargetField, { zone, forms }: Reading): Said {
  const word = trimUnseen(text)
  switch (kind) {
    case 'number': {
      const read = readNumber(word, forms.numbers)
      if ('value' in read) return read
      const fault = wordsFor(read.fault, word, forms)
      return fault === undefined ? { value: text } : { fault: `${field.label}: ${fault}.` }
    }
    case 'boolean': {
      const value = readFlag(plainWord(word), field)
      return value === undefined ? { fault: `${field.label} must be ${field.hint}.` } : { value }
    }
    case 'choice': {
      const found =
        field.choices.find(({ value }) => value === word) ??
        field.choices.find(({ value, label }) =>
          [value, label].some((one) => plainWord(one) === plainWord(word)),
        )
      return { value: found?.value ?? text }
    }
    case 'date':
    case 'day': {
      const read = readDate(word, forms.dates)
      const fault = 'fault' in read ? wordsFor(read.fault, word, forms) : undefined
      if (fault !== undefined) return { fault: `${field.label}: ${fault}.` }
      const iso = 'value' in read ? read.value : word
      if (kind === 'date') return { value: timeFrom(iso, zone)?.toISOString() ?? text }
      const isMidnight = /^\d{4}-\d\d-\d\d[ T]00:00(:00(\.0+)?)?Z?$/.test(iso)
      return { value: isMidnight ? iso.slice(0, 10) : iso }
    }
    default:
      return { value: text }
  }
}

function numberIn(text: string, form: Forms['numbers']): number | undefined {
  const read = readNumber(text, form)
  return 'value' in read ? read.value : undefined
}

/** Why a number or a date cannot be read; undefined of what is none: the field's schema says so. */
function wordsFor(
  fault: Exclude<ReturnType<typeof readDate>, { value: string }>['fault'],
  word: string,
  { numbers, dates }: Forms,
): string | undefined {
  switch (fault) {
    case 'ambiguous':
      return `'${word}' may mean two things. Write it as an export does: 1234.5, 2026-03-01`
    case 'otherForm': {
      const isDate = /\d[/-]\d/.test(word)
      const form = isDate ? dates : numbers
      const like = {
        point: '1,234.5',
        comma: '1.234,5',
        dayFirst: '31/12/2026',
        monthFirst: '12/31/2026',
      }
      return `'${word}' is not written as the other ${isDate ? 'dates' : 'numbers'} of the file, like ${form && like[form]}`
    }
    case 'sign':
      return 'write the number alone, without a sign for percent or a currency'
    case 'year':
      return `'${word}' has a year of two digits. Write all four`
    case 'none':
      return undefined
  }
}

function readFlag(word: string, { words }: TargetField): boolean | undefined {
  if (word === plainWord(words.yes)) return true
  if (word === plainWord(words.no)) return false
  return YES.has(word) ? true : NO.has(word) ? false : undefined
}
