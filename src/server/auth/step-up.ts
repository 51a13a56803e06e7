import { CONFIRM_RULE, type Must } from '#contract/auth.ts'
import type { Author } from '#server/http/authorise.ts'
import { forbidden, type Refusal } from '#server/http/refusal.ts'
import { hasAdminRole, type RouteAccess } from '#server/records/access.ts'
import type { Data } from '#server/records/shape.ts'
import type { SessionOwner } from './sessions.ts'
import { isTokenRole } from './token-scopes.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** It takes a session that was confirmed a moment ago. */
    confirm?: boolean
  }
}

const FIRST: Readonly<Record<Must, string>> = {
  password: 'Please choose a password of your own first: somebody else gave you this one.',
  factor: 'Please add a second factor first: your role requires one.',
}

/**
 * Throws 403 while something has to be done first, by its name. What is about the caller alone may be called
 * meanwhile, or it could not be done.
 */
export function requireNothingPending(owner: SessionOwner, access: RouteAccess): void {
  const [first] = owner.must ?? []
  if (first === undefined || access === 'signed-in') return
  throw forbidden({ rule: first, message: FIRST[first] })
}

/** Whether the signed-in user confirmed their identity a moment ago. */
export function hasConfirmed({ session }: SessionOwner): boolean {
  return session !== undefined && session.confirmedUntil !== null
}

/** Throws 403 when a route needs a fresh confirmation and there is none. */
export function requireStepUp(owner: SessionOwner, isNeeded: boolean | undefined): void {
  if (isNeeded && !hasConfirmed(owner)) throw confirmFirst()
}

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
