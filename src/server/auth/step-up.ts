import { CONFIRM_RULE, type Must } from '#contract/auth.ts'
import type { Author } from '#server/http/authorise.ts'
import { forbidden, type Refusal } from '#server/http/refusal.ts'
import { hasAdminRole, type RouteAccess } from '#server/records/access.ts'
import type { Data } from '#server/records/shape.ts'
import type { SessionOwner } from './sessions.ts'
import { isTokenRole } from './token-scopes.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route requires a recent confirmation. */
    confirm?: boolean
  }
}

const FIRST: Readonly<Record<Must, string>> = {
  password: 'Choose a new password first. Your current one is temporary.',
  factor: 'Set up two-step verification first. Your role requires it.',
}

/**
 * Throws 403 if the user has a pending step, such as a new password, or if the route requires a recent confirmation and
 * there is none. Routes of the own account stay open, because users complete pending steps there.
 */
export function requireStepUp(
  owner: SessionOwner,
  access: RouteAccess,
  needsConfirmation: boolean | undefined,
): void {
  const [first] = owner.must ?? []
  if (first !== undefined && access !== 'signed-in')
    throw forbidden({ rule: first, message: FIRST[first] })
  if (needsConfirmation && !owner.session?.confirmedUntil) throw confirmFirst()
}

/** Returns the 403 on which the console asks for a confirmation and repeats the call. */
export function confirmFirst(): Refusal {
  return forbidden({ rule: CONFIRM_RULE, message: 'Confirm your identity first.' })
}

/** Returns whether the author has a recent confirmation. Commands and API tokens need none. */
export function isConfirmed({ role, isConfirmed }: Author): boolean {
  return role === null || isTokenRole(role) || isConfirmed === true
}

/** Returns whether a write makes a user an active admin. */
export function makesAdmin(before: Data | undefined, after: Data): boolean {
  if (!hasAdminRole(after)) return false
  return (
    !(before && hasAdminRole(before)) || (before.isActive === false && after.isActive !== false)
  )
}

/**
 * Returns whether an import may create admins or change email addresses, judging by its columns. `by` is the column
 * that rows are matched by.
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
