import { type Draft, fieldsOf, toBody, toDraft } from '#admin/providers/adapters/draft.ts'
import type { Field, Row } from '#model/declaration.ts'
import type { FieldChanges } from '#model/field-changes.ts'
import { isSameValue } from '#model/field-changes.ts'
import { getAt, setAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'

/** Two versions of one record to choose between, where both changed the same fields. */
export interface Clash {
  theirs: Row
  /** Values of those fields: `was` in the stored version, `is` in the form. */
  fields: FieldChanges
}

/**
 * Lays what was typed over a version that someone else saved meanwhile, field by field: mine where I changed
 * something, theirs everywhere else. The clash has the fields that both changed, and not to the same value.
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

/** Nothing is nothing, however it is written. */
function something(value: unknown): unknown {
  return Array.isArray(value) && value.length === 0 ? '' : (value ?? '')
}

/** A new record of what was typed, and of what the form does not show of the deleted one. */
export function anewDraft(resource: Resource, base: Row | undefined, mine: Draft): Draft {
  return fieldsOf(resource, 'edit').reduce(
    (draft, { path }) => setAt(draft, path, getAt(mine, path)),
    toDraft(resource, 'create', base),
  )
}
