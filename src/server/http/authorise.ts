import type { FastifyRequest } from 'fastify'
import { API_BASE } from '#contract/api.ts'
import { isServiceToken } from '#server/auth/service-tokens.ts'
import type { SessionOwner } from '#server/auth/sessions.ts'
import { requireNothingPending, requireStepUp } from '#server/auth/step-up.ts'
import { isTokenRole } from '#server/auth/token-scopes.ts'
import type { AccessRules, RouteAccess, Who } from '#server/records/access.ts'
import type { SecurityLog } from '#server/security-log/security-log.ts'
import type { Store } from '#server/store.ts'
import { forbidden, Refusal, unauthenticated } from './refusal.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call it: admins, unless it says otherwise. */
    access?: RouteAccess
  }
  interface FastifyRequest {
    /** Who calls, a person or a program with a token of its own; null on public routes. */
    owner: SessionOwner | null
  }
}

/**
 * The guard of the API, before any body is read. Role and status are read at each request, so that
 * no token outlives its authority. Who is refused stands in the security log. Throws 401 without a live token and 403 for another role.
 */
export function createGuard(
  { callers }: Pick<Store, 'callers'>,
  security: SecurityLog,
  rules: AccessRules,
) {
  const refused = (request: FastifyRequest, status: 401 | 403, owner?: SessionOwner) => {
    const facts = { ...callerFacts(request, owner), status }
    if (status === 401) security.note('token_refused', facts)
    else security.note('access_refused', { ...facts, what: callOf(request) })
  }

  return async (request: FastifyRequest): Promise<void> => {
    const access = request.routeOptions.config.access ?? 'admins'
    if (access === 'public' || request.is404) return
    const token = bearerToken(request)
    if (!token) throw unauthenticated()
    const owner = await callers.owner(token)
    if (!owner) {
      refused(request, 401)
      throw unauthenticated(isServiceToken(token) ? NO_TOKEN : NO_SESSION)
    }
    const verdict = rules.mayCall(access, roleOf(owner))
    if (!verdict.isAllowed) {
      refused(request, 403, owner)
      throw forbidden(verdict)
    }
    requireNothingPending(owner, access)
    requireStepUp(owner, request.routeOptions.config.confirm)
    request.owner = owner
  }
}

const NO_TOKEN = 'This token is not known, was revoked, or has expired.'
const NO_SESSION = 'Your session has ended. Please sign in again.'

/** What was called, without any id: the route as it is described. */
function callOf({ method, routeOptions }: FastifyRequest): string {
  return `${method} ${(routeOptions.url ?? '').replace(API_BASE, '')}`
}

/** Who called, for the security log: a person by the id, a program by the name of its token. */
export function callerFacts(
  { ip: address, id: reqId }: FastifyRequest,
  owner?: SessionOwner | null,
) {
  const isToken = owner !== undefined && owner !== null && isTokenRole(roleOf(owner))
  return {
    ...{ account: isToken ? null : (owner?.id ?? null), address, reqId },
    ...(isToken && { service: String(owner.data.name) }),
  }
}

/** Rules that ask for one more step and refuse nobody. */
const ASKING: readonly (string | undefined)[] = ['confirm', 'password', 'factor']

/** Notes what a route refuses to somebody whom the guard let in. */
export function noteRefusals(security: SecurityLog) {
  return (request: FastifyRequest, error: unknown): void => {
    if (!(error instanceof Refusal && request.owner) || error.error.code !== 'forbidden') return
    if (ASKING.includes(error.error.rule)) return
    const facts = callerFacts(request, request.owner)
    security.note('access_refused', { ...facts, status: 403, what: callOf(request) })
  }
}

/** The token of `Authorization: Bearer …`; undefined when there is none. */
export function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
}

/** The role of whoever calls. */
export function roleOf({ data: { role } }: SessionOwner): string {
  return typeof role === 'string' ? role : ''
}

/** The id of the token by which a program calls; undefined where a person does. */
export function tokenIdOf(request: FastifyRequest): string | undefined {
  const owner = ownerOf(request)
  return isTokenRole(roleOf(owner)) ? owner.id : undefined
}

/** Who calls, as the rules ask it. */
export function whoOf(request: FastifyRequest): Who {
  const owner = ownerOf(request)
  return { role: roleOf(owner), person: owner.id }
}

/** The caller of a route that is not public. */
export function ownerOf(request: FastifyRequest): SessionOwner {
  if (!request.owner) throw unauthenticated()
  return request.owner
}
