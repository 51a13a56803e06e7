import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FactorKind, SecondStep, SignedIn } from '#contract/auth.ts'
import type { SecurityEventName } from '#contract/security-log.ts'
import { cookieValues, keepCookie } from '#server/http/cookies.ts'
import { type JsonSchema, object } from '#server/http/json-schema.ts'
import { unauthenticated } from '#server/http/refusal.ts'
import type { Context } from '#server/http/route-context.ts'
import { createSessionUser } from '#server/http/session-user.ts'
import { MARKER_DAYS } from './devices.ts'
import type { Priority } from './limits.ts'
import { isSecret, newSecret } from './secrets.ts'
import type { SignIn } from './sessions.ts'

export type Device = Pick<SignIn, 'marker' | 'from'>

interface Attempt {
  /** The account, if there is one. */
  userId: string | undefined
  /** Whose failures are counted when there is none. */
  otherwise?: string
  /** The security event of a failure, and its message. */
  event: SecurityEventName
  message: string
}

const text = { type: 'string' }
const FACTORS: readonly FactorKind[] = ['passkey', 'totp', 'recovery']

export const SIGNED_IN: JsonSchema = {
  ...object({ token: text, user: { $ref: 'SessionUser#' } }),
  description: 'Signed in',
}

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

/** Every way to sign in is limited, logged and answered here. */
export function createSignIn(context: Context) {
  const { store, security } = context
  const sessionUser = createSessionUser(context)
  return {
    /** Runs `check` within the limits; its undefined is a failure. Throws 401 and 429. */
    async attempt<T extends SignedIn | SecondStep>(
      request: FastifyRequest,
      reply: FastifyReply,
      { userId, otherwise = '', event, message }: Attempt,
      check: (device: Device, priority: Priority) => Promise<T | undefined>,
    ): Promise<T> {
      const facts = { account: userId ?? null, address: request.ip, reqId: request.id }
      const device = await store.devices.known(userId, markersOf(request))
      const marker = device ?? newSecret()
      const from = { userAgent: request.headers['user-agent'], address: request.ip }
      const answer = await store.signInLimits.attempt(
        { account: userId ?? otherwise, device, address: request.ip },
        (priority) => check({ marker, from }, priority),
        () => security.note('sign_in_refused', facts),
      )
      if (!answer) {
        security.note(event, facts)
        throw unauthenticated(message)
      }
      if ('token' in answer) {
        security.note('signed_in', facts)
        keepMarker(request, reply, marker)
      }
      return answer
    },

    /** Starts a session, unless its proof was used or changed. */
    async start(signIn: SignIn): Promise<SignedIn | undefined> {
      const started = await store.sessions.start(signIn)
      return started && { token: started.token, user: sessionUser(started.user, started) }
    },
  }
}

const COOKIE = 'sign-in-device'
/** Several people may sign in on one device, each with a marker. */
const MOST_MARKERS = 4

/** The markers of the caller's device, the latest first. */
function markersOf(request: FastifyRequest): string[] {
  const values = cookieValues(request, COOKIE).flatMap((value) => value.split('.'))
  return [...new Set(values)].filter(isSecret).slice(0, MOST_MARKERS)
}

/** Puts a marker before the others of the device. Browsers keep none from a page of another origin. */
function keepMarker(request: FastifyRequest, reply: FastifyReply, marker: string): void {
  const others = markersOf(request).filter((one) => one !== marker)
  const value = [marker, ...others].slice(0, MOST_MARKERS).join('.')
  const seconds = MARKER_DAYS * 86_400
  keepCookie(request, reply, { name: COOKIE, value, seconds, sameSite: 'Strict' })
}
