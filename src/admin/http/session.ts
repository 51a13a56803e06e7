import { readStored, writeStored } from '#admin/ui/storage.ts'
import { watched } from '#admin/ui/watched.ts'
import { MUST_RULES, type SessionUser, TOKEN_KEY, USER_KEY } from '#contract/auth.ts'

/** The one session of this page. The sign-in page, the guard and Refine's authProvider all ask it. */
export type Session =
  | { status: 'loading' }
  /** `isChanged`: what the role may is no longer what it was when this page began. */
  | { status: 'in'; user: SessionUser; stored: boolean; isChanged?: true }
  /** There is a token, and no answer whose it is: neither in nor out. */
  | { status: 'unanswered'; message: string }
  | { status: 'out'; message?: string }

export const EXPIRED = 'Your session has ended. Please sign in again.'

const session = watched<Session>({ status: 'loading' })
let token: string | null = null
let generation = 0

export const currentSession = session.now
export const onSession = session.watch

/** Token and generation for one request; the generation comes back with its 401 to `expire`. */
export const credentialsNow = (): { token: string | null; generation: number } => ({
  token,
  generation,
})

/** Returns whether the server supports change sets: idempotency keys, undo and more that other backends lack. */
export function hasChanges(): boolean {
  const now = session.now()
  return now.status === 'in' && now.user.changes === true
}

/** A 401 came for a request of this generation; one that belongs to an earlier session does nothing. */
export function expire(ofGeneration: number): void {
  if (ofGeneration === generation && session.now().status === 'in') leave(EXPIRED)
}

let tellDoubt = (): void => undefined

/** Sets what is called when a refusal makes it doubtful that the session's rights still are what was said of them. */
export function onDoubt(listener: () => void): void {
  tellDoubt = listener
}

/**
 * A 403 came for a request of this generation, with the rule that says so. It tells nothing where nothing was said of
 * rights, unless something has to be done first.
 */
export function doubt(ofGeneration: number, rule?: string): void {
  const now = session.now()
  if (ofGeneration !== generation || now.status !== 'in') return
  const isDue = MUST_RULES.some((must) => must === rule)
  if (now.user.access || isDue) tellDoubt()
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

/** A token was found whose person is not known yet. Gives the generation of what now begins. */
export function beginWith(found: string): number {
  token = found
  generation++
  session.set({ status: 'loading' })
  return generation
}

/** An admin is in. `isStored` says whether the browser keeps the token. */
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
