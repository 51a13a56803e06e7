import { createHash, createHmac } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { API_BASE, CHANGE_HEADER, KEY_HEADER } from '#contract/api.ts'
import type { Via } from '#contract/changes.ts'
import type { SessionOwner } from '#server/auth/sessions.ts'
import { requireStepUp } from '#server/auth/step-up.ts'
import { isServiceToken, isTokenRole } from '#server/auth/token-scopes.ts'
import type { RouteAccess, Who } from '#server/records/access.ts'
import type { Context } from '#server/services.ts'
import { forbidden, invalid, Refusal, unauthenticated } from './refusal.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call the route; admins by default. */
    access?: RouteAccess
  }
  interface FastifyRequest {
    /** The signed-in user or the API token; null on public routes. */
    owner: SessionOwner | null
  }
}

/** Rules that only require another step first. */
const STEPS: readonly (string | undefined)[] = ['confirm', 'password', 'factor']

/**
 * Registers the guard of all API routes, which runs before bodies are read. It reads role and status with each request,
 * so changes apply immediately. It throws 401 without a valid token, and 403 for other roles. The security log gets
 * each denied request, including a 403 from a route itself.
 */
export function registerGuard(
  api: FastifyInstance,
  { store: { callers }, security, access: rules }: Pick<Context, 'store' | 'security' | 'access'>,
): void {
  api.addHook('onRequest', async (request) => {
    const { access = 'admins', confirm } = request.routeOptions.config
    if (access === 'public' || request.is404) return
    const token = bearerToken(request)
    if (!token) throw unauthenticated()
    const owner = await callers.owner(token)
    if (!owner) {
      security.note('token_refused', { ...callerFacts(request), status: 401 })
      throw unauthenticated(
        isServiceToken(token)
          ? 'This token is unknown, was revoked or has expired.'
          : 'Your session has ended. Sign in again.',
      )
    }
    request.owner = owner
    const verdict = rules.mayCall(access, roleOf(owner))
    if (!verdict.isAllowed) throw forbidden(verdict)
    requireStepUp(owner, access, confirm)
  })
  api.addHook('onError', (request, _reply, error: unknown, next) => {
    const { owner, method, routeOptions } = request
    const refused = error instanceof Refusal && error.error.code === 'forbidden' ? error : undefined
    if (owner && refused && !STEPS.includes(refused.error.rule)) {
      const what = `${method} ${(routeOptions.url ?? '').replace(API_BASE, '')}`
      security.note('access_refused', { ...callerFacts(request, owner), status: 403, what })
    }
    next()
  })
}

/** Returns the caller for the security log: a user by id, a program by the name of its token. */
export function callerFacts(
  { ip: address, id: reqId }: FastifyRequest,
  owner?: SessionOwner | null,
) {
  return owner && isTokenRole(roleOf(owner))
    ? { account: null, address, reqId, service: String(owner.data.name) }
    : { account: owner?.id ?? null, address, reqId }
}

/** Returns the token of `Authorization: Bearer …`. */
export function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
}

export function roleOf({ data: { role } }: SessionOwner): string {
  return typeof role === 'string' ? role : ''
}

/** Returns the caller of a route that is not public. */
export function ownerOf(request: FastifyRequest): SessionOwner {
  if (!request.owner) throw unauthenticated()
  return request.owner
}

/** Returns the caller for the access rules. */
export function whoOf(request: FastifyRequest): Who {
  const owner = ownerOf(request)
  return { role: roleOf(owner), person: owner.id }
}

/** Returns the id of the API token; undefined for a user. */
export function tokenIdOf(request: FastifyRequest): string | undefined {
  const owner = ownerOf(request)
  return isTokenRole(roleOf(owner)) ? owner.id : undefined
}

/** Returns the signed-in user with the session. Throws 403 for an API token. */
export function personOf(
  request: FastifyRequest,
): SessionOwner & Required<Pick<SessionOwner, 'session'>> {
  const owner = ownerOf(request)
  const { session } = owner
  if (session) return { ...owner, session }
  throw forbidden({ rule: 'account', message: 'This route needs a signed-in user, not a token.' })
}

/** The author of a change, as the history stores it. */
export interface Author {
  id: string | null
  requestId: string | null
  /** The author's role; null without a signed-in user. */
  role: string | null
  /** Where the change came from. */
  via: Via
  /** The Idempotency-Key of the write. */
  once?: Once | undefined
  /** The author's IP address, only for the security log. */
  address?: string
  /** The author has just confirmed their identity. */
  isConfirmed?: boolean
}

/** Hashes of an Idempotency-Key and of its request. */
export interface Once {
  key: Buffer
  asked: Buffer
}

/**
 * Returns the author of this request's changes. `via` becomes 'token' for an API token. Throws 400 for a malformed
 * Idempotency-Key.
 */
export function authorOf(request: FastifyRequest, via: Via): Author {
  const owner = ownerOf(request)
  const role = roleOf(owner)
  return {
    ...{ id: owner.id, role, requestId: request.id, address: request.ip },
    via: isTokenRole(role) ? 'token' : via,
    once: onceOf(request),
    isConfirmed: Boolean(owner.session?.confirmedUntil),
  }
}

/** Hashes the key and the request. The request's hash is keyed, so that readers of the table cannot guess its body. */
function onceOf({ headers, method, url, body }: FastifyRequest): Once | undefined {
  const key = headers[KEY_HEADER]
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key))
    throw invalid('Idempotency-Key must have 1 to 255 printable ASCII characters, without spaces.')
  const asked = `${method} ${url}\n${JSON.stringify(body ?? null)}`
  return {
    key: createHash('sha256').update(key).digest(),
    asked: createHmac('sha256', key).update(asked).digest(),
  }
}

/** Sets the header that names the change, if there is one. */
export function noteChange(reply: FastifyReply, change: string | undefined): void {
  if (change !== undefined) reply.header(CHANGE_HEADER, change)
}
