import { orReload } from '#admin/ui/reload.ts'
import { boxesOf } from '#admin/wire/boxes.ts'
import { textAt } from '#admin/wire/reading.ts'
import { LOGIN_FAILED, NOT_ADMIN, type SessionUser } from '#contract/session.ts'
import { isObject } from '#model/paths.ts'
import { found, note } from './backend.ts'
import type { Call } from './http.ts'
import { usableToken } from './session.ts'

const UNREACHABLE = 'The server cannot be reached. Check your connection and try again.'

const client = async () => orReload(await import('./http.ts'))
// The sign-in page paints without the client, which begins to come now. What fails here is asked for again.
client().catch(() => undefined)

/** A sign-in or a restore that failed, in words for the visitor. */
export class SessionError extends Error {
  override name = 'SessionError'
  /** 0 when there was no answer at all. */
  readonly status: number

  constructor(message: string, status: number) {
    super(message)
    this.status = status
  }
}

/**
 * Signs in (AUTH-03 to AUTH-05). Gives token and admin.
 * Throws a SessionError; a token that came for anyone but an admin is ended at once.
 */
export async function fetchSession(
  email: string,
  password: string,
): Promise<{ token: string; user: SessionUser }> {
  const body = await call({ method: 'POST', path: '/auth/login', body: { email, password } })
  const box =
    boxesOf(body)
      .filter(isObject)
      .find((one) => 'token' in one) ?? {}
  const token = usableToken(box.token)
  if (token === null) throw new SessionError(LOGIN_FAILED, 200)
  const user = readUser(box.user)
  if (user?.role === 'admin') return { token, user }
  void endSession(token)
  throw new SessionError(user ? NOT_ADMIN : LOGIN_FAILED, 403)
}

/**
 * Asks whose the session's token is (AUTH-06): GET /profile, on 404 GET /users/profile, which is then asked first.
 * Throws a SessionError for everyone but an admin.
 */
export async function fetchProfile(): Promise<SessionUser> {
  const body = await readProfile()
  const user = boxesOf(body, 'user')
    .map(readUser)
    .find((one) => one !== undefined)
  if (!user) throw new SessionError(LOGIN_FAILED, 200)
  if (user.role !== 'admin') throw new SessionError(NOT_ADMIN, 403)
  return user
}

/** Ends a session at the server. Never throws: what fails is only logged (AUTH-07). */
export async function endSession(token: string): Promise<void> {
  try {
    await call({ method: 'POST', path: '/auth/logout', token, keepalive: true })
  } catch (error) {
    console.warn('The server did not confirm the sign-out:', error)
  }
}

async function readProfile(): Promise<unknown> {
  const [first, second] =
    found('/profile') === false ? ['/users/profile', '/profile'] : ['/profile', '/users/profile']
  try {
    return await call({ method: 'GET', path: first })
  } catch (error) {
    if (!(error instanceof SessionError && error.status === 404)) throw error
    const body = await call({ method: 'GET', path: second })
    note('/profile', second === '/profile')
    return body
  }
}

/** One call of the client within 30 s, whose failure is told in words for the visitor. */
async function call(request: Call): Promise<unknown> {
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
  }
}
