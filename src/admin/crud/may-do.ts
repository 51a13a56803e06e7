import { questionOf } from '#admin/providers/access-control-provider.ts'
import type { Action, Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'

/** Whether the session's role may do it with a record, for what is no button of its own (see May). */
export function mayDo(resource: Resource, action: Action | 'act', row: Row): boolean {
  if (action !== 'act' && !resource.actions.includes(action)) return false
  return questionOf(resource, action, row)?.queryOptions.initialData.can !== false
}
