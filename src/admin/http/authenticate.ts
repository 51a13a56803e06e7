import { removeOwnDrafts } from '#admin/drafts/drafts.ts'
import { writeStored } from '#admin/ui/storage.ts'
import type { SecondStep } from '#contract/account.ts'
import { LOGIN_FAILED, type SessionUser, TOKEN_KEY } from '#contract/session.ts'
import { forget } from './backend.ts'
import {
  beginWith,
  change,
  credentialsNow,
  currentSession,
  EXPIRED,
  enter,
  leave,
  onDoubt,
  renew,
  stayUnanswered,
  storedToken,
} from './session.ts'
import { endSession, fetchProfile, fetchSession, SessionError } from './session-calls.ts'

const ELSEWHERE = 'You signed out in another tab or window.'
const UNREACHABLE = 'The server cannot be reached. Check your connection.'
const OUT_OF_ORDER = 'The server cannot answer at the moment.'

/**
 * Signs in. Throws a SessionError whose message stands in the banner; nothing is stored then (AUTH-04). Gives the
 * second step where there is one.
 */
export function signIn(
  email: string,
  password: string,
  link?: string,
): Promise<SecondStep | undefined> {
  return signInBy('/auth/login', { email, password, ...(link && { link }) })
}

/** As signIn, by whatever else a server takes for a proof of who somebody is. */
export async function signInBy(path: string, proof: object): Promise<SecondStep | undefined> {
  const answer = await fetchSession(path, proof)
  if ('ticket' in answer) return answer
  const { token, user } = answer
  forget()
  enter(token, user, writeStored(TOKEN_KEY, token))
  return undefined
}

/** Asks who is in once more, when what the server says of them has changed by their own doing. */
export async function renewSession(): Promise<void> {
  const { generation } = credentialsNow()
  const user = await fetchProfile()
  if (credentialsNow().generation === generation) renew(user)
}

/**
 * Takes up the stored session (AUTH-06). What `admin_user` holds is never believed. A refusal ends it; a server
 * that cannot answer says nothing about it, so the token stays and the visitor may try again. `prepare` comes between
 * the answer and the console: what this is drawn from.
 */
export async function restore(prepare?: (user: SessionUser) => Promise<void>): Promise<void> {
  const token = storedToken()
  if (token === null) return leave()
  const mine = beginWith(token)
  const isMine = () => credentialsNow().generation === mine
  try {
    const user = await fetchProfile()
    if (isMine()) await prepare?.(user)
    if (isMine()) enter(token, user, true)
  } catch (error) {
    // A page that is being left sees its calls break off; that says nothing about the session.
    await new Promise((resolve) => setTimeout(resolve, 50))
    if (!isMine() || isLeaving) return
    if (!isRefusal(error)) return stayUnanswered(excuse(error))
    if (error.isRoles) void endSession(token)
    leave(error.status === 401 || error.message === LOGIN_FAILED ? EXPIRED : error.message)
  }
}

/** Ends the session here first, then at the server, whose failure changes nothing (AUTH-07). Drafts of the person go. */
export async function signOut(): Promise<void> {
  removeOwnDrafts()
  const { token } = credentialsNow()
  leave()
  if (token !== null) await endSession(token)
}

let isLeaving = false

/** Begins to follow other tabs and the browser's page cache. Called once, by the entry. */
export function watch(): void {
  onDoubt(() => void lookAgain())
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

let isLooking = false

/** Something was refused: asks what the role may by now. The page goes on with that, or ends where it may not enter. */
async function lookAgain(): Promise<void> {
  const before = currentSession()
  const { generation, token } = credentialsNow()
  if (isLooking || before.status !== 'in' || token === null) return
  isLooking = true
  try {
    const user = await fetchProfile()
    if (credentialsNow().generation !== generation) return
    const differs = (key: keyof SessionUser) =>
      JSON.stringify(user[key]) !== JSON.stringify(before.user[key])
    if (differs('access')) change(user)
    else if (differs('must')) renew(user)
  } catch (error) {
    const isOut = error instanceof SessionError && error.isRoles
    if (!isOut || credentialsNow().generation !== generation) return
    void endSession(token)
    leave(error.message)
  } finally {
    isLooking = false
  }
}

/** Another tab signed out, or in as someone else. A session that could not be stored stays alone. */
function follow(): void {
  const session = currentSession()
  if (session.status === 'in' && !session.stored) return
  const stored = storedToken()
  if (stored === credentialsNow().token) return
  if (stored === null) leave(ELSEWHERE)
  else void restore()
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
