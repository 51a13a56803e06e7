import { localTime } from '#admin/format/local-time.ts'
import { translate } from '#admin/format/translate.ts'
import { type Draft, toDraft } from '#admin/providers/adapters/draft.ts'
import type { Field, ListField, Row } from '#model/declaration.ts'
import { isSameValue as isSameJson } from '#model/field-changes.ts'
import { getAt, idOf, isObject } from '#model/paths.ts'
import { referenceAt } from '#model/references.ts'
import type { Resource } from '#model/resource.ts'
import { titleOf } from '../entries/names.ts'
import { idsOf } from '../references/values.ts'
import { choicesOf } from './fields.ts'

/** One version of a field: in words, or as records whose names are yet to be found. */
export type FieldVersion = string | { to: string; ids: readonly string[] }

export interface Difference {
  path: string
  label: string
  theirs: FieldVersion
  mine: FieldVersion
}

/**
 * What these fields hold here and in the record as it is now on the server, in words: whoever decides which
 * version stays must see what the other one loses.
 */
export function differences(
  resource: Resource,
  fields: readonly Field[],
  mine: Draft,
  theirs: Row,
): Difference[] {
  const other = toDraft(resource, 'edit', theirs)
  return fields.map((field) => ({
    path: field.path,
    label: field.label,
    ...sides(resource, field, getAt(other, field.path), getAt(mine, field.path)),
  }))
}

/** Nothing is nothing, however it is written down. */
export function isSameValue(one: unknown, other: unknown): boolean {
  return isSameJson(something(one), something(other))
}

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
    const side = (value: unknown): FieldVersion => {
      const ids = idsOf(value)
      return ids.length > 0 ? { to: target.to, ids } : '–'
    }
    return { theirs: side(there), mine: side(here) }
  }
  const theirs = inWords(resource, field, there)
  const mine = field.kind === 'list' ? entries(field, here, there) : inWords(resource, field, here)
  // The same titles in both, and yet not the same entries.
  return { theirs, mine: theirs === mine ? translate('{text}, changed', { text: mine }) : mine }
}

function inWords(resource: Resource, field: Field, value: unknown): string {
  if (field.kind === 'boolean')
    return translate({ true: field.yes, false: field.no }[String(value)] ?? 'N/A')
  if (field.kind === 'select') {
    const choice = choicesOf(resource, field, value).find((one) => one.value === value)
    return choice ? translate(choice.label) : '–'
  }
  if (field.kind === 'list') return entries(field, value)
  if (field.kind === 'part') return translate('changed')
  if (field.kind === 'dateTime') return localTime(String(value ?? '')).replace('T', ' ') || '–'
  return value === undefined || value === null || value === '' ? '–' : String(value)
}

/** The titles of a list's entries, in their order; those that are not as they are in the other version say so. */
function entries(list: ListField, value: unknown, other?: unknown): string {
  const others = new Map(entriesOf(other).map((entry) => [idOf(entry), entry]))
  const titles = entriesOf(value).map((entry, index) => {
    const text = `${index + 1}. ${titleOf(list, entry) || '–'}`
    const id = idOf(entry)
    const there = typeof id === 'string' ? others.get(id) : undefined
    // Where it stands can be seen.
    const isSame = !there || isSameValue({ ...there, order: 0 }, { ...entry, order: 0 })
    return isSame ? text : translate('{text}, changed', { text })
  })
  return titles.length === 0 ? '–' : titles.join('\n')
}

const entriesOf = (value: unknown) => (Array.isArray(value) ? value.filter(isObject) : [])
