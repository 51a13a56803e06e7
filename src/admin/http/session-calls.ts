import { textAt } from '#admin/providers/adapters/coerce.ts'
import { unwrapEnvelope } from '#admin/providers/adapters/envelopes.ts'
import type { ConsoleAccess } from '#contract/access.ts'
import type { SecondStep, SignedIn } from '#contract/account.ts'
import { LOGIN_FAILED, NOT_ADMIN, type SessionUser } from '#contract/session.ts'
import { isObject } from '#model/paths.ts'
import type { Call } from '../providers/http-client.ts'
import { found, note } from './backend.ts'
import { usableToken } from './session.ts'

const UNREACHABLE = 'The server cannot be reached. Check your connection and try again.'

const client = () => import('../providers/http-client.ts')
// The sign-in page paints without the client, which begins to come now. What fails here is asked for again.
client().catch(() => undefined)

/** A sign-in or a restore that failed, in words for the visitor. */
export class SessionError extends Error {
  override name = 'SessionError'
  /** 0 when there was no answer at all. */
  readonly status: number
  /** It is the role that may not enter: the token is good for nothing here. */
  readonly isRoles: boolean

  constructor(message: string, status: number, isRoles = false) {
    super(message)
    this.status = status
    this.isRoles = isRoles
  }
}

/**
 * Signs in (AUTH-03 to AUTH-05). Gives token and user, or the ticket for a second step.
 * Throws a SessionError; a token that came for anyone who may not enter is ended at once.
 */
export async function fetchSession(path: string, proof: object): Promise<SignedIn | SecondStep> {
  const body = await ask({ method: 'POST', path, body: proof })
  const boxes = unwrapEnvelope(body).filter(isObject)
  const box = boxes.find((one) => 'token' in one) ?? {}
  const step = boxes.find(({ ticket, factors }) => ticket && Array.isArray(factors))
  if (step && !('token' in box)) return step as unknown as SecondStep
  const token = usableToken(box.token)
  if (token === null) throw new SessionError(LOGIN_FAILED, 200)
  const user = readUser(box.user)
  if (user && mayEnter(user)) return { token, user }
  void endSession(token)
  throw user ? noEntry(user) : new SessionError(LOGIN_FAILED, 403)
}

/**
 * Asks whose the session's token is (AUTH-06): GET /profile, on 404 GET /users/profile, which is then asked first.
 * Throws a SessionError for whoever may not enter.
 */
export async function fetchProfile(): Promise<SessionUser> {
  const body = await readProfile()
  const user = unwrapEnvelope(body, 'user')
    .map(readUser)
    .find((one) => one !== undefined)
  if (!user) throw new SessionError(LOGIN_FAILED, 200)
  if (!mayEnter(user)) throw noEntry(user)
  return user
}

/** An admin, or whoever a server of ours says that it lets in. */
function mayEnter({ role, access }: SessionUser): boolean {
  return role === 'admin' || (access !== undefined && access.refusal === undefined)
}

function noEntry({ access }: SessionUser): SessionError {
  return new SessionError(access?.refusal ?? NOT_ADMIN, 403, true)
}

/** Ends a session at the server. Never throws: what fails is only logged (AUTH-07). */
export async function endSession(token: string): Promise<void> {
  try {
    await ask({ method: 'POST', path: '/auth/logout', token, keepalive: true })
  } catch (error) {
    console.warn('The server did not confirm the sign-out:', error)
  }
}

async function readProfile(): Promise<unknown> {
  const [first, second] =
    found('/profile') === false ? ['/users/profile', '/profile'] : ['/profile', '/users/profile']
  try {
    return await ask({ method: 'GET', path: first })
  } catch (error) {
    if (!(error instanceof SessionError && error.status === 404)) throw error
    const body = await ask({ method: 'GET', path: second })
    note('/profile', second === '/profile')
    return body
  }
}

/** One call of the client within 30 s, whose failure is told in words for the visitor. */
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
  return {
    _id: textAt(value._id) || textAt(value.id),
    firstName: textAt(value.firstName),
    lastName: textAt(value.lastName),
    email: textAt(value.email),
    role: value.role,
    ...(isAccess(value.access) && { access: value.access }),
    ...(value.changes === true && { changes: true }),
    ...(value.account === true && { account: true }),
    ...(Array.isArray(value.must) && { must: value.must }),
    ...(isObject(value.preferences) && { preferences: value.preferences }),
    ...(typeof value.timeZone === 'string' && { timeZone: value.timeZone }),
  }
}

function isAccess(value: unknown): value is ConsoleAccess {
  return isObject(value) && Array.isArray(value.open)
}
