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
    /** The signed-in user or the program; null on public routes. */
    owner: SessionOwner | null
  }
}

/** Rules that ask for one more step and refuse nothing. */
const STEPS: readonly (string | undefined)[] = ['confirm', 'password', 'factor']

/**
 * Guards the routes of the API before their bodies are read. Reads role and status with each request, so a token
 * never outlives its authority. Throws 401 without a live token, 403 for another role. The security log gets each
 * refusal, also the 403 of a route that the guard let through.
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
          ? 'This token is not known, was revoked, or has expired.'
          : 'Your session has ended. Please sign in again.',
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

/** The caller for the security log: a user by id, a program by the name of its token. */
export function callerFacts(
  { ip: address, id: reqId }: FastifyRequest,
  owner?: SessionOwner | null,
) {
  return owner && isTokenRole(roleOf(owner))
    ? { account: null, address, reqId, service: String(owner.data.name) }
    : { account: owner?.id ?? null, address, reqId }
}

/** The token of `Authorization: Bearer …`. */
export function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
}

export function roleOf({ data: { role } }: SessionOwner): string {
  return typeof role === 'string' ? role : ''
}

/** The caller of a route that is not public. */
export function ownerOf(request: FastifyRequest): SessionOwner {
  if (!request.owner) throw unauthenticated()
  return request.owner
}

/** The caller, for the access rules. */
export function whoOf(request: FastifyRequest): Who {
  const owner = ownerOf(request)
  return { role: roleOf(owner), person: owner.id }
}

/** The id of the program's token; undefined for a user. */
export function tokenIdOf(request: FastifyRequest): string | undefined {
  const owner = ownerOf(request)
  return isTokenRole(roleOf(owner)) ? owner.id : undefined
}

/** The signed-in user with the session. Throws 403 for a program's token. */
export function personOf(
  request: FastifyRequest,
): SessionOwner & Required<Pick<SessionOwner, 'session'>> {
  const owner = ownerOf(request)
  const { session } = owner
  if (session) return { ...owner, session }
  throw forbidden({ rule: 'account', message: 'Only a person who is signed in has an account.' })
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
  /** The author's address, for the security log alone. */
  address?: string
  /** The author has just confirmed their identity. */
  isConfirmed?: boolean
}

/** Hashes of an Idempotency-Key and of its request. */
export interface Once {
  key: Buffer
  asked: Buffer
}

/** The author of this request's changes; `via` is 'token' for a program. Throws 400 for a malformed Idempotency-Key. */
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

/** The request's hash is keyed, so a reader of the table cannot guess what a body held. */
function onceOf({ headers, method, url, body }: FastifyRequest): Once | undefined {
  const key = headers[KEY_HEADER]
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key))
    throw invalid('An Idempotency-Key is 1 to 255 letters, digits and signs, without spaces.')
  const asked = `${method} ${url}\n${JSON.stringify(body ?? null)}`
  return {
    key: createHash('sha256').update(key).digest(),
    asked: createHmac('sha256', key).update(asked).digest(),
  }
}

/** Names the change in the answer's headers, if there is one. */
export function noteChange(reply: FastifyReply, change: string | undefined): void {
  if (change !== undefined) reply.header(CHANGE_HEADER, change)
}
