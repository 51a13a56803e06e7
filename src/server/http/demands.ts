import type { Must } from '#contract/auth.ts'
import { confirmFirst } from '#server/auth/confirming.ts'
import type { SessionOwner } from '#server/auth/sessions.ts'
import type { RouteAccess } from '#server/records/access.ts'
import { forbidden } from './refusal.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** It takes a session that was confirmed a moment ago. */
    confirm?: boolean
  }
}

const FIRST: Readonly<Record<Must, string>> = {
  password: 'Please choose a password of your own first: somebody else gave you this one.',
  factor: 'Please add a second factor first: your role requires one.',
}

/**
 * Throws 403 while something has to be done first, by its name. What is about the caller alone may be called
 * meanwhile, or it could not be done.
 */
export function demandDone(owner: SessionOwner, access: RouteAccess): void {
  const [first] = owner.must ?? []
  if (first === undefined || access === 'signed-in') return
  throw forbidden({ rule: first, message: FIRST[first] })
}

/** Whether it was proved a moment ago that it is the person who signed in. */
export function isConfirmed({ session }: SessionOwner): boolean {
  return session !== undefined && session.confirmedUntil !== null
}

/** Throws 403 where a route takes a confirmation that there is none of. */
export function demandConfirmed(owner: SessionOwner, isNeeded: boolean | undefined): void {
  if (isNeeded && !isConfirmed(owner)) throw confirmFirst()
}
