import type pg from 'pg'
import type { RateLimiterRes } from 'rate-limiter-flexible'
import { addressKey, createLimiter, hashedKey, secondsIn } from './limits.ts'

export interface SignInNumbers {
  windowMinutes: number
  /** Failures of one account, from wherever they come, before strangers are slowed down. */
  perAccount: number
  /** Failures of one address. */
  perAddress: number
  /** Failures of one address on an account that is under attack. */
  perAddressUnderAttack: number
}

export type Attempt =
  | { allowed: false; retryAfterSeconds: number }
  /** `undo` takes the count back: only failures shall stay counted. */
  | { allowed: true; undo(): Promise<void> }

export interface SignInLimits {
  attempt(email: string, address: string): Promise<Attempt>
}

/**
 * Limits failed sign-ins per account and per address. Each attempt is counted before the password is
 * checked: parallel guesses cannot slip through together. An attacked account is never locked: an
 * address without failures of its own keeps a few tries, so that the owner gets in. What is refused
 * here counts for the address only: it tried no password, and a blocked address can neither harm
 * accounts nor fill the table.
 */
export function createSignInLimits(pool: pg.Pool, numbers: SignInNumbers): SignInLimits {
  const { perAddress: most, windowMinutes } = numbers
  const limiter = createLimiter(pool, { of: 'sign-in', most, windowMinutes })
  return {
    async attempt(email, address) {
      const ofAddress = addressKey(address)
      const source = await limiter.penalty(ofAddress)
      if (source.consumedPoints > numbers.perAddress) return refusal(source)
      const ofAccount = accountKey(email)
      const account = await limiter.penalty(ofAccount)
      const isAttacked = account.consumedPoints > numbers.perAccount
      if (isAttacked && source.consumedPoints > numbers.perAddressUnderAttack) {
        await limiter.reward(ofAccount)
        return refusal(source)
      }
      return {
        allowed: true,
        async undo() {
          await Promise.all([ofAccount, ofAddress].map((key) => limiter.reward(key)))
        },
      }
    },
  }
}

function refusal(source: RateLimiterRes): Attempt {
  return { allowed: false, retryAfterSeconds: secondsIn(source) }
}

/** The normalised email, whatever its spelling. */
function accountKey(email: string): string {
  return hashedKey('account', email.trim().normalize('NFKC').toLowerCase())
}
