import { CONFIRM_RULE } from '#contract/auth.ts'
import type { Author } from '#server/history/write.ts'
import { forbidden, type Refusal } from '#server/http/refusal.ts'
import { hasAdminRole } from '#server/records/access.ts'
import type { Data } from '#server/records/shape.ts'

const MESSAGE = 'Please confirm that it is you.'

/** 403 by the rule that the console answers with a question, and the same call again. */
export function confirmFirst(): Refusal {
  return forbidden({ rule: CONFIRM_RULE, message: MESSAGE })
}

/** What commands and starts write, nobody signed in for. */
export function isConfirmed({ role, isConfirmed }: Author): boolean {
  return role === null || isConfirmed === true
}

/** Whether a write lets somebody administrate who could not before. */
export function makesAdmin(before: Data | undefined, after: Data): boolean {
  if (!hasAdminRole(after)) return false
  return (
    !(before && hasAdminRole(before)) || (before.isActive === false && after.isActive !== false)
  )
}

/** Whether an import may do what takes a confirmation: known by its columns, before a row is written. */
export function mayMakeAdmins(resource: string, paths: readonly (string | null)[]): boolean {
  return resource === 'users' && (paths.includes('role') || paths.includes('isActive'))
}
