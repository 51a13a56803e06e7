import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FactorKind, SecondStep, SignedIn } from '#contract/auth.ts'
import type { SecurityEventName } from '#contract/security-log.ts'
import { cookieValues, keepCookie } from '#server/http/cookies.ts'
import { type JsonSchema, object } from '#server/http/json-schema.ts'
import { unauthenticated } from '#server/http/refusal.ts'
import type { Context } from '#server/http/route-context.ts'
import { createSessionUser } from '#server/http/session-user.ts'
import { MARKER_DAYS, newMarker } from './devices.ts'
import type { SignIn } from './sessions.ts'
import type { Turn } from './sign-in-limits.ts'

type Device = Pick<SignIn, 'marker' | 'from'>

/** Who wants in, by whatever way. */
export interface Comer {
  userId: string | undefined
  /** What failures are counted by where that is nobody. */
  else: string
}

/** What a refusal is told as, and says. */
interface Refused {
  event: SecurityEventName
  message: string
}

const text = { type: 'string' }
const FACTORS: readonly FactorKind[] = ['passkey', 'totp', 'recovery']

/** What whoever is let in gets. */
export const SIGNED_IN: JsonSchema = {
  ...object({ token: text, user: { $ref: 'SessionUser#' } }),
  description: 'Signed in',
}

/** The same, or the ticket of a second step. */
export const SIGNED_IN_OR_ASKED: JsonSchema = {
  type: 'object',
  properties: {
    token: text,
    user: { $ref: 'SessionUser#' },
    ticket: { ...text, description: 'Instead: for POST /auth/factor, within five minutes' },
    factors: {
      type: 'array',
      items: { ...text, enum: FACTORS },
      description: 'What can be answered with',
    },
  },
  description: 'Signed in, or asked for a second factor',
}

/** The one door: every way of signing in is counted, told and answered alike. */
export function createEntry(context: Context) {
  const { store, accounts, security } = context
  const sessionUser = createSessionUser(context)
  return {
    /** Lets somebody try; undefined of `look` is a failure. Throws 401 and 429. */
    async attempt<T extends SignedIn | SecondStep>(
      request: FastifyRequest,
      reply: FastifyReply,
      comer: Comer,
      refused: Refused,
      look: (turn: Turn, device: Device) => Promise<T | undefined>,
    ): Promise<T> {
      const { userId } = comer
      const facts = { account: userId ?? null, address: request.ip, reqId: request.id }
      const device = await store.devices.known(userId, markersOf(request))
      const marker = device ?? newMarker()
      const from = { userAgent: request.headers['user-agent'], address: request.ip }
      const found = await accounts.attempts(
        { account: userId ?? comer.else, device, address: request.ip },
        facts,
        (turn) => look(turn, { marker, from }),
      )
      if (!found) {
        security.note(refused.event, facts)
        throw unauthenticated(refused.message)
      }
      if ('token' in found) {
        security.note('signed_in', facts)
        leaveMarker(request, reply, marker)
      }
      return found
    },

    /** Begins a session, unless what was shown for it is no more. */
    async start(signIn: SignIn): Promise<SignedIn | undefined> {
      const started = await store.sessions.start(signIn)
      return started && { token: started.token, user: sessionUser(started.user, started) }
    },
  }
}

const NAME = 'sign-in-device'
/** Several people may sign in on one device, each with a marker of his own. */
const MOST_MARKERS = 4
const MARKER = /^[A-Za-z0-9_-]{43}$/

/** The markers by which the caller's device is known to accounts, the latest first. */
function markersOf(request: FastifyRequest): string[] {
  const values = cookieValues(request, NAME).flatMap((value) => value.split('.'))
  return [...new Set(values)].filter((one) => MARKER.test(one)).slice(0, MOST_MARKERS)
}

/** Leaves a marker on the device, before those that it has. From a page of another origin the browser keeps none. */
function leaveMarker(request: FastifyRequest, reply: FastifyReply, marker: string): void {
  const others = markersOf(request).filter((one) => one !== marker)
  const value = [marker, ...others].slice(0, MOST_MARKERS).join('.')
  keepCookie(request, reply, {
    name: NAME,
    value,
    seconds: MARKER_DAYS * 86_400,
    sameSite: 'Strict',
  })
}
