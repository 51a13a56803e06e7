import { type Draft, fieldsOf, toDraft } from '#admin/providers/adapters/draft.ts'
import type { Field, ListField, Row } from '#model/declaration.ts'
import { getAt, isObject, setAt } from '#model/paths.ts'
import { referenceAt } from '#model/references.ts'
import type { Resource } from '#model/resource.ts'
import type { Mode } from './check-draft.ts'
import { isSameValue } from './differences.ts'
import { choicesOf } from './fields.ts'
import { mergeVersions } from './merge-versions.ts'

/** A field as it was declared when something was typed into it. */
interface Shape {
  path: string
  label: string
  kind: Field['kind']
  /** The records that it refers to, or the name of its part. */
  of?: string
  fields?: readonly Shape[]
}

/** What is kept of a form: the fields that were changed, no others, and what they are a change of. */
export interface FormDraft {
  base?: Row
  typed: Draft
  fields: readonly Shape[]
}

/** Something typed that the form has no place for any more. */
export interface Misfit {
  label: string
  text: string
}

/** A kept form laid over what its record is now. */
export interface Restored {
  draft: Draft
  /** The fields that differ from the record as it is now. */
  mine: readonly Field[]
  /** Those of them that somebody else changed since. */
  clashes: readonly Field[]
  misfits: readonly Misfit[]
}

/** What is kept of a form; undefined when nothing is. Passwords are typed again. */
export function writeForm(
  resource: Resource,
  mode: Mode,
  typed: Draft,
  base?: Row,
): FormDraft | undefined {
  const before = toDraft(resource, mode, mode === 'edit' ? base : undefined)
  const changed = fieldsOf(resource, mode).filter(
    ({ kind, path }) =>
      kind !== 'password' && !isSameValue(getAt(typed, path), getAt(before, path)),
  )
  if (changed.length === 0) return undefined
  return {
    ...(base && { base }),
    typed: changed.reduce<Draft>((all, { path }) => setAt(all, path, getAt(typed, path)), {}),
    fields: changed.map((field) => shapeOf(resource, mode, field)),
  }
}

/** Reads what was kept, whoever wrote it; undefined when it is no form. */
export function readForm(value: unknown): FormDraft | undefined {
  if (!isObject(value) || !isObject(value.typed) || !areShapes(value.fields)) return undefined
  const { base, typed, fields } = value
  const isRow = isObject(base) && typeof base._id === 'string' && typeof base.id === 'string'
  return { ...(isRow && { base: base as Row }), typed, fields }
}

/**
 * Lays what was kept over the record as it is now, or over a new one. What a form of today has no place for is left
 * out, and named.
 */
export function restoreForm(
  resource: Resource,
  mode: Mode,
  { base, typed, fields }: FormDraft,
  row?: Row,
): Restored {
  const misfits: Misfit[] = []
  const start = toDraft(resource, mode, mode === 'edit' ? (base ?? row) : undefined)
  const laid = fields.reduce((draft, shape) => {
    const field = fieldsOf(resource, mode).find(({ path }) => path === shape.path)
    const value = getAt(typed, shape.path)
    if (!field || !fits(resource, mode, shape, field) || !isOffered(resource, field, value)) {
      misfits.push(...misfitOf(shape.label, value))
      return draft
    }
    return setAt(draft, shape.path, entriesThatFit(resource, mode, shape, field, value, misfits))
  }, start)
  if (mode === 'create' || !row) return { draft: laid, mine: [], clashes: [], misfits }
  const { draft, clashes } = mergeVersions(resource, base ?? row, laid, row)
  const now = toDraft(resource, mode, row)
  const mine = fieldsOf(resource, mode).filter(
    ({ path }) => !isSameValue(getAt(draft, path), getAt(now, path)),
  )
  return { draft, mine, clashes, misfits }
}

function shapeOf(resource: Resource, mode: Mode, field: Field): Shape {
  const { path, label, kind } = field
  const schema = mode === 'create' ? resource.create : resource.update
  const of = kind === 'part' ? field.part : referenceAt(schema, path)?.to
  return {
    ...{ path, label, kind },
    ...(of !== undefined && { of }),
    ...(kind === 'list' && {
      fields: field.fields.map((one) => shapeOf(resource, mode, within(field, one))),
    }),
  }
}

/** A field of an entry with its path in the record. */
const within = ({ path }: ListField, field: Field): Field => ({
  ...field,
  path: `${path}.0.${field.path}`,
})

const TEXTS: readonly Field['kind'][] = ['text', 'textArea', 'email', 'url', 'image']

function fits(resource: Resource, mode: Mode, shape: Shape, field: Field): boolean {
  const isText = [shape.kind, field.kind].every((kind) => TEXTS.includes(kind))
  if (shape.kind !== field.kind && !isText) return false
  return shape.of === shapeOf(resource, mode, field).of
}

function isOffered(resource: Resource, field: Field, value: unknown): boolean {
  if (field.kind !== 'select' || (value ?? '') === '') return true
  return choicesOf(resource, field, '').some((choice) => choice.value === value)
}

/** The entries of a list without what their fields have no place for any more; any other value as it is. */
function entriesThatFit(
  resource: Resource,
  mode: Mode,
  shape: Shape,
  field: Field,
  value: unknown,
  misfits: Misfit[],
): unknown {
  if (field.kind !== 'list' || !Array.isArray(value)) return value
  const below = `${shape.path}.0.`
  return value.map((entry: unknown, at) => {
    if (!isObject(entry)) return entry
    return (shape.fields ?? []).reduce<Draft>((done, inner) => {
      const path = inner.path.slice(below.length)
      const own = getAt(entry, path)
      const now = field.fields.find((one) => one.path === path)
      const place = now && within(field, now)
      if (place && fits(resource, mode, inner, place)) {
        const kept = entriesThatFit(resource, mode, inner, place, own, misfits)
        return kept === own ? done : setAt(done, path, kept)
      }
      misfits.push(...misfitOf(`${shape.label} ${at + 1}, ${inner.label}`, own))
      return setAt(done, path, undefined)
    }, entry)
  })
}

function misfitOf(label: string, value: unknown): Misfit[] {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? '')
  return ['', '""', '[]'].includes(text) ? [] : [{ label, text }]
}

function areShapes(value: unknown): value is readonly Shape[] {
  return (
    Array.isArray(value) &&
    value.every(
      (one) =>
        isObject(one) &&
        typeof one.path === 'string' &&
        typeof one.label === 'string' &&
        typeof one.kind === 'string' &&
        (one.fields === undefined || areShapes(one.fields)),
    )
  )
}
