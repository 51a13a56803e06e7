import type pg from 'pg'
import { foldEmail } from '#model/schema.ts'
import { addressKey, createLimiter, hashedKey, networkKey, secondsIn, waitOf } from './limits.ts'

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

interface Throttling {
  /** So many tries have no delay. */
  free: number
  /** The longest delay. */
  mostMs: number
  /** After so long without a try everything is forgotten. */
  keptMs: number
}

/** Makes who tries in vain wait, each time twice as long. */
interface Throttle {
  /**
   * Takes the one try that is due. Gives the seconds to wait when none is; such a try changes nothing.
   * Of tries that come at the same moment, on whatever server, only so many get one as are due.
   */
  claim(key: string): Promise<number | undefined>
  /** Gives a try back that was none in vain. */
  release(key: string): Promise<void>
}

const NOW = '(extract(epoch from clock_timestamp()) * 1000)::bigint'
/** Beyond it the delay is the longest anyhow, and the power would grow without end. */
const MOST_DOUBLINGS = 30

/**
 * Counts in the same table as the other limits, where `expire` is kept moving with each try, so that it says
 * when the last one was. The database's clock decides, so that servers need not agree on one.
 */
function createThrottle(pool: pg.Pool, { free, mostMs, keptMs }: Throttling): Throttle {
  const due = `limits.expire - $2::bigint
    + least($4::bigint, (1000 * power(2, least(limits.points - $3::integer, ${MOST_DOUBLINGS})))::bigint)`
  const claim = {
    name: 'throttle_claim',
    text: `insert into limits (key, points, expire) values ($1, 1, ${NOW} + $2::bigint)
      on conflict (key) do update set
        points = case when limits.expire <= ${NOW} then 1 else limits.points + 1 end,
        expire = excluded.expire
      where limits.expire <= ${NOW} or limits.points < $3::integer or ${due} <= ${NOW}
      returning points`,
  }
  const look = {
    name: 'throttle_look',
    text: `select ${due} - ${NOW} as ms from limits where key = $1`,
  }
  const release = {
    name: 'throttle_release',
    text: 'update limits set points = points - 1 where key = $1 and points > 0',
  }
  return {
    async claim(key) {
      const values = [key, keptMs, free, mostMs]
      const { rowCount } = await pool.query({ ...claim, values })
      if (rowCount) return undefined
      const { rows } = await pool.query<{ ms: number }>({ ...look, values })
      return Math.max(1, Math.ceil((rows[0]?.ms ?? 0) / 1000))
    },
    async release(key) {
      await pool.query({ ...release, values: [key] })
    },
  }
}

/** Limits asking for mail: for a new password, whoever's it is, and for the waitlist. */
export interface AskingLimits {
  /** Counts one of an address; gives the seconds to wait when those were too many. */
  ofAddress(address: string): Promise<number | undefined>
  /** Counts one for an email, known or not; whether those were too many. */
  isTooMany(email: string): Promise<boolean>
  /** Counts a mail of the waitlist to an email; whether one was counted within the hour. */
  isMailed(email: string): Promise<boolean>
}

const WINDOW_MINUTES = 60
const OF_AN_ADDRESS = 10
const OF_AN_EMAIL = 3

export function createAskingLimits(pool: pg.Pool): AskingLimits {
  const shared = { of: 'password', windowMinutes: WINDOW_MINUTES }
  const addresses = createLimiter(pool, { ...shared, most: OF_AN_ADDRESS, inMemory: true })
  const emails = createLimiter(pool, { ...shared, most: OF_AN_EMAIL })
  const mailed = createLimiter(pool, { of: 'waitlist', windowMinutes: WINDOW_MINUTES, most: 1 })
  return {
    ofAddress: (address) => waitOf(addresses, addressKey(address)),
    isTooMany: async (email) =>
      (await waitOf(emails, hashedKey('email', foldEmail(email)))) !== undefined,
    isMailed: async (email) =>
      (await waitOf(mailed, hashedKey('email', foldEmail(email)))) !== undefined,
  }
}
