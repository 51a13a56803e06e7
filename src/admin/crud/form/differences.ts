import { translate } from '#admin/translate.ts'
import { type Draft, fieldsOf, isSame, toDraft } from '#model/draft.ts'
import { getAt, isObject } from '#model/paths.ts'
import { referenceAt } from '#model/references.ts'
import type { Resource } from '#model/resource.ts'
import type { Field, Row } from '#model/spec.ts'
import { tidyRow } from '#model/tidy.ts'
import { idsOf } from '../references/values.ts'
import { choicesOf } from './choices.ts'

/** One version of a field: in words, or as records whose names are yet to be found. */
export type Side = string | { to: string; ids: readonly string[] }

export interface Difference {
  label: string
  theirs: Side
  mine: Side
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
    if (isSame(something(here), something(there))) return []
    return [{ label: field.label, ...sides(resource, field, there, here) }]
  })
}

/** Nothing is nothing, however it is written down. */
function something(value: unknown): unknown {
  return Array.isArray(value) && value.length === 0 ? '' : (value ?? '')
}

function sides(
  resource: Resource,
  field: Field,
  there: unknown,
  here: unknown,
): Pick<Difference, 'theirs' | 'mine'> {
  const target = field.kind === 'reference' && referenceAt(resource.update, field.path)
  if (target) {
    const side = (value: unknown): Side => {
      const ids = idsOf(value)
      return ids.length > 0 ? { to: target.to, ids } : '–'
    }
    return { theirs: side(there), mine: side(here) }
  }
  const [theirs, mine] = [inWords(resource, field, there), inWords(resource, field, here)]
  // As many entries in both, and yet not the same ones.
  return { theirs, mine: theirs === mine ? translate('{text}, changed', { text: mine }) : mine }
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
