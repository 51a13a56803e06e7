import { createStore } from '#admin/ui/create-store.ts'
import { readStored, writeStored } from '#admin/ui/storage.ts'
import { MUST_RULES, type SessionUser, TOKEN_KEY, USER_KEY } from '#contract/auth.ts'

/** The session of this page, shared by the sign-in page, the guard and Refine's authProvider. */
export type Session =
  | { status: 'loading' }
  /** `isChanged`: the role's rights have changed since this page was loaded. */
  | { status: 'in'; user: SessionUser; stored: boolean; isChanged?: true }
  /** The token's user is unknown, because the server did not answer. */
  | { status: 'unanswered'; message: string }
  | { status: 'out'; message?: string }

export const EXPIRED = 'Your session has ended. Sign in again.'

const session = createStore<Session>({ status: 'loading' })
let token: string | null = null
let generation = 0

export const currentSession = session.now
export const onSession = session.watch

/** Returns token and generation for one request. Pass the generation to `expire` after a 401. */
export const credentialsNow = (): { token: string | null; generation: number } => ({
  token,
  generation,
})

/** Returns whether the server supports change sets: idempotency keys, undo and more that other backends lack. */
export function hasChanges(): boolean {
  const now = session.now()
  return now.status === 'in' && now.user.changes === true
}

/** Ends the session after a 401 for a request of this generation. Requests of earlier sessions are ignored. */
export function expire(ofGeneration: number): void {
  if (ofGeneration === generation && session.now().status === 'in') leave(EXPIRED)
}

let reportToListener = (): void => undefined

/** Sets the listener for refusals after which the session's rights may be outdated. */
export function onForbidden(listener: () => void): void {
  reportToListener = listener
}

/**
 * Reports a 403 for a request of this generation, with its rule. Ignored for sessions without roles, unless a step
 * is required first.
 */
export function reportForbidden(ofGeneration: number, rule?: string): void {
  const now = session.now()
  if (ofGeneration !== generation || now.status !== 'in') return
  const isDue = MUST_RULES.some((must) => must === rule)
  if (now.user.access || isDue) reportToListener()
}

/** Updates the user of the session. `isChanged` tells that the rights have changed. */
export function renew(user: SessionUser, isChanged = false): void {
  const now = session.now()
  if (now.status !== 'in') return
  writeStored(USER_KEY, JSON.stringify(user))
  session.set({ ...now, user, ...(isChanged && { isChanged: true }) })
}

/** Returns whether users manage their own account at the session's server. Other backends do not support it. */
export function hasAccount(): boolean {
  const now = session.now()
  return now.status === 'in' && now.user.account === true
}

/** Returns whether the session may manage API tokens: admins, on a server that supports them. */
export function hasTokens(): boolean {
  const now = session.now()
  return hasAccount() && now.status === 'in' && now.user.role === 'admin'
}

/** Starts a session by a token whose user is not known yet. Returns the new generation. */
export function beginWith(found: string): number {
  token = found
  generation++
  session.set({ status: 'loading' })
  return generation
}

/** Completes the sign-in of an admin. `isStored` tells whether the browser stores the token. */
export function enter(newToken: string, user: SessionUser, isStored: boolean): void {
  writeStored(USER_KEY, JSON.stringify(user))
  generation++
  token = newToken
  session.set({ status: 'in', user, stored: isStored })
}

/** Keeps the token when its user could not be loaded, so that the user can retry. */
export function stayUnanswered(message: string): void {
  session.set({ status: 'unanswered', message })
}

/** Ends the session in this browser. `signOut` ends it at the server. */
export function leave(message?: string): void {
  const stored = readStored(TOKEN_KEY)
  // Another tab may have signed in since. Keep its token.
  if (stored === token || usableToken(stored) === null) {
    writeStored(TOKEN_KEY, null)
    writeStored(USER_KEY, null)
  }
  generation++
  token = null
  session.set({ status: 'out', ...(message && { message }) })
}

export const storedToken = (): string | null => usableToken(readStored(TOKEN_KEY))

/**
 * Returns a token that is safe to send, or null. Scripts store 'undefined', and a text that is invalid in a header
 * would make the browser refuse every call.
 */
export function usableToken(value: unknown): string | null {
  if (typeof value !== 'string' || value === 'undefined' || value === 'null') return null
  return /^[\x21-\x7e]{1,4096}$/.test(value) ? value : null
}
