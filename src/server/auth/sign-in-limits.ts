import type pg from 'pg'
import { addressKey, createLimiter, hashedKey, networkKey, secondsIn } from './limits.ts'
import { createThrottle } from './throttle.ts'

export interface SignInNumbers {
  windowMinutes: number
  /** Failures of one account, from wherever they come, before each one brings a delay. */
  perAccount: number
  /** Failures of one address. */
  perAddress: number
  /** Sign-ins of one account that succeed. */
  successes: number
}

/** Who wants in, as far as it is known before the password was looked at. */
export interface Caller {
  /** The id of the account that was found, else the folded email: no spelling has a counter of its own. */
  account: string
  /** The marker of a device that has signed in to this account before. */
  device: string | undefined
  address: string
}

/**
 * In whose turn the password is looked at: devices that are known, then addresses without failures, then
 * the rest (passwords.ts).
 */
export type Turn = 'known' | 'clean' | 'last'

/** What became of an attempt; without a verdict, because the server could give none, it counts for nobody. */
export type Outcome = 'right' | 'wrong' | 'none'

export type Attempt =
  | { allowed: false; why: 'failures' | 'successes'; retryAfterSeconds: number }
  | { allowed: true; turn: Turn; end(outcome: Outcome): Promise<void> }

export interface SignInLimits {
  attempt(caller: Caller): Promise<Attempt>
}

/** A /48 may fail as often as so many of its /64s. */
const ADDRESSES_OF_A_NETWORK = 4
/** Failures of an account are forgotten so many windows after the last one: waiting them out gains nothing. */
const WINDOWS_KEPT = 16

/**
 * Limits sign-ins. Each attempt is counted before the password is checked, and taken back when it was right:
 * parallel guesses cannot slip through together.
 *
 * Failures count for the address, for its /48, and for the account, whatever the address: past the first
 * few each makes the next one wait twice as long, up to a window. Whoever guesses can so keep the account's
 * owner waiting too, but not on a device that has signed in before: that one answers for its own
 * failures alone. What is refused here tried no password and changes nothing for the account.
 */
export function createSignInLimits(pool: pg.Pool, numbers: SignInNumbers): SignInLimits {
  const { windowMinutes, perAccount, perAddress } = numbers
  const windowMs = windowMinutes * 60_000
  const shared = { of: 'sign-in', windowMinutes }
  const failures = createLimiter(pool, { ...shared, most: perAddress })
  const successes = createLimiter(pool, { ...shared, most: numbers.successes })
  const throttle = createThrottle(pool, {
    free: perAccount,
    mostMs: windowMs,
    keptMs: windowMs * WINDOWS_KEPT,
  })

  const sourcesOf = (address: string) => {
    const network = networkKey(address)
    return [
      { key: addressKey(address), most: perAddress },
      ...(network ? [{ key: network, most: perAddress * ADDRESSES_OF_A_NETWORK }] : []),
    ]
  }

  return {
    async attempt({ account, device, address }) {
      const sources = device === undefined ? sourcesOf(address) : []
      const counted = await Promise.all(sources.map(({ key }) => failures.penalty(key)))
      const over = counted.find(({ consumedPoints }, index) => {
        return consumedPoints > (sources[index]?.most ?? 0)
      })
      if (over) return { allowed: false, why: 'failures', retryAfterSeconds: secondsIn(over) }

      const whose =
        device === undefined ? hashedKey('account', account) : hashedKey('device', device)
      const key = `${shared.of}:${whose}`
      const wait = await throttle.claim(key)
      if (wait !== undefined) return { allowed: false, why: 'failures', retryAfterSeconds: wait }

      const ofSuccess = hashedKey('success', account)
      const end = async (outcome: Outcome) => {
        await Promise.all([
          ...(outcome === 'right' ? [] : [successes.reward(ofSuccess)]),
          ...(outcome === 'wrong'
            ? []
            : [throttle.release(key), ...sources.map((source) => failures.reward(source.key))]),
        ])
      }
      const success = await successes.penalty(ofSuccess)
      if (success.consumedPoints > numbers.successes) {
        await end('none')
        return { allowed: false, why: 'successes', retryAfterSeconds: secondsIn(success) }
      }
      const isClean = counted[0]?.consumedPoints === 1
      const turn = device === undefined ? (isClean ? 'clean' : 'last') : 'known'
      return { allowed: true, turn, end }
    },
  }
}
