import type { Field, Question } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'

/** Whether a field says that the record is active or not. */
function isStatusField(field: Field): boolean {
  return field.kind === 'boolean' && field.yes === 'Active'
}

/** Where the status is in a record; undefined of a resource that has none in its edit form. */
export function statusPath({ actions, fields }: Resource): string | undefined {
  if (!actions.includes('edit')) return undefined
  return fields.find((field) => isStatusField(field) && field.on !== 'create')?.path
}

/** What is asked before a user is deactivated, since that ends their sessions. */
export const DEACTIVATE_USER: Question = {
  title: 'Deactivate {name}?',
  text: 'They will be signed out, and cannot sign in until the account is active again.',
  yes: 'Deactivate',
}
