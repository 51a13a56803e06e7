import { fieldsOf } from '#model/draft.ts'
import type { Resource } from '#model/resource.ts'
import type { Field } from '#model/spec.ts'
import type { FieldErrors } from '#model/words.ts'
import type { Mode } from './check-draft.ts'

export interface Placed {
  /** The message under each field, by the field's path. */
  at: FieldErrors
  /** Below the path of a field: what its part shows beside its own controls. */
  below: Record<string, FieldErrors>
  /** About nothing the form shows: said on top. */
  rest: string[]
}

export const NO_ERRORS: Placed = { at: {}, below: {}, rest: [] }

/** Sorts messages by dotted path onto the fields of a form; `skills.2` belongs to the field `skills`. */
export function placeErrors(resource: Resource, mode: Mode, errors: FieldErrors): Placed {
  const placed: Placed = { at: {}, below: {}, rest: [] }
  const fields = fieldsOf(resource, mode)
  for (const [path, text] of Object.entries(errors)) {
    const field = fieldAt(fields, path)
    if (!field) {
      placed.rest.push(text)
      continue
    }
    placed.at[field.path] ??= text
    const inner = placed.below[field.path] ?? {}
    inner[path.slice(field.path.length + 1)] = text
    placed.below[field.path] = inner
  }
  return placed
}

/** The field with the longest path that holds `path`. */
function fieldAt(fields: readonly Field[], path: string): Field | undefined {
  return fields
    .filter((field) => path === field.path || path.startsWith(`${field.path}.`))
    .sort((one, other) => other.path.length - one.path.length)[0]
}

/** What is left once these fields were changed. */
export function without(placed: Placed, paths: readonly string[]): Placed {
  if (paths.length === 0) return placed
  const keep = <T>(record: Record<string, T>) =>
    Object.fromEntries(Object.entries(record).filter(([path]) => !paths.includes(path)))
  return { at: keep(placed.at), below: keep(placed.below), rest: placed.rest }
}
