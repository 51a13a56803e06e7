import { type Draft, fieldsOf, toBody, toDraft } from '#admin/providers/adapters/draft.ts'
import type { Field, Row } from '#model/declaration.ts'
import type { FieldChanges } from '#model/field-changes.ts'
import { isSameValue } from '#model/field-changes.ts'
import { getAt, setAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'

/** Two conflicting versions of a record, which both changed the same fields. */
export interface Clash {
  theirs: Row
  /** Values of those fields: `was` in the stored version, `is` in the form. */
  fields: FieldChanges
}

/**
 * Merges a draft over a version that another user has saved, field by field: the draft's value where it was
 * changed, the stored one elsewhere. The clash has the fields that both changed to different values.
 */
export function mergeVersions(
  resource: Resource,
  base: Row,
  mine: Draft,
  theirs: Row,
): { draft: Draft; clash: Clash } {
  const [before, after] = [toDraft(resource, 'edit', base), toDraft(resource, 'edit', theirs)]
  const differ = (one: Draft, other: Draft, { path }: Field) =>
    !isSameValue(something(getAt(one, path)), something(getAt(other, path)))
  const touched = fieldsOf(resource, 'edit').filter((field) => differ(mine, before, field))
  const draft = touched.reduce((all, { path }) => setAt(all, path, getAt(mine, path)), after)
  const body = toBody(resource, 'edit', draft, theirs)
  const clashes = touched
    .filter((field) => differ(after, before, field) && differ(after, mine, field))
    .map(({ path }) => [path, { was: getAt(theirs, path), is: getAt(body, path) }])
  return { draft, clash: { theirs, fields: Object.fromEntries(clashes) } }
}

/** Treats all empty values as equal. */
function something(value: unknown): unknown {
  return Array.isArray(value) && value.length === 0 ? '' : (value ?? '')
}

/**
 * Returns the draft of a new record with the typed values, and the deleted record's values that the form does not
 * show.
 */
export function recreatedDraft(resource: Resource, base: Row | undefined, mine: Draft): Draft {
  return fieldsOf(resource, 'edit').reduce(
    (draft, { path }) => setAt(draft, path, getAt(mine, path)),
    toDraft(resource, 'create', base),
  )
}
