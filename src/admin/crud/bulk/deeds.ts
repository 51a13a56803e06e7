import { MOST_CHANGED } from '#contract/change-names.ts'
import type { PlanBody } from '#contract/changes.ts'
import type { Field } from '#model/declaration.ts'
import { describe } from '#model/describe.ts'
import { setAt } from '#model/paths.ts'
import { referenceAt } from '#model/references.ts'
import type { Resource } from '#model/resource.ts'
import type { ResourceList } from '../list/use-resource-list.ts'

/** A field of which many records can be given the same value. */
export type SettableField = Extract<Field, { kind: 'select' | 'boolean' | 'reference' }>

/** What can be done with many records. */
export type Deed =
  | { kind: 'set'; field: SettableField; value?: unknown }
  | { kind: 'delete' }
  | { kind: 'restore' }

/** What a plan is asked to do. */
export type Change = Extract<PlanBody, { resource: string }>['change']

/** The choices, flags and references that the edit form has: what the caller's role may not write is not in it. */
export function settableFields({ actions, fields }: Resource): SettableField[] {
  if (!actions.includes('edit')) return []
  return fields.flatMap((field) =>
    field.on !== 'create' &&
    (field.kind === 'select' || field.kind === 'boolean' || field.kind === 'reference')
      ? [field]
      : [],
  )
}

/** What a deed asks of the records; undefined until it is known what is to be set. */
export function changeOf(deed: Deed): Change | undefined {
  if (deed.kind !== 'set') return { action: deed.kind }
  if (deed.value === undefined || deed.value === '') return undefined
  return { action: 'update', values: setAt({}, deed.field.path, deed.value) }
}

/** A control's text as the value it stands for. */
export function fromControl(
  { update }: Resource,
  { path, kind }: SettableField,
  given: unknown,
): unknown {
  if (kind === 'reference' && referenceAt(update, path)?.isMany)
    return Array.isArray(given) && given.length > 0 ? given : undefined
  if (kind === 'boolean' || describe(update, path)?.kind === 'boolean')
    return given === 'true' ? true : given === 'false' ? false : undefined
  return given
}

/** More than one change may hold: a bounded count says only that there are at least so many. */
export function isTooMany({ total, isLeast }: Pick<ResourceList, 'total' | 'isLeast'>): boolean {
  return isLeast || total > MOST_CHANGED
}
