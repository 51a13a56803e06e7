import { fieldsOf } from '#admin/providers/adapters/draft.ts'
import type { Field } from '#model/declaration.ts'
import { labelOf, type Resource } from '#model/resource.ts'
import { type FieldErrors, humanise } from '#model/words.ts'
import type { Mode } from './check-draft.ts'
import { hasFieldsOfItsOwn } from './fields.ts'

export interface Placed {
  /** The message under each field, by the field's path. */
  at: FieldErrors
  /** Below the path of a field: what its part shows at its own controls. */
  below: Record<string, FieldErrors>
  /** About nothing the form shows: said on top. */
  rest: string[]
  /** Every place that is wrong, in the form's order. */
  wrong: WrongField[]
}

/** A place that is wrong: the path of its control and what it is called. */
export interface WrongField {
  path: string
  label: string
}

/**
 * Sorts messages by dotted path onto the fields of a form. `skills.2` belongs to the field `skills`, and
 * `careerFields` to the field `careerFields.0` where the form shows the list's first entry only. What is wrong
 * inside a part is the part's to show; the field itself says only what is wrong with the whole.
 */
export function placeErrors(resource: Resource, mode: Mode, errors: FieldErrors): Placed {
  const placed: Placed = { at: {}, below: {}, rest: [], wrong: [] }
  const fields = fieldsOf(resource, mode)
  for (const [path, text] of Object.entries(errors)) {
    const field = fieldAt(fields, path)
    if (!field) {
      placed.rest.push(text)
      continue
    }
    const inner = path.slice(field.path.length + 1)
    if (!hasFieldsOfItsOwn(field) || inner === '') placed.at[field.path] ??= text
    placed.below[field.path] = { ...placed.below[field.path], [inner]: text }
  }
  placed.wrong = fields.flatMap((field) => wrongIn(resource, field, placed))
  return placed
}

function wrongIn(resource: Resource, field: Field, { at, below }: Placed): WrongField[] {
  if (!hasFieldsOfItsOwn(field))
    return at[field.path] === undefined ? [] : [{ path: field.path, label: field.label }]
  return Object.keys(below[field.path] ?? {}).map((inner) => {
    const path = inner ? `${field.path}.${inner}` : field.path
    return { path, label: labelOf(resource, path) ?? humanise(path) }
  })
}

/** The field with the longest path that holds `path`; else the first that shows something of it. */
function fieldAt(fields: readonly Field[], path: string): Field | undefined {
  const holders = fields
    .filter((field) => path === field.path || path.startsWith(`${field.path}.`))
    .sort((one, other) => other.path.length - one.path.length)
  return holders[0] ?? fields.find((field) => field.path.startsWith(`${path}.`))
}
