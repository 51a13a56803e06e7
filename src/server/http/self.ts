import type { FastifyRequest } from 'fastify'
import type { Self } from '#server/auth/accounts.ts'
import type { OwnerSession, SessionOwner } from '#server/auth/sessions.ts'
import { ownerOf } from './authorise.ts'
import { forbidden } from './refusal.ts'

const NOBODY = { rule: 'account', message: 'Only a person who is signed in has an account.' }

/** The person who calls, by a session. Throws 403 for a program's token. */
export function personOf(request: FastifyRequest): SessionOwner & { session: OwnerSession } {
  const owner = ownerOf(request)
  const { session } = owner
  if (!session) throw forbidden(NOBODY)
  return { ...owner, session }
}

/** The same, as the own account asks it. */
export function selfOf(request: FastifyRequest): Self {
  const { id, session } = personOf(request)
  return { id, session: session.id, address: request.ip, reqId: request.id }
}
