import { createHash, createHmac } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { CHANGE_HEADER, KEY_HEADER } from '#contract/api.ts'
import type { Via } from '#contract/changes.ts'
import { hasConfirmed } from '#server/auth/step-up.ts'
import { isTokenRole } from '#server/auth/token-scopes.ts'
import { ownerOf, roleOf } from './authorise.ts'
import { invalid } from './refusal.ts'

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
  /** Whether the author has just confirmed their identity. */
  isConfirmed?: boolean
}

/** Hashes of an Idempotency-Key and of its request. */
export interface Once {
  key: Buffer
  asked: Buffer
}

/** Who writes by this request, a program always by its token. Throws 400 for an Idempotency-Key that is none. */
export function authorOf(request: FastifyRequest, via: Via): Author {
  const owner = ownerOf(request)
  const role = roleOf(owner)
  return {
    ...{ id: owner.id, role, requestId: request.id, address: request.ip },
    ...{
      via: isTokenRole(role) ? 'token' : via,
      once: onceOf(request),
      isConfirmed: hasConfirmed(owner),
    },
  }
}

/** Names the change in the answer's headers. */
export function noteChange(reply: FastifyReply, change: string): void {
  reply.header(CHANGE_HEADER, change)
}

const KEY = /^[\x21-\x7e]{1,255}$/

/**
 * What was asked is kept as a hash under the key, and of the key itself only a hash: whoever reads the table cannot try
 * out what a body held.
 */
function onceOf({ headers, method, url, body }: FastifyRequest): Once | undefined {
  const key = headers[KEY_HEADER]
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !KEY.test(key))
    throw invalid('An Idempotency-Key is 1 to 255 letters, digits and signs, without spaces.')
  const asked = `${method} ${url}\n${JSON.stringify(body ?? null)}`
  return {
    key: createHash('sha256').update(key).digest(),
    asked: createHmac('sha256', key).update(asked).digest(),
  }
}
