import { removeOwnDrafts } from '#admin/drafts/drafts.ts'
import { textAt } from '#admin/providers/adapters/coerce.ts'
import { unwrapEnvelope } from '#admin/providers/adapters/envelopes.ts'
import { writeStored } from '#admin/ui/storage.ts'
import type { ConsoleAccess } from '#contract/access.ts'
import {
  LOGIN_FAILED,
  NOT_ADMIN,
  type SecondStep,
  type SessionUser,
  type SignedIn,
  TOKEN_KEY,
} from '#contract/auth.ts'
import { isObject } from '#model/paths.ts'
import type { Call } from '../providers/http-client.ts'
import { forgetCapabilities, hasCapability, setCapability } from './backend.ts'
import {
  beginWith,
  credentialsNow,
  currentSession,
  EXPIRED,
  enter,
  leave,
  onForbidden,
  renew,
  stayUnanswered,
  storedToken,
  usableToken,
} from './session.ts'

const ELSEWHERE = 'You signed out in another tab or window.'
const UNREACHABLE = 'The server cannot be reached. Check your connection and try again.'
const OUT_OF_ORDER = 'The server is temporarily unavailable. Try again later.'

const client = () => import('../providers/http-client.ts')
// The sign-in page renders without the client, so preload it. The first call retries after a failure.
client().catch(() => undefined)

/** A failed sign-in or restore, with a message for the user. */
export class SessionError extends Error {
  override name = 'SessionError'
  /** HTTP status; 0 without an answer. */
  readonly status: number
  /** True if the role has no access to the console. The token is useless here. */
  readonly isRoles: boolean

  constructor(message: string, status: number, isRoles = false) {
    super(message)
    this.status = status
    this.isRoles = isRoles
  }
}

/** Signs in. Returns the second step, if there is one. Throws a SessionError without storing anything. */
export function signIn(
  email: string,
  password: string,
  link?: string,
): Promise<SecondStep | undefined> {
  return signInBy('/auth/login', { email, password, ...(link && { link }) })
}

/** Signs in by another proof than the password. Ends the token of a user without access to the console. */
export async function signInBy(path: string, proof: object): Promise<SecondStep | undefined> {
  const boxes = unwrapEnvelope(await ask({ method: 'POST', path, body: proof })).filter(isObject)
  const box: Partial<SignedIn> = boxes.find((one) => 'token' in one) ?? {}
  const step = boxes.find(({ ticket, factors }) => ticket && Array.isArray(factors))
  if (step && !('token' in box)) return step as unknown as SecondStep
  const token = usableToken(box.token)
  if (token === null) throw new SessionError(LOGIN_FAILED, 200)
  const user = readUser(box.user)
  if (!user || !canEnter(user)) {
    void endSession(token)
    throw user ? noEntry(user) : new SessionError(LOGIN_FAILED, 403)
  }
  forgetCapabilities()
  enter(token, user, writeStored(TOKEN_KEY, token))
  return undefined
}

/** Reads the signed-in user again, after a change of the own account. */
export async function renewSession(): Promise<void> {
  const { generation } = credentialsNow()
  const user = await fetchProfile()
  if (credentialsNow().generation === generation) renew(user)
}

/**
 * Resumes the stored session. Never trusts `admin_user`. A refusal ends the session. If the server cannot answer,
 * the token is kept and the user may retry. `prepare` runs before the console.
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
    if (!isMine()) return
    const { status, message, isRoles } =
      error instanceof SessionError ? error : new SessionError(LOGIN_FAILED, 200)
    const words = message === LOGIN_FAILED ? undefined : message
    if (![401, 403, 404].includes(status)) return stayUnanswered(words ?? OUT_OF_ORDER)
    if (isRoles) void endSession(token)
    leave(status === 401 ? EXPIRED : (words ?? EXPIRED))
  }
}

/** Ends the session in this browser, with its drafts, then at the server. A failure of the server is ignored. */
export async function signOut(): Promise<void> {
  const { token } = credentialsNow()
  removeOwnDrafts()
  leave()
  if (token !== null) await endSession(token)
}

/** Starts to follow other tabs and the browser's page cache. Called once, by the entry. */
export function watch(): void {
  onForbidden(() => void revalidateSession())
  addEventListener('storage', ({ key }) => {
    if (key === TOKEN_KEY || key === null) follow()
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) follow()
  })
}

let isRevalidating = false

/**
 * After a refusal, reads the role's rights again. The page continues with them, or ends the session without access.
 */
async function revalidateSession(): Promise<void> {
  const before = currentSession()
  const { generation, token } = credentialsNow()
  if (isRevalidating || before.status !== 'in' || token === null) return
  isRevalidating = true
  try {
    const user = await fetchProfile()
    if (credentialsNow().generation !== generation) return
    const differs = (key: keyof SessionUser) =>
      JSON.stringify(user[key]) !== JSON.stringify(before.user[key])
    if (differs('access')) renew(user, true)
    else if (differs('must')) renew(user)
  } catch (error) {
    const isOut = error instanceof SessionError && error.isRoles
    if (!isOut || credentialsNow().generation !== generation) return
    void endSession(token)
    leave(error.message)
  } finally {
    isRevalidating = false
  }
}

/** Follows another tab that signed out or in as another user. A session that could not be stored is independent. */
function follow(): void {
  const session = currentSession()
  if (session.status === 'in' && !session.stored) return
  const stored = storedToken()
  if (stored === credentialsNow().token) return
  if (stored === null) leave(ELSEWHERE)
  else void restore()
}

/** Reads the user of the session's token. Throws a SessionError for users without access. */
async function fetchProfile(): Promise<SessionUser> {
  const user = unwrapEnvelope(await readProfile(), 'user')
    .map(readUser)
    .find((one) => one !== undefined)
  if (!user) throw new SessionError(LOGIN_FAILED, 200)
  if (!canEnter(user)) throw noEntry(user)
  return user
}

/** Reads GET /profile, or after a 404 GET /users/profile, which is then tried first. */
async function readProfile(): Promise<unknown> {
  const [first, second] =
    hasCapability('/profile') === false
      ? ['/users/profile', '/profile']
      : ['/profile', '/users/profile']
  try {
    return await ask({ method: 'GET', path: first })
  } catch (error) {
    if (!(error instanceof SessionError && error.status === 404)) throw error
    const body = await ask({ method: 'GET', path: second })
    setCapability('/profile', second === '/profile')
    return body
  }
}

/** Returns whether the user may enter: admins, and any role that our server admits. */
function canEnter({ role, access }: SessionUser): boolean {
  return role === 'admin' || (access !== undefined && access.refusal === undefined)
}

function noEntry({ access }: SessionUser): SessionError {
  return new SessionError(access?.refusal ?? NOT_ADMIN, 403, true)
}

/** Ends a session at the server. Never throws: failures are only logged. */
async function endSession(token: string): Promise<void> {
  try {
    await ask({ method: 'POST', path: '/auth/logout', token, keepalive: true })
  } catch (error) {
    console.warn('The server did not confirm the sign-out:', error)
  }
}

/** Makes one call with a limit of 30 s. Throws errors with a message for the user. */
export async function ask(request: Call): Promise<unknown> {
  const { HttpError, READ_LIMIT, send } = await client().catch(() => {
    throw new SessionError(UNREACHABLE, 0)
  })
  return send({ ...request, limit: READ_LIMIT }).catch((error: unknown) => {
    if (!(error instanceof HttpError)) throw error
    if (error.statusCode === 0) throw new SessionError(UNREACHABLE, 0)
    const words = error.outcome === 'refused' && error.message
    throw new SessionError(words || LOGIN_FAILED, error.statusCode)
  })
}

function readUser(value: unknown): SessionUser | undefined {
  if (!isObject(value) || typeof value.role !== 'string') return undefined
  const { access, must, preferences, timeZone } = value
  return {
    _id: textAt(value._id) || textAt(value.id),
    firstName: textAt(value.firstName),
    lastName: textAt(value.lastName),
    email: textAt(value.email),
    role: value.role,
    ...(isObject(access) &&
      Array.isArray(access.open) && { access: access as unknown as ConsoleAccess }),
    ...(value.changes === true && { changes: true }),
    ...(value.account === true && { account: true }),
    ...(Array.isArray(must) && { must }),
    ...(isObject(preferences) && { preferences }),
    ...(typeof timeZone === 'string' && { timeZone }),
  }
}
