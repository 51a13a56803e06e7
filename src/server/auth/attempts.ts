import { tooManyRequests } from '#server/http/refusal.ts'
import type { SecurityLog } from '#server/security-log/security-log.ts'
import type { Caller, SignInLimits, Turn } from './sign-in-limits.ts'

/** Whose attempt it is, for the log. */
export interface AttemptFacts {
  account: string | null
  address: string
  reqId: string
}

/**
 * Lets somebody prove who it is, by a password or whatever else, within the limits of signing in. Gives what
 * `look` finds; undefined counts as a failure. Throws 429, and what `look` throws, which counts for nobody.
 */
export type Attempts = <T>(
  caller: Caller,
  facts: AttemptFacts,
  look: (turn: Turn) => Promise<T | undefined>,
) => Promise<T | undefined>

const TOO_MANY = {
  failures: 'Too many failed sign-ins.',
  successes: 'Too many sign-ins.',
}

export function createAttempts(limits: SignInLimits, security: SecurityLog): Attempts {
  return async (caller, facts, look) => {
    const attempt = await limits.attempt(caller)
    if (!attempt.allowed) {
      security.note('sign_in_refused', facts)
      throw tooManyRequests(TOO_MANY[attempt.why], attempt.retryAfterSeconds)
    }
    const found = await look(attempt.turn).catch(async (error: unknown) => {
      // No verdict is no failed attempt. If the database is gone, so is this.
      await attempt.end('none').catch(() => undefined)
      throw error
    })
    await attempt.end(found === undefined ? 'wrong' : 'right')
    return found
  }
}
