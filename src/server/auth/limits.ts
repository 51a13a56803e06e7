import { createHash } from 'node:crypto'
import { isIP, isIPv6 } from 'node:net'
import type pg from 'pg'
import {
  type RateLimiterAbstract,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import { foldEmail } from '#model/schema.ts'
import type { Config } from '#server/config.ts'
import { tooManyRequests } from '#server/http/refusal.ts'

/**
 * Creates a rate limiter that counts in the database, so limits survive a restart and hold for all servers. With
 * `inMemory` it also remembers exhausted keys, so further calls need no query.
 */
export function createLimiter(
  pool: pg.Pool,
  keyPrefix: string,
  points: number,
  minutes: number,
  inMemory = false,
): RateLimiterPostgres {
  return new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix,
    points,
    duration: minutes * 60,
    ...(inMemory && { inMemoryBlockOnConsumed: points }),
  })
}

/** Consumes one point. Returns the points consumed so far, and the seconds to wait if none was left. */
export async function consume(
  limiter: RateLimiterAbstract,
  key: string,
  customDuration?: number,
): Promise<{ count: number; wait?: number }> {
  try {
    return { count: (await limiter.consume(key, 1, { customDuration })).consumedPoints }
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    return { count: refusal.consumedPoints, wait: secondsIn(refusal) }
  }
}

function secondsIn({ msBeforeNext }: RateLimiterRes): number {
  return Math.ceil(msBeforeNext / 1000) || 1
}

/** Deletes expired counters. */
export async function sweepLimits(pool: pg.Pool): Promise<void> {
  await pool.query('delete from limits where expire < $1', [Date.now()])
}

/** A sign-in attempt whose password has not been checked yet. */
interface Caller {
  /** The id of the account, or the lowercase email if there is no account. */
  account: string
  /** The marker of a device that has signed in to this account before. */
  device: string | undefined
  address: string
}

/** The order of password checks under load: known devices, then addresses without failures, then the rest. */
export type Priority = 'known' | 'clean' | 'last'

/** A /48 network may fail as often as this many of its /64 networks. */
const ADDRESSES_OF_A_NETWORK = 4
/**
 * An account's failures count for this many windows, a day at most. An attacker gains little by waiting for their end.
 */
const WINDOWS_OF_AN_ACCOUNT = 96
const DAY_MINUTES = 24 * 60
const FAILURES = 'Too many failed sign-ins.'

/**
 * Limits sign-ins. Counts each attempt before the password is checked, and removes it again if the password was right.
 * Parallel guesses therefore cannot bypass the limit.
 *
 * Failures count for the address, its /48 and the account. After the first few, each failure doubles the time for which
 * the account is blocked, up to a window. An attacker can also block the owner, except on a device that has signed in
 * before: such a device has a count of its own.
 */
export function createSignInLimits(pool: pg.Pool, config: Config) {
  const { signInWindowMinutes: windowMinutes, signInsPerAccount } = config
  const { signInFailuresPerAccount: perAccount, signInFailuresPerAddress: perAddress } = config
  const limiter = (points: number, minutes = windowMinutes) =>
    createLimiter(pool, 'sign-in', points, minutes)
  const addresses = limiter(perAddress)
  const accounts = limiter(perAccount, Math.min(windowMinutes * WINDOWS_OF_AN_ACCOUNT, DAY_MINUTES))
  const blocks = limiter(1)
  const successes = limiter(signInsPerAccount)

  const sourcesOf = (address: string) => {
    const network = networkKey(address)
    return [
      { key: addressKey(address), most: perAddress },
      ...(network ? [{ key: network, most: perAddress * ADDRESSES_OF_A_NETWORK }] : []),
    ]
  }

  /**
   * Counts an attempt of an account or a device. Returns the seconds to wait while it is blocked. A blocked attempt is
   * not counted. Only one of several parallel attempts after a block is allowed.
   */
  const countFailure = async (key: string, block: string): Promise<number | undefined> => {
    const [failed, blocked] = await Promise.all([accounts.get(key), blocks.get(block)])
    if (blocked) return secondsIn(blocked)
    const { consumedPoints } = await accounts.penalty(key)
    if (consumedPoints < perAccount) return undefined
    const doublings = Math.max(0, (failed?.consumedPoints ?? 0) + 1 - perAccount)
    const { wait } = await consume(blocks, block, Math.min(windowMinutes * 60, 2 ** doublings))
    if (wait !== undefined) await accounts.reward(key)
    return wait
  }

  return {
    /**
     * Runs `check` within the limits. Undefined counts as a failure. An exception is not counted. Throws 429 and calls
     * `onRefused` when a limit is reached.
     */
    async attempt<T>(
      { account, device, address }: Caller,
      check: (priority: Priority) => Promise<T | undefined>,
      onRefused: () => void,
    ): Promise<T | undefined> {
      const refuse = (message: string, seconds: number) => {
        onRefused()
        return tooManyRequests(message, seconds)
      }
      const sources = device === undefined ? sourcesOf(address) : []
      const counted = await Promise.all(sources.map(({ key }) => addresses.penalty(key)))
      const over = counted.find(
        ({ consumedPoints }, index) => consumedPoints > (sources[index]?.most ?? 0),
      )
      if (over) throw refuse(FAILURES, secondsIn(over))

      const key = device === undefined ? hashedKey('account', account) : hashedKey('device', device)
      const block = `${key}:block`
      const wait = await countFailure(key, block)
      if (wait !== undefined) throw refuse(FAILURES, wait)

      const successKey = hashedKey('success', account)
      const undoSuccess = () => successes.reward(successKey)
      const undoFailure = () =>
        Promise.all([
          ...sources.map((source) => addresses.reward(source.key)),
          accounts.reward(key),
          blocks.delete(block),
        ])
      const undo = () => Promise.all([undoSuccess(), undoFailure()])
      const success = await successes.penalty(successKey)
      if (success.consumedPoints > signInsPerAccount) {
        await undo()
        throw refuse('Too many sign-ins.', secondsIn(success))
      }
      const unknown = counted[0]?.consumedPoints === 1 ? 'clean' : 'last'
      const found = await check(device === undefined ? unknown : 'known').catch(
        async (error: unknown) => {
          // If the database is away, this call fails too.
          await undo().catch(() => undefined)
          throw error
        },
      )
      await (found === undefined ? undoSuccess() : undoFailure())
      return found
    },
  }
}

/** The sign-in page sends a request each time it opens, and many users can share an address. */
const STEPS_OF_AN_ADDRESS = 300
const LINKS_OF_AN_ADDRESS = 10
const LINKS_OF_AN_EMAIL = 3

/**
 * Creates the limits on requests of anonymous clients: password links, waitlist emails and sign-in steps. Each limit
 * counts requests by address or email, whether or not the email is known. Each returns the seconds to wait if there
 * were too many.
 */
export function createAskingLimits(pool: pg.Pool) {
  const limit =
    (limiter: RateLimiterPostgres, keyOf: (text: string) => string) => async (text: string) =>
      (await consume(limiter, keyOf(text))).wait
  const emailKey = (email: string) => hashedKey('email', foldEmail(email))
  const links = createLimiter(pool, 'password', LINKS_OF_AN_ADDRESS, 60, true)
  return {
    linkOfAddress: limit(links, addressKey),
    linkOfEmail: limit(createLimiter(pool, 'password', LINKS_OF_AN_EMAIL, 60), emailKey),
    waitlistMail: limit(createLimiter(pool, 'waitlist', 1, 60), emailKey),
    step: limit(createLimiter(pool, 'begin', STEPS_OF_AN_ADDRESS, 15), addressKey),
  }
}

/** Returns a hashed key, because plain keys in the table would list the email addresses that were tried. */
export function hashedKey(kind: string, text: string): string {
  return `${kind}:${createHash('sha256').update(text).digest('base64url')}`
}

const NO_ADDRESS = 'unknown'

/**
 * Normalizes an IP address from a proxy: removes the port and the interface, and unwraps IPv4 in IPv6. IPv6 gets eight
 * groups, each in its shortest form. All invalid addresses return the same word.
 */
export function plainAddress(said: string): string {
  const bare = said
    .trim()
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/%.*$/, '')
  if (!isIP(bare)) return NO_ADDRESS
  if (!isIPv6(bare)) return bare
  const [left = [], right = []] = new URL(`http://[${bare}]`).hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter(Boolean))
  const zeros = Array<string>(8 - left.length - right.length).fill('0')
  const groups = [...left, ...zeros, ...right]
  if (groups.slice(0, 6).join() !== '0,0,0,0,0,ffff') return groups.join(':')
  const digits = groups.slice(6).map((group) => group.padStart(4, '0'))
  return Buffer.from(digits.join(''), 'hex').join('.')
}

const prefixOf = (plain: string, groups: number) => plain.split(':').slice(0, groups).join(':')

/** Returns the IPv4 address, or the /64 network of an IPv6 address, which usually belongs to one customer. */
export function addressKey(address: string): string {
  const plain = plainAddress(address)
  return `address:${isIPv6(plain) ? `${prefixOf(plain, 4)}::/64` : plain}`
}

/** Returns the /48 network of an IPv6 address, which can belong to one customer; undefined for IPv4. */
export function networkKey(address: string): string | undefined {
  const plain = plainAddress(address)
  return isIPv6(plain) ? `network:${prefixOf(plain, 3)}::/48` : undefined
}
