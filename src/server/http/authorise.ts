import type { FastifyRequest } from 'fastify'
import type { AccessRules, RouteAccess, Who } from '#server/domain/access.ts'
import { forbidden, unauthenticated } from '#server/domain/refusals.ts'
import type { SecurityLog } from '#server/domain/security-log.ts'
import type { Claim } from '../store/claim.ts'
import { isServiceToken } from '../store/service-tokens.ts'
import type { SessionOwner } from '../store/sessions.ts'
import type { Store } from '../store/store.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call it: admins, unless it says otherwise. */
    access?: RouteAccess
    /** The route itself reads the caller with what is asked for, in one statement, and calls `admit`. */
    readsCaller?: boolean
  }
  interface FastifyRequest {
    /** Who calls; null on public routes, and for a service. */
    owner: SessionOwner | null
    /** The caller's token, on routes that read the caller themselves. */
    claim: Claim | null
    /** Lets the owner of the claim in. Throws 401 without one and 403 for another role. */
    admit(owner: SessionOwner | undefined): void
  }
}

/**
 * The guard of the API, before any body is read. Role and status are read at each request, so that
 * no token outlives its authority. A token that is refused leaves a line in the log. Throws 401 without a live token and 403 for another role.
 */
export function createGuard(
  { sessions, serviceTokens }: Pick<Store, 'sessions' | 'serviceTokens'>,
  security: SecurityLog,
  rules: AccessRules,
) {
  const refused = (request: FastifyRequest, status: 401 | 403, account: string | null = null) =>
    security.note('token_refused', { account, address: request.ip, reqId: request.id, status })

  return async (request: FastifyRequest): Promise<void> => {
    const access = request.routeOptions.config.access ?? 'admins'
    if (access === 'public' || request.is404) return
    const token = bearerToken(request)
    if (!token) throw unauthenticated()
    if (isServiceToken(token)) {
      if (!(await serviceTokens.use(token))) {
        refused(request, 401)
        throw unauthenticated('This token is not known, or was revoked.')
      }
      if (access !== 'events') {
        refused(request, 403)
        throw forbidden({ rule: 'service', message: 'This token may only send events.' })
      }
      return
    }
    const admit = (owner: SessionOwner | undefined): void => {
      if (!owner) {
        refused(request, 401)
        throw unauthenticated('Your session has ended. Please sign in again.')
      }
      const verdict = rules.mayCall(access, roleOf(owner))
      if (!verdict.isAllowed) {
        refused(request, 403, owner.id)
        throw forbidden(verdict)
      }
      request.owner = owner
    }
    const claim = request.routeOptions.config.readsCaller ? sessions.claim(token) : undefined
    if (!claim) return admit(await sessions.owner(token))
    request.claim = claim
    request.admit = admit
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

/** Who calls, as the rules ask it. */
export function whoOf(request: FastifyRequest): Who {
  const owner = ownerOf(request)
  return { role: roleOf(owner), person: owner.id }
}

/** The caller of a route that only people may call. */
export function ownerOf(request: FastifyRequest): SessionOwner {
  if (!request.owner) throw unauthenticated()
  return request.owner
}
