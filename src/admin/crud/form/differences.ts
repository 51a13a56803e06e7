import { translate } from '#admin/translate.ts'
import { type Draft, fieldsOf, toDraft } from '#model/draft.ts'
import { getAt, isObject } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import type { Field, Row } from '#model/spec.ts'
import { tidyRow } from '#model/tidy.ts'
import { choicesOf } from './choices.ts'

export interface Difference {
  label: string
  theirs: string
  mine: string
}

/** The record as a 412 says it is now; undefined when the answer does not say. */
export function currentRow(
  resource: Resource,
  base: Row | undefined,
  sent: unknown,
): Row | undefined {
  return base && isObject(sent) ? { ...base, ...tidyRow(resource.row, sent) } : undefined
}

/**
 * Which fields of the form differ from the record as it is now on the server, in words: whoever decides which
 * version stays must see what the other one loses.
 */
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
  if (field.kind === 'status') return translate(value === 'true' ? 'Active' : 'Inactive')
  if (field.kind === 'select') {
    const choice = choicesOf(resource, field, value).find((one) => one.value === value)
    return choice ? translate(choice.label) : '–'
  }
  if (field.kind === 'part')
    return Array.isArray(value)
      ? translate('{count} entries', { count: value.length })
      : translate('changed')
  return value === undefined || value === null || value === '' ? '–' : String(value)
}
