import { counted } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import type { Resource } from '#model/resource.ts'
import { lowered } from '#model/words.ts'
import type { Deed, SettableField } from './deeds.ts'

/** '1 user', '15 users'. */
export function countedRecords({ label }: Resource, count: number): string {
  return counted(count, `{count} ${lowered(label.one)}`, `{count} ${lowered(label.many)}`)
}

/** The one word for setting the flag that says who is active; undefined of all other values. */
export function statusWord(field: SettableField, value: unknown): string | undefined {
  if (field.kind !== 'boolean' || field.yes !== 'Active') return undefined
  if (typeof value !== 'boolean') return undefined
  return translate(value ? 'Activate' : 'Deactivate')
}

/** 'Deactivate 15 users', 'Set Role of 15 users', 'Delete 3 users'. */
export function titleOf(resource: Resource, deed: Deed, count: number): string {
  const records = countedRecords(resource, count)
  if (deed.kind === 'delete') return translate('Delete {records}', { records })
  if (deed.kind === 'restore') return translate('Restore {records}', { records })
  const words = statusWord(deed.field, deed.value)
  if (words) return translate('{words} {records}', { words, records })
  return translate('Set {label} of {records}', { label: translate(deed.field.label), records })
}

/** What the button that does it says: 'Deactivate 15', or '13 of 15' when some stay as they are. */
export function doWords(deed: Deed, changed: number, all: number): string {
  const word =
    deed.kind === 'set'
      ? (statusWord(deed.field, deed.value) ?? translate('Change'))
      : translate(deed.kind === 'delete' ? 'Delete' : 'Restore')
  const count = changed
  if (count === all) return translate('{word} {count}', { word, count })
  return translate('{word} {count} of {all}', { word, count, all })
}

/** What is said once it is done: '13 users changed.' */
export function doneWords(resource: Resource, deed: Deed, count: number): string {
  const records = countedRecords(resource, count)
  switch (deed.kind) {
    case 'set':
      return translate('{records} changed.', { records })
    case 'delete':
      return translate('{records} deleted.', { records })
    case 'restore':
      return translate('{records} restored.', { records })
  }
}
