import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type pg from 'pg'
import {
  type RateLimiterAbstract,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible'

/** Counters in the database, so that they survive a restart and hold for all servers. */
interface Counting {
  /** What the keys begin with. */
  of: string
  most: number
  windowMinutes: number
  /** Remember who has reached the most, so that what comes after costs no query. */
  inMemory?: boolean
}

export function createLimiter(pool: pg.Pool, { of, most, windowMinutes, inMemory }: Counting) {
  return new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: of,
    points: most,
    duration: windowMinutes * 60,
    ...(inMemory && { inMemoryBlockOnConsumed: most }),
  })
}

/** Counts one; gives how many that makes, and the seconds to wait when that is more than the most. */
export async function take(
  limiter: RateLimiterAbstract,
  key: string,
): Promise<{ count: number; wait?: number }> {
  try {
    return { count: (await limiter.consume(key)).consumedPoints }
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    return { count: refusal.consumedPoints, wait: secondsIn(refusal) }
  }
}

/** Counts one; gives the seconds to wait when that is more than the most. */
export async function waitOf(
  limiter: RateLimiterAbstract,
  key: string,
): Promise<number | undefined> {
  return (await take(limiter, key)).wait
}

export function secondsIn({ msBeforeNext }: RateLimiterRes): number {
  return Math.ceil(msBeforeNext / 1000) || 1
}

/** Deletes the counters that have run out. */
export async function sweepLimits(pool: pg.Pool): Promise<void> {
  await pool.query('delete from limits where expire < $1', [Date.now()])
}

/** A text that shall not be read in the table: it would list who has an account. */
export function hashedKey(kind: string, text: string): string {
  return `${kind}:${createHash('sha256').update(text).digest('base64url')}`
}

/** An IPv4 address, or the /64 that one IPv6 customer has to himself. */
export function addressKey(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  const plain = address.replace(/%.*$/, '')
  if (mapped || !isIPv6(plain)) return `address:${mapped ?? plain}`
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::')
  const left = head ? head.split(':') : []
  const right = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right]
  return `address:${groups.slice(0, 4).join(':')}::/64`
}
