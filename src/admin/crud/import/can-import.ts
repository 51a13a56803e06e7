import { hasCapability, setCapability } from '#admin/http/backend.ts'
import { hasChanges } from '#admin/http/session.ts'
import type { Resource } from '#model/resource.ts'

/** Returns whether a file can create or edit records of a resource, by its declaration. */
export function isImportable({ actions, isFromPublic }: Resource): boolean {
  return !isFromPublic && (actions.includes('create') || actions.includes('edit'))
}

const findingOf = ({ api }: Resource) => `imports ${api.path}`

/**
 * Returns whether a file can be imported into the resource: the declaration allows it and the backend supports it.
 */
export function canImport(resource: Resource): boolean {
  return hasChanges() && hasCapability(findingOf(resource)) !== false && isImportable(resource)
}

export function noteLacking(resource: Resource): void {
  setCapability(findingOf(resource), false)
}
