import * as z from 'zod'
import { isSameValue } from '#model/field-changes.ts'
import { getAt, isObject } from '#model/paths.ts'
import { clears } from '#model/validate.ts'
import { localTime, timeFrom } from '#server/base/days.ts'
import { keptInCell } from '#server/insight/export/xlsx/text.ts'
import { type Data, isId } from '#server/store/shape.ts'
import type { Fillable } from './fillable.ts'

/** What reading the cells of a column takes besides its field. */
export interface Reading {
  /** Of times that say none. */
  zone: string
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
export function saysTheSame(field: Fillable, record: Data, text: string, zone: string): boolean {
  if (!field.exported) return text === '' && getAt(record, field.path) === undefined
  const value = getAt(record, field.path)
  const [cell] = field.exported(value, NO_NAMES, record)
  if (cell === null || cell === undefined || cell === '') return text.trim() === ''
  const written = String(cell)
  if (text === written || text === keptInCell(written)) return true
  if (field.kind === 'date') return text.trim() === localTime(written, zone)
  if (field.kind === 'number') return text.trim() !== '' && Number(text) === cell
  if (isJson(field)) return isSameValue(parsed(text), value)
  return false
}

/** What takes a value away; null where the field cannot be without one, which its schema then says. */
export function nothingFor({ kind, schema, isMany }: Fillable): unknown {
  if (schema && clears(schema, null)) return null
  if (kind === 'list' || isMany) return []
  return kind === 'text' && schema && z.safeParse(schema, '').success ? '' : null
}

/** Reads a cell that is not empty. What is no value of the kind is given as it stands: the schema says why. */
export function readCell(field: Fillable, text: string, reading: Reading, held: unknown): Said {
  if (field.to !== undefined) return readReference(field, field.to, text, reading, held)
  if (isJson(field)) {
    const value = parsed(text)
    return value === undefined
      ? { fault: `${field.label} must be JSON, as an export writes it.` }
      : { value }
  }
  if (field.kind === 'list') {
    const list = parsed(text)
    const entries = Array.isArray(list) ? list : partsOf(text)
    const element = field.element ?? 'text'
    return {
      value: entries.map((one) =>
        typeof one === 'string' ? plain(element, one, field, reading) : one,
      ),
    }
  }
  const value = plain(field.kind, text, field, reading)
  return field.kind === 'boolean' && typeof value === 'string'
    ? { fault: `${field.label} must be ${field.hint}.` }
    : { value }
}

/** The names and ids that a cell of references may mean. */
export function namesIn({ isMany }: Fillable, text: string): string[] {
  const whole = text.trim()
  const all = isMany ? [whole, ...partsOf(text)] : [whole]
  return [...new Set(all)].filter((one) => one !== '' && !isId(one))
}

function readReference(
  field: Fillable,
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
  const whole = text.trim()
  const value = !field.isMany
    ? find(whole)
    : names?.get(whole)?.length
      ? [find(whole)]
      : partsOf(text).map(find)
  return faults.length > 0 ? { fault: [...new Set(faults)].join(' ') } : { value }
}

function isJson({ kind, element }: Fillable): boolean {
  if (kind === 'list')
    return element === 'object' || element === 'list' || element === 'json' || element === 'other'
  return kind === 'json' || kind === 'other' || kind === 'object'
}

function partsOf(text: string): string[] {
  return text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) || Array.isArray(value) || value !== null ? value : undefined
  } catch {
    return undefined
  }
}

const YES = new Set(['true', 'yes', 'y', '1'])
const NO = new Set(['false', 'no', 'n', '0'])

function plain(kind: string, text: string, field: Fillable, { zone }: Reading): unknown {
  const word = text.trim()
  switch (kind) {
    case 'number':
      return word !== '' && Number.isFinite(Number(word)) ? Number(word) : text
    case 'boolean':
      return readFlag(word.toLowerCase(), field) ?? text
    case 'choice': {
      const found =
        field.choices.find(({ value }) => value === word) ??
        field.choices.find(({ value, label }) =>
          [value, label].some((one) => one.toLowerCase() === word.toLowerCase()),
        )
      return found?.value ?? text
    }
    case 'date':
      return timeFrom(word, zone)?.toISOString() ?? text
    case 'day':
      return /^\d{4}-\d\d-\d\d[ T]00:00(:00(\.0+)?)?Z?$/.test(word) ? word.slice(0, 10) : word
    default:
      return text
  }
}

function readFlag(word: string, { words }: Fillable): boolean | undefined {
  if (YES.has(word) || word === words.yes.toLowerCase()) return true
  if (NO.has(word) || word === words.no.toLowerCase()) return false
  return undefined
}
