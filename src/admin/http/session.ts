import { readStored, writeStored } from '#admin/ui/storage.ts'
import {
  LOGIN_FAILED,
  NOT_ADMIN,
  type SessionUser,
  TOKEN_KEY,
  USER_KEY,
} from '#contract/session.ts'
import { forget } from './backend.ts'
import {
  endSession,
  fetchProfile,
  fetchSession,
  SessionError,
  usableToken,
} from './session-calls.ts'

/** The one session of this page. The sign-in page, the guard and Refine's authProvider all ask it. */
export type Session =
  | { status: 'loading' }
  | { status: 'in'; user: SessionUser; stored: boolean }
  /** There is a token, and no answer whose it is: neither in nor out. */
  | { status: 'unanswered'; message: string }
  | { status: 'out'; message?: string }

const EXPIRED = 'Your session has ended. Please sign in again.'
const ELSEWHERE = 'You signed out in another tab or window.'
const UNREACHABLE = 'The server cannot be reached. Check your connection.'
const OUT_OF_ORDER = 'The server cannot answer at the moment.'

let session: Session = { status: 'loading' }
let token: string | null = null
let generation = 0
const listeners = new Set<() => void>()

export const currentSession = (): Session => session

/** Token and generation for one request; the generation comes back with its 401 to `expire`. */
export const credentialsNow = (): { token: string | null; generation: number } => ({
  token,
  generation,
})

/** Calls the listener at every change, until the function it gives is called. */
export function onSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Signs in. Throws a SessionError whose message stands in the banner; nothing is stored then (AUTH-04). */
export async function signIn(email: string, password: string): Promise<void> {
  const opened = await fetchSession(email, password)
  forget()
  const stored = writeStored(TOKEN_KEY, opened.token)
  writeStored(USER_KEY, JSON.stringify(opened.user))
  enter(opened.token, opened.user, stored)
}

/**
 * Takes up the stored session (AUTH-06). What `admin_user` holds is never believed. A refusal ends it; a server
 * that cannot answer says nothing about it, so the token stays and the visitor may try again.
 */
export async function restore(): Promise<void> {
  const found = usableToken(readStored(TOKEN_KEY))
  if (found === null) return leave()
  const mine = ++generation
  token = found
  change({ status: 'loading' })
  try {
    const user = await fetchProfile(found)
    if (mine !== generation) return
    writeStored(USER_KEY, JSON.stringify(user))
    enter(found, user, true)
  } catch (error) {
    // A page that is being left sees its calls break off; that says nothing about the session.
    await new Promise((resolve) => setTimeout(resolve, 50))
    if (mine !== generation || isLeaving) return
    if (!isRefusal(error)) return change({ status: 'unanswered', message: excuse(error) })
    if (error.message === NOT_ADMIN) void endSession(found)
    leave(error.status === 401 || error.message === LOGIN_FAILED ? EXPIRED : error.message)
  }
}

/** Ends the session here first, then at the server, whose failure changes nothing (AUTH-07). */
export async function signOut(): Promise<void> {
  const old = token
  leave()
  if (old !== null) await endSession(old)
}

/** A 401 came for a request of this generation; one that belongs to an earlier session does nothing (AUTH-09). */
export function expire(ofGeneration: number): void {
  if (ofGeneration === generation && session.status === 'in') leave(EXPIRED)
}

/** Begins to follow other tabs and the browser's page cache. Called once, by the entry. */
export function watch(): void {
  addEventListener('storage', ({ key }) => {
    if (key === TOKEN_KEY || key === null) follow()
  })
  addEventListener('pageshow', ({ persisted }) => {
    isLeaving = false
    if (persisted) follow()
  })
  addEventListener('pagehide', () => {
    isLeaving = true
  })
}

let isLeaving = false

/** Another tab signed out, or in as someone else. A session that could not be stored stays alone. */
function follow(): void {
  if (session.status === 'in' && !session.stored) return
  const stored = usableToken(readStored(TOKEN_KEY))
  if (stored === token) return
  if (stored === null) leave(ELSEWHERE)
  else void restore()
}

function enter(newToken: string, user: SessionUser, stored: boolean): void {
  generation++
  token = newToken
  change({ status: 'in', user, stored })
}

function leave(message?: string): void {
  const stored = readStored(TOKEN_KEY)
  // Another tab may have signed in anew meanwhile: its token is not ours to take away.
  if (stored === token || usableToken(stored) === null) {
    writeStored(TOKEN_KEY, null)
    writeStored(USER_KEY, null)
  }
  generation++
  token = null
  change({ status: 'out', ...(message && { message }) })
}

/** The server knows better than to let this token in: not to be confused with one that is out of order. */
function isRefusal(error: unknown): error is SessionError {
  return error instanceof SessionError && [401, 403, 404].includes(error.status)
}

function excuse(error: unknown): string {
  if (!(error instanceof SessionError)) return OUT_OF_ORDER
  if (error.status === 0) return UNREACHABLE
  return error.message === LOGIN_FAILED ? OUT_OF_ORDER : error.message
}

function change(next: Session): void {
  session = next
  for (const listener of listeners) listener()
}
