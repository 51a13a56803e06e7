import { hasChanges } from '#admin/http/session.ts'
import type { Resource } from '#model/resource.ts'

/** Whether deleted records can be listed and restored: with the server of ours, where there is anything to delete. */
export function canBeDeleted({ actions }: Resource): boolean {
  return hasChanges() && actions.includes('delete')
}
