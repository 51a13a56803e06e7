import { type Draft, fieldsOf, isSame, toBody, toDraft } from '#admin/providers/adapters/draft.ts'
import { withUntouchedAsSent } from '#admin/providers/adapters/raw-payload.ts'
import type { Question, Row } from '#model/declaration.ts'
import { numbered } from '#model/order.ts'
import { getAt, isObject, setAt } from '#model/paths.ts'
import { withIds } from '#model/references.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'
import { obeyRules, parseFields } from '#model/validate.ts'
import type { FieldErrors } from '#model/words.ts'
import { hasFieldsOfItsOwn } from './fields.ts'

export type Mode = 'create' | 'edit'
export type Checked =
  | { ok: true; body: Record<string, unknown> }
  | { ok: false; errors: FieldErrors; isBlank: boolean }

/**
 * Converts a draft to the body to send, or returns its errors. A stored value that was not touched is never refused
 * here: another backend may have more roles than ours, and they must not block editing a name. With a row, a create
 * copies the record: fields that the form does not show are included.
 */
export function checkDraft(resource: Resource, mode: Mode, draft: Draft, row?: Row): Checked {
  const body = toBody(resource, mode, draft, row)
  const parsed = parseFields(resource, mode, body)
  const stored = row && numbered(resource.update, row)
  const isLeftAlone = (path: string) =>
    stored !== undefined &&
    isSame(getAt(body, path), getAt(stored, path)) &&
    isStoredAt(stored, path)
  // A missing field of a new record has no stored value, even in a copy of a record.
  const isLacking = (path: string) => mode === 'create' && isNothing(getAt(body, path))
  const faults = Object.entries(parsed.ok ? {} : parsed.errors).filter(
    ([path]) => !isLeftAlone(path) || isLacking(path),
  )
  const isBlank = faults.some(([path]) => isNothing(getAt(body, path)))
  if (faults.length > 0) return { ok: false, errors: Object.fromEntries(faults), isBlank }
  const before = mode === 'edit' && row ? withIds(resource.update, row) : undefined
  const obeyed = obeyRules(resource, parsed.ok ? parsed.value : body, before)
  if (!obeyed.ok) return { ...obeyed, isBlank: false }
  if (!parsed.ok) return { ok: true, body: row ? withUntouchedAsSent(resource, body, row) : body }
  return {
    ok: true,
    body:
      mode === 'create'
        ? withoutUnspecified(resource, parsed.value)
        : merge(resource, body, parsed.value, row),
  }
}

/** Removes choices that mean 'not specified', which other backends may not know. */
function withoutUnspecified({ fields }: Resource, body: Record<string, unknown>) {
  const isNone = ([key, value]: [string, unknown]) =>
    value === 'unspecified' && fields.some(({ kind, path }) => kind === 'select' && path === key)
  return Object.fromEntries(Object.entries(body).filter((entry) => !isNone(entry)))
}

/** Returns whether a row stores a path or the object around it. A new entry is not stored. */
function isStoredAt(row: Row, path: string): boolean {
  const parent = path.split('.').slice(0, -1).join('.')
  return getAt(row, path) !== undefined || isObject(getAt(row, parent))
}

/** Merges the changed values, normalized by the schema, over the stored record. */
function merge(
  resource: Resource,
  body: Record<string, unknown>,
  value: Record<string, unknown>,
  row: Row | undefined,
): Record<string, unknown> {
  // Null clears a stored value; the schema has parsed it as undefined.
  const isTouched = (path: string) =>
    getAt(body, path) !== null && !isSame(getAt(body, path), getAt(row, path))
  const merged = fieldsOf(resource, 'edit')
    .filter((field) => !hasFieldsOfItsOwn(field) && isTouched(field.path))
    .reduce((done, { path }) => setAt(done, path, getAt(value, path)), body)
  return row ? withUntouchedAsSent(resource, merged, row) : merged
}

/** Returns whether a value is empty. As in the schema, spaces and invisible characters alone are empty. */
function isNothing(value: unknown): boolean {
  if (typeof value === 'string') return /^[\s\p{Cf}]*$/u.test(value)
  return Array.isArray(value) ? value.length === 0 : (value ?? null) === null
}

/** Returns whether saving a draft would change the record, or for a new one whether anything was entered. */
export function isChanged(
  resource: Resource,
  mode: Mode,
  draft: Draft,
  row?: Row,
  opened: Draft = toDraft(resource, mode, row),
): boolean {
  const bodyOf = (one: Draft) => toBody(resource, mode, one)
  return !isSame(bodyOf(draft), bodyOf(opened))
}

/** A question before a save, with the name of the record. */
export interface Asked {
  question: Question
  name: string
}

/** Returns the question that the declaration asks before saving this body: a field gets another value. */
export function questionOf(
  resource: Resource,
  mode: Mode,
  body: Record<string, unknown>,
  base: Row | undefined,
): Asked | undefined {
  for (const field of fieldsOf(resource, mode)) {
    if (field.kind !== 'select') continue
    const value = getAt(body, field.path)
    const isNew = mode === 'create' || value !== getAt(base, field.path)
    const question = typeof value === 'string' && isNew ? field.asks?.[value] : undefined
    if (question && (question.on ?? mode) === mode)
      return { question, name: nameOf(resource, { ...base, ...body } as Row) }
  }
  return undefined
}
