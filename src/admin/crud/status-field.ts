import type { Field } from '#model/declaration.ts'

/** Whether a field says that the record is active or not. */
export function isStatusField(field: Field): boolean {
  return field.kind === 'boolean' && field.yes === 'Active'
}
