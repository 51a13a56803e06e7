import { CONFIRM_RULE } from '#contract/auth.ts'
import type { Author } from '#server/history/write.ts'
import { forbidden, type Refusal } from '#server/http/refusal.ts'
import { hasAdminRole } from '#server/records/access.ts'
import type { Data } from '#server/records/shape.ts'
import { isTokenRole } from './token-role.ts'

const MESSAGE = 'Please confirm that it is you.'

/** 403 by the rule that the console answers with a question, and the same call again. */
export function confirmFirst(): Refusal {
  return forbidden({ rule: CONFIRM_RULE, message: MESSAGE })
}

/** Whether the author confirmed it a moment ago. Commands and API tokens cannot be asked. */
export function isConfirmed({ role, isConfirmed }: Author): boolean {
  return role === null || isTokenRole(role) || isConfirmed === true
}

/** Whether a write lets somebody administrate who could not before. */
export function makesAdmin(before: Data | undefined, after: Data): boolean {
  if (!hasAdminRole(after)) return false
  return (
    !(before && hasAdminRole(before)) || (before.isActive === false && after.isActive !== false)
  )
}

/**
 * Whether an import may make admins or change email addresses, judged by its columns before a row is written.
 * `by` is the column that rows are matched by.
 */
export function mayNeedConfirmation(
  resource: string,
  paths: readonly (string | null)[],
  by: string | null | undefined,
): boolean {
  if (resource !== 'users') return false
  const mayMoveEmail = Boolean(by) && by !== 'email' && paths.includes('email')
  return paths.includes('role') || paths.includes('isActive') || mayMoveEmail
}
