import { currentSession } from '#admin/http/session.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'

/** Whether this is who is signed in: the server would refuse to delete them (USER-06). */
export function isOwnAccount({ name }: Resource, row: Row): boolean {
  const session = currentSession()
  return name === 'users' && session.status === 'in' && session.user._id === row.id
}
