import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SecondStep, SignedIn } from '#contract/auth.ts'
import type { SecurityEventName } from '#contract/security-log.ts'
import { callerFacts } from '#server/http/authorise.ts'
import { cookieValues, keepCookie } from '#server/http/cookies.ts'
import { unauthenticated } from '#server/http/refusal.ts'
import { createSessionUser } from '#server/http/session-user.ts'
import type { Context } from '#server/services.ts'
import type { Priority } from './limits.ts'
import { isSecret, newSecret } from './secrets.ts'
import { MARKER_DAYS, type SignIn } from './sessions.ts'

interface Attempt {
  /** The account, if there is one. */
  userId: string | undefined
  /** Whose failures are counted when there is none. */
  otherwise?: string
  /** The security event of a failure, and its message. */
  event: SecurityEventName
  message: string
}

/** Starts a session, unless its proof was used or changed. */
type Start = (
  proved: Pick<SignIn, 'userId' | 'checkedHash' | 'use'>,
) => Promise<SignedIn | undefined>

/** Every way to sign in is limited, logged and answered here. */
export function createSignIn(context: Context) {
  const { store, security } = context
  const sessionUser = createSessionUser(context)
  /** Runs `check` within the limits; its undefined is a failure. Throws 401 and 429. */
  return async <T extends SignedIn | SecondStep>(
    request: FastifyRequest,
    reply: FastifyReply,
    { userId, otherwise = '', event, message }: Attempt,
    check: (start: Start, priority: Priority) => Promise<T | undefined>,
  ): Promise<T> => {
    const facts = { ...callerFacts(request), account: userId ?? null }
    const address = request.ip
    const device = await store.sessions.knownDevice(userId, markersOf(request))
    const marker = device ?? newSecret()
    const start: Start = async (proved) => {
      const from = { userAgent: request.headers['user-agent'], address }
      const started = await store.sessions.start({ ...proved, marker, from })
      return started && { token: started.token, user: sessionUser(started.owner) }
    }
    const answer = await store.signInLimits.attempt(
      { account: userId ?? otherwise, device, address },
      (priority) => check(start, priority),
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
