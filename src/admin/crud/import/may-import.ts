import { found, note } from '#admin/http/backend.ts'
import { hasChanges } from '#admin/http/session.ts'
import type { Resource } from '#model/resource.ts'

/** Whether a file could make or change records of a resource, as its declaration and the session's role have it. */
export function canBeImported({ actions, isFromPublic }: Resource): boolean {
  return !isFromPublic && (actions.includes('create') || actions.includes('edit'))
}

const findingOf = ({ api }: Resource) => `imports ${api.path}`

/** Whether that is so, and the backend was not found to lack it. */
export function mayImport(resource: Resource): boolean {
  return hasChanges() && found(findingOf(resource)) !== false && canBeImported(resource)
}

export function noteLacking(resource: Resource): void {
  note(findingOf(resource), false)
}
