import * as z from 'zod'
import { typedNumber } from '#admin/format/typed-number.ts'
import { splitAtCommas } from '#model/clean-text.ts'
import type { Field, ListField, Row } from '#model/declaration.ts'
import { describe, schemaAt, unwrap } from '#model/describe.ts'
import { durationText, minutesOf } from '#model/duration.ts'
import { numbered } from '#model/order.ts'
import { getAt, idOf, isObject, setAt } from '#model/paths.ts'
import { withIds } from '#model/references.ts'
import type { Resource } from '#model/resource.ts'
import { withoutDoubles } from '#model/schema.ts'
import { clears } from '#model/validate.ts'

/** Values of a form while it is edited: texts as typed, nested by the fields' paths. */
export type Draft = Record<string, unknown>

/** The fields that the create or the edit form shows. */
export function fieldsOf(resource: Resource, mode: 'create' | 'edit'): readonly Field[] {
  return resource.fields.filter((field) => !field.on || field.on === mode)
}

/** The form's starting values: the row's when editing, the schema's defaults when creating. */
export function toDraft(resource: Resource, mode: 'create' | 'edit', row?: Row): Draft {
  return fieldsOf(resource, mode).reduce<Draft>((draft, field) => {
    const value = row ? getAt(row, field.path) : describe(resource.create, field.path)?.default
    return setAt(draft, field.path, toInput(field, value))
  }, {})
}

/**
 * Builds the body to send: typed values, converted by field kind, over the loaded row. Hidden and untouched fields
 * are sent unchanged. Exceptions: ids, the version, secrets and computed values are not sent; embedded records
 * become ids; the `order` of entries is their position.
 */
export function toBody(
  resource: Resource,
  mode: 'create' | 'edit',
  draft: Draft,
  row?: Row,
): Record<string, unknown> {
  const { _id, id, version, ...kept } = row ?? { _id: '', id: '' }
  for (const field of resource.fields) if (field.kind === 'password') delete kept[field.path]
  for (const key of Object.keys(resource.computed)) delete kept[key]
  const schema = mode === 'create' ? resource.create : resource.update
  const body = fieldsOf(resource, mode).reduce<Record<string, unknown>>((done, field) => {
    const [typed, stored] = [getAt(draft, field.path), getAt(kept, field.path)]
    if (row && isSame(typed, toInput(field, stored))) return done
    const value = fromInput(schema, field, typed, stored)
    if (!isBlank(field, value)) return setAt(done, field.path, value)
    return setAt(done, field.path, blankOf(schema, field, value, row !== undefined))
  }, kept)
  const sent = row ? body : withoutHalfEmpty(schema, body)
  return numbered(schema, withIds(schema, sent))
}

/** Removes optional objects with only default values, like the unit of a duration that was not typed. */
function withoutHalfEmpty(schema: z.ZodObject, body: Record<string, unknown>) {
  const isHalfEmpty = ([key, value]: [string, unknown]) => {
    const at = schemaAt(schema, key)
    const object = at && unwrap(at)
    if (!(object instanceof z.ZodObject && isObject(value)) || describe(schema, key)?.required)
      return false
    const isDefault = (inner: string) =>
      isSame(value[inner], describe(schema, `${key}.${inner}`)?.default)
    const inside = Object.keys(object.shape)
    return inside.some((inner) => value[inner] === undefined) && inside.every(isDefault)
  }
  return Object.fromEntries(Object.entries(body).filter((entry) => !isHalfEmpty(entry)))
}

/** Converts the typed value of one field for an edit; undefined while it is empty. */
export function typedValue(schema: z.ZodObject, field: Field, typed: unknown): unknown {
  const value = fromInput(schema, field, typed, undefined)
  const isEmpty = isBlank(field, value) || (Array.isArray(value) && value.length === 0)
  return isEmpty ? undefined : value
}

/**
 * Returns the value that an edit sends to clear a field. Undefined if the schema requires a value, or if clearing
 * would apply a default.
 */
export function clearedOf(schema: z.ZodObject, { path }: Field): null | '' | [] | undefined {
  const at = schemaAt(schema, path)
  if (!at) return undefined
  if (clears(at, null)) return null
  const blanks = [[] as [], '' as const, null]
  return blanks.find((blank) => isTaken(at, blank))
}

function isTaken(schema: z.core.$ZodType, blank: null | '' | []): boolean {
  const { success, data } = z.safeParse(schema, blank)
  return success && isSame(data, blank)
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function toInput(field: Field, value: unknown): unknown {
  switch (field.kind) {
    case 'boolean':
      return typeof value === 'boolean' ? String(value) : ''
    case 'duration':
      return typeof value === 'number' && value >= 0 ? durationText(value) : (value ?? '')
    case 'json':
      return writtenJson(value)
    case 'commaList':
      return Array.isArray(value) ? value.join(', ') : ''
    case 'reference':
      return Array.isArray(value) ? value.map(idOf) : (idOf(value) ?? undefined)
    case 'list':
      return Array.isArray(value) ? value.map((one) => toEntry(field, one)) : (value ?? undefined)
    case 'part':
    case 'number':
    case 'money':
    case 'select':
      return value ?? undefined
    default:
      return value ?? ''
  }
}

function fromInput(schema: z.ZodObject, field: Field, value: unknown, stored: unknown): unknown {
  switch (field.kind) {
    case 'boolean':
      return value === '' ? undefined : value === true || value === 'true'
    case 'duration':
      return typeof value === 'string' ? (minutesOf(value) ?? value) : value
    case 'json':
      return parsedJson(value)
    case 'commaList':
      return splitList(value)
    case 'number':
    case 'money':
      return toNumber(value)
    case 'list':
      return fromEntries(schema, field, value, stored)
    default:
      return value
  }
}

export function blankEntry(schema: z.ZodObject, path: string, { fields }: ListField): Draft {
  return fields.reduce<Draft>((entry, field) => {
    const { default: known } = describe(schema, `${path}.0.${field.path}`) ?? {}
    return setAt(entry, field.path, toInput(field, known))
  }, {})
}

/** Converts an entry to form values. Hidden keys are kept; missing ones stay missing. */
function toEntry({ fields }: ListField, entry: unknown): unknown {
  if (!isObject(entry)) return entry
  return fields.reduce((done, field) => {
    const value = getAt(entry, field.path) ?? undefined
    return value === undefined ? done : setAt(done, field.path, toInput(field, value))
  }, entry)
}

/** Builds the entries to send: untouched fields as stored, others converted by their kind. */
function fromEntries(
  schema: z.ZodObject,
  list: ListField,
  typed: unknown,
  stored: unknown,
): unknown {
  if (!Array.isArray(typed)) return typed
  const before = (Array.isArray(stored) ? stored : []).filter(isObject)
  return typed.map((entry: unknown) => {
    if (!isObject(entry)) return entry
    const id = idOf(entry)
    const origin = before.find((one) =>
      id === entry ? isSame(toEntry(list, one), entry) : idOf(one) === id,
    )
    const shown = toEntry(list, origin)
    return list.fields.reduce<Draft>((done, field) => {
      const [value, was] = [getAt(entry, field.path), getAt(origin, field.path)]
      if (value === undefined && was === undefined) return done
      if (origin && isSame(value, getAt(shown, field.path))) return setAt(done, field.path, was)
      const at = { ...field, path: `${list.path}.0.${field.path}` }
      const next = fromInput(schema, at, value, was)
      const kept = isBlank(at, next) ? blankOf(schema, at, next, false) : next
      return setAt(done, field.path, kept)
    }, entry)
  })
}

/** Returns the value of a blank field: '' for an emptied text, else the default, or null to clear it. */
function blankOf(schema: z.ZodObject, field: Field, value: unknown, isEdit: boolean): unknown {
  const known = describe(schema, field.path)
  if (value === '' && (known?.required || (isEdit && TEXTS.includes(field.kind)))) return ''
  return isEdit && !known?.required ? (known?.default ?? null) : undefined
}

const TEXTS: readonly Field['kind'][] = ['text', 'textArea']

/** Returns whether a field is empty. The schema trims texts of spaces. */
function isBlank({ kind }: Field, value: unknown): boolean {
  // Null is a choice here: a link sets the password.
  if (kind === 'password' && value === null) return false
  return kind !== 'commaList' && (value === '' || value === undefined || value === null)
}

/** Splits on commas, trims, and drops empties and duplicates (specification section 5): 'a, b,,c ' gives a, b, c. */
export function splitList(value: unknown): string[] {
  if (typeof value !== 'string') return []
  return withoutDoubles(splitAtCommas(value))
}

/** An invalid number stays a text, so that the schema refuses it at its field. */
function toNumber(value: unknown): unknown {
  if (value === null || value === undefined || value === '') return undefined
  return typeof value === 'string' ? (typedNumber(value) ?? value) : value
}

/** Wraps text that is not valid JSON, so that its schema refuses it. A plain text would be accepted as JSON. */
class Unparsed {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  toJSON() {
    return this.text
  }
}

function parsedJson(text: unknown): unknown {
  if (typeof text !== 'string') return text
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return new Unparsed(text)
  }
}

function writtenJson(value: unknown): string {
  return value === undefined || value === null ? '' : JSON.stringify(value, null, 2)
}
