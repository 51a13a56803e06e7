import type { FastifyRequest } from 'fastify'
import type { SessionOwner, Sessions } from '../store/sessions.ts'
import { forbidden, unauthenticated } from './errors.ts'

/** Who may call a route (API-02). A route that says nothing is for admins. */
export type Access = 'public' | 'signed-in' | 'admin'

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
  }
  interface FastifyRequest {
    /** Who calls; null on public routes. */
    owner: SessionOwner | null
  }
}

/**
 * The guard of the API, before any body is read. Role and status are read at each request, so that
 * no token outlives its authority. Throws 401 without a live token and 403 for another role.
 */
export function createGuard(sessions: Sessions) {
  return async (request: FastifyRequest): Promise<void> => {
    const access = request.routeOptions.config.access ?? 'admin'
    if (access === 'public' || request.is404) return
    const token = bearerToken(request)
    if (!token) throw unauthenticated()
    const owner = await sessions.owner(token)
    if (!owner) throw unauthenticated('Your session has ended. Please sign in again.')
    if (access === 'admin' && owner.data.role !== 'admin') throw forbidden()
    request.owner = owner
  }
}

/** The token of `Authorization: Bearer …`; undefined when there is none. */
export function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
}

/** The caller of a route that is not public. */
export function ownerOf(request: FastifyRequest): SessionOwner {
  if (!request.owner) throw unauthenticated()
  return request.owner
}
