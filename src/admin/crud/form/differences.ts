import { type Draft, fieldsOf, toDraft } from '#model/draft.ts'
import { getAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import type { Field, Row } from '#model/spec.ts'
import { choicesOf } from './choices.ts'

export interface Difference {
  label: string
  theirs: string
  mine: string
}

/** Which fields of the form differ from the record as it is now on the server, in words (matrix row 31). */
export function differences(resource: Resource, mine: Draft, theirs: Row): Difference[] {
  const other = toDraft(resource, 'edit', theirs)
  return fieldsOf(resource, 'edit').flatMap((field) => {
    const [here, there] = [getAt(mine, field.path), getAt(other, field.path)]
    if (JSON.stringify(here ?? '') === JSON.stringify(there ?? '')) return []
    return [
      {
        label: field.label,
        theirs: inWords(resource, field, there),
        mine: inWords(resource, field, here),
      },
    ]
  })
}

function inWords(resource: Resource, field: Field, value: unknown): string {
  if (field.kind === 'status') return value === 'true' ? 'Active' : 'Inactive'
  if (field.kind === 'select')
    return choicesOf(resource, field, value).find((one) => one.value === value)?.label ?? '–'
  if (field.kind === 'part') return Array.isArray(value) ? `${value.length} entries` : 'changed'
  return value === undefined || value === null || value === '' ? '–' : String(value)
}
