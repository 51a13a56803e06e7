import { type Draft, fieldsOf, toDraft } from '#admin/providers/adapters/draft.ts'
import type { Field, Row } from '#model/declaration.ts'
import { getAt, setAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { isSameValue } from './differences.ts'

/** What two admins made of one record. */
export interface Merged {
  /** Mine where I changed something, theirs everywhere else. */
  draft: Draft
  /** The fields that both changed, and not to the same. */
  clashes: readonly Field[]
}

/**
 * Lays what was typed over a version that someone else saved meanwhile, field by field: only what both changed
 * needs a decision. Takes the record as it was when the form opened.
 */
export function mergeVersions(resource: Resource, base: Row, mine: Draft, theirs: Row): Merged {
  const [before, after] = [toDraft(resource, 'edit', base), toDraft(resource, 'edit', theirs)]
  const fields = fieldsOf(resource, 'edit')
  const differ = (one: Draft, other: Draft, { path }: Field) =>
    !isSameValue(getAt(one, path), getAt(other, path))
  const touched = fields.filter((field) => differ(mine, before, field))
  return {
    draft: touched.reduce((draft, { path }) => setAt(draft, path, getAt(mine, path)), after),
    clashes: touched.filter((field) => differ(after, before, field) && differ(after, mine, field)),
  }
}

/** What two versions of one record are to be chosen between, and what was typed laid over the newer one. */
export interface Clash {
  base: Row
  theirs: Row
  change: Draft
}

/** The fields that both changed, and not to the same. */
export function clashesOf(resource: Resource, { base, theirs, change }: Clash): readonly Field[] {
  return mergeVersions(resource, base, change, theirs).clashes
}

/** What was typed, with theirs where both changed the same. */
export function theirDraft(resource: Resource, clash: Clash, mine: Draft): Draft {
  const theirs = toDraft(resource, 'edit', clash.theirs)
  return clashesOf(resource, clash).reduce(
    (draft, { path }) => setAt(draft, path, getAt(theirs, path)),
    mine,
  )
}

/** A new record of what was typed, and of what the form does not show of the one that was deleted. */
export function anewDraft(resource: Resource, base: Row | undefined, mine: Draft): Draft {
  return fieldsOf(resource, 'edit').reduce(
    (draft, { path }) => setAt(draft, path, getAt(mine, path)),
    toDraft(resource, 'create', base),
  )
}
