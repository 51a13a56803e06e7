import { counted } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import { clearedOf, typedValue } from '#admin/providers/adapters/draft.ts'
import { MOST_CHANGED, type PlanBody } from '#contract/changes.ts'
import type { Field } from '#model/declaration.ts'
import { describe } from '#model/describe.ts'
import { setAt } from '#model/paths.ts'
import { referenceAt } from '#model/references.ts'
import type { Resource } from '#model/resource.ts'
import { lowered } from '#model/words.ts'
import type { ResourceList } from '../list/use-resource-list.ts'

/** An action on many records. */
export type BulkAction =
  /** `isNone` clears the field. */
  | { kind: 'set'; field: Field; value?: unknown; isNone?: boolean }
  | { kind: 'delete' }
  | { kind: 'restore' }

/** The change in a plan's request. */
export type Change = Extract<PlanBody, { resource: string }>['change']

/** Fields that cannot be set in bulk: they have editors of their own, or are never shown. */
const APART: readonly Field['kind'][] = ['list', 'part', 'password']

/** Returns the fields of the edit form that many records may share: not their names, and nothing unique. */
export function settableFields(resource: Resource): Field[] {
  if (!resource.actions.includes('edit')) return []
  const { recordName, unique } = resource
  return resource.fields.filter(
    ({ on, kind, path }) =>
      on !== 'create' &&
      !APART.includes(kind) &&
      !recordName.includes(path) &&
      !unique.some((rule) => rule.path === path && !rule.only),
  )
}

/** Returns the change of an action, or undefined until the value is chosen. */
export function changeOf({ update }: Resource, action: BulkAction): Change | undefined {
  if (action.kind !== 'set') return { action: action.kind }
  const value = action.isNone ? clearedOf(update, action.field) : action.value
  if (value === undefined || (value === '' && !action.isNone)) return undefined
  return { action: 'update', values: setAt({}, action.field.path, value) }
}

/** Converts a control's value to the value to store. */
export function fromControl({ update }: Resource, field: Field, given: unknown): unknown {
  const { kind, path } = field
  if (kind === 'reference' && referenceAt(update, path)?.isMany)
    return Array.isArray(given) && given.length > 0 ? given : undefined
  if (kind === 'boolean' || describe(update, path)?.kind === 'boolean')
    return given === 'true' ? true : given === 'false' ? false : undefined
  return typedValue(update, field, given)
}

/** Returns whether a list exceeds one change. A bounded count is only a minimum, so it counts as exceeding. */
export function isTooMany({ total, isLeast }: Pick<ResourceList, 'total' | 'isLeast'>): boolean {
  return isLeast || total > MOST_CHANGED
}

/** '1 user', '15 users'. */
export function countedRecords({ label }: Resource, count: number): string {
  return counted(count, `{count} ${lowered(label.one)}`, `{count} ${lowered(label.many)}`)
}

/** Returns the verb for setting the active flag, or undefined for other values. */
export function statusWord(field: Field, value: unknown): string | undefined {
  if (field.kind !== 'boolean' || field.yes !== 'Active') return undefined
  if (typeof value !== 'boolean') return undefined
  return translate(value ? 'Activate' : 'Deactivate')
}

/** 'Deactivate 15 users', 'Set Role for 15 users', 'Delete 3 users'. */
export function titleOf(resource: Resource, action: BulkAction, count: number): string {
  const records = countedRecords(resource, count)
  if (action.kind === 'delete') return translate('Delete {records}', { records })
  if (action.kind === 'restore') return translate('Restore {records}', { records })
  const words = statusWord(action.field, action.value)
  if (words) return translate('{words} {records}', { words, records })
  return translate('Set {label} for {records}', { label: translate(action.field.label), records })
}

/** Returns the label of the confirm button: 'Deactivate 15', or 'Deactivate 13 of 15' when some are skipped. */
export function doWords(action: BulkAction, changed: number, all: number): string {
  const word =
    action.kind === 'set'
      ? (statusWord(action.field, action.value) ?? translate('Change'))
      : translate(action.kind === 'delete' ? 'Delete' : 'Restore')
  if (changed === all) return translate('{word} {count}', { word, count: changed })
  return translate('{word} {count} of {all}', { word, count: changed, all })
}

/** Returns the success message: '13 users changed.' */
export function doneWords(resource: Resource, action: BulkAction, count: number): string {
  const records = countedRecords(resource, count)
  switch (action.kind) {
    case 'set':
      return translate('{records} changed.', { records })
    case 'delete':
      return translate('{records} deleted.', { records })
    case 'restore':
      return translate('{records} restored.', { records })
  }
}
