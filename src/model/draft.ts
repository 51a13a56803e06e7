import { describe } from './describe.ts'
import { getAt, setAt } from './paths.ts'
import type { Resource } from './resource.ts'
import type { Field, Row } from './spec.ts'

/** What a form holds while it is edited: texts as typed, nested by the fields' paths. */
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
 * The body to send: what was typed, converted by field kind, laid over the loaded row.
 * Whatever the form does not show goes back unchanged, but for the ids, the version and secrets.
 */
export function toBody(
  resource: Resource,
  mode: 'create' | 'edit',
  draft: Draft,
  row?: Row,
): Record<string, unknown> {
  const { _id, id, version, ...kept } = row ?? { _id: '', id: '' }
  for (const field of resource.fields) if (field.kind === 'password') delete kept[field.path]
  return fieldsOf(resource, mode).reduce<Record<string, unknown>>((body, field) => {
    const value = fromInput(field, getAt(draft, field.path))
    const isBlank =
      value === '' && mode === 'create' && !describe(resource.create, field.path)?.required
    return setAt(body, field.path, isBlank ? undefined : value)
  }, kept)
}

function toInput(field: Field, value: unknown): unknown {
  switch (field.kind) {
    case 'status':
      return String(value === true)
    case 'commaList':
      return Array.isArray(value) ? value.join(', ') : ''
    case 'part':
    case 'number':
    case 'select':
      return value ?? undefined
    default:
      return value ?? ''
  }
}

function fromInput(field: Field, value: unknown): unknown {
  switch (field.kind) {
    case 'status':
      return value === true || value === 'true'
    case 'commaList':
      return splitList(value)
    case 'number':
      return toNumber(value)
    default:
      return value
  }
}

/** 'a, b,,c ' gives a, b, c: split on commas, trimmed, empties dropped (specification section 5). */
export function splitList(value: unknown): string[] {
  if (typeof value !== 'string') return []
  return value
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
}

/** A text that is no number stays a text, so that the schema can refuse it at its field. */
function toNumber(value: unknown): unknown {
  if (value === null || value === undefined || value === '') return undefined
  const number = Number(value)
  return Number.isNaN(number) ? value : number
}
