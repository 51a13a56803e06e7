import { LOGIN_FAILED, NOT_ADMIN, type SessionUser } from '#contract/session.ts'
import { API_URL, found, note } from './backend.ts'

const UNREACHABLE = 'The server cannot be reached. Check your connection and try again.'
/** WIRE-03: a call without any answer in this time has failed. */
export const TIME_LIMIT = 30_000

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
  const body = await call('POST', '/auth/login', { body: { email, password } })
  const box = boxesOf(body).find((one) => 'token' in one) ?? {}
  const token = usableToken(box.token)
  if (token === null) throw new SessionError(LOGIN_FAILED, 200)
  const user = readUser(box.user)
  if (user?.role === 'admin') return { token, user }
  void endSession(token)
  throw new SessionError(user ? NOT_ADMIN : LOGIN_FAILED, 403)
}

/**
 * Asks whose token this is (AUTH-06): GET /profile, on 404 GET /users/profile, which is then asked first.
 * Throws a SessionError for everyone but an admin.
 */
export async function fetchProfile(token: string): Promise<SessionUser> {
  const body = await readProfile(token)
  const user = boxesOf(body)
    .map(readUser)
    .find((one) => one !== undefined)
  if (!user) throw new SessionError(LOGIN_FAILED, 200)
  if (user.role !== 'admin') throw new SessionError(NOT_ADMIN, 403)
  return user
}

/** Ends a session at the server. Never throws: what fails is only logged (AUTH-07). */
export async function endSession(token: string): Promise<void> {
  try {
    await call('POST', '/auth/logout', { token })
  } catch (error) {
    console.warn('The server did not confirm the sign-out:', error)
  }
}

/**
 * What a stored token must look like before it is sent anywhere; null when it does not.
 * Scripts store 'undefined', and a text that no header can carry would make the browser refuse every call.
 */
export function usableToken(value: unknown): string | null {
  if (typeof value !== 'string' || value === 'undefined' || value === 'null') return null
  return /^[\x21-\x7e]{1,4096}$/.test(value) ? value : null
}

async function readProfile(token: string): Promise<unknown> {
  const [first, second] =
    found('/profile') === false ? ['/users/profile', '/profile'] : ['/profile', '/users/profile']
  try {
    return await read(first, token)
  } catch (error) {
    if (!(error instanceof SessionError && error.status === 404)) throw error
    const body = await read(second, token)
    note('/profile', second === '/profile')
    return body
  }
}

/** A read may be asked once more when there was no answer at all, within one limit for both (WIRE-03). */
async function read(path: string, token: string): Promise<unknown> {
  const limit = AbortSignal.timeout(TIME_LIMIT)
  try {
    return await call('GET', path, { token, limit })
  } catch (error) {
    const isUnanswered = error instanceof SessionError && error.status === 0
    if (!isUnanswered || limit.aborted) throw error
    return call('GET', path, { token, limit })
  }
}

async function call(
  method: string,
  path: string,
  {
    token,
    body,
    limit = AbortSignal.timeout(TIME_LIMIT),
  }: { token?: string; body?: object; limit?: AbortSignal },
): Promise<unknown> {
  const response = await fetch(API_URL + path, {
    method,
    headers: {
      accept: 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    // A sign-out must reach the server although the page may go.
    keepalive: path === '/auth/logout',
    signal: limit,
  }).catch(() => {
    throw new SessionError(UNREACHABLE, 0)
  })
  const answer: unknown = await response.json().catch(() => undefined)
  if (!response.ok) throw new SessionError(messageOf(answer) ?? LOGIN_FAILED, response.status)
  return answer
}

function messageOf(body: unknown): string | undefined {
  return boxesOf(body, 'error')
    .flatMap((box) => [box.message, box.error])
    .findLast((text): text is string => typeof text === 'string' && text.trim() !== '')
}

/** The body and what lies in it one level down: bare, under data or under user. */
function boxesOf(body: unknown, ...inside: string[]): Record<string, unknown>[] {
  const keys = inside.length > 0 ? inside : ['data', 'user']
  const boxes = isObject(body) ? [body] : []
  for (const box of boxes)
    for (const key of keys) {
      const inner = Object.hasOwn(box, key) ? box[key] : undefined
      if (isObject(inner) && boxes.length < 8) boxes.push(inner)
    }
  return boxes
}

function readUser(value: unknown): SessionUser | undefined {
  if (!isObject(value) || typeof value.role !== 'string') return undefined
  const text = (key: string) => (typeof value[key] === 'string' ? value[key] : '')
  return {
    _id: text('_id') || text('id'),
    firstName: text('firstName'),
    lastName: text('lastName'),
    email: text('email'),
    role: value.role,
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
