import { createHash } from 'node:crypto'
import { isIP, isIPv6 } from 'node:net'
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

const NO_ADDRESS = 'unknown'

/**
 * The address alone, of what a proxy says of it: without a port, without an interface, and IPv4 as IPv4.
 * What is no address gives the same word, however it is spelled.
 */
export function plainAddress(said: string): string {
  const bare = said
    .trim()
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/%.*$/, '')
  if (!isIP(bare)) return NO_ADDRESS
  if (!isIPv6(bare)) return bare
  const groups = groupsOf(bare)
  if (groups.slice(0, 6).join() !== '0,0,0,0,0,ffff') return groups.join(':')
  const bytes = groups.slice(6).flatMap((group) => {
    const both = Number.parseInt(group, 16)
    return [both >> 8, both & 255]
  })
  return bytes.join('.')
}

/** An IPv4 address, or the /64 that one IPv6 customer has to himself. */
export function addressKey(address: string): string {
  const plain = plainAddress(address)
  return isIPv6(plain) ? `address:${prefixOf(plain, 4)}::/64` : `address:${plain}`
}

/** The /48 of an IPv6 address, of whose 65,536 /64s one customer may have all; IPv4 has none. */
export function networkKey(address: string): string | undefined {
  const plain = plainAddress(address)
  return isIPv6(plain) ? `network:${prefixOf(plain, 3)}::/48` : undefined
}

function prefixOf(plain: string, groups: number): string {
  return plain.split(':').slice(0, groups).join(':')
}

/** The eight groups of an IPv6 address, each in its shortest form. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const left = head ? head.split(':') : []
  const right = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length
  return [...left, ...Array<string>(zeros).fill('0'), ...right]
}
