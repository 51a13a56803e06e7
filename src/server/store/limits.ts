import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type pg from 'pg'
import { RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible'

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
  sweep(): Promise<void>
}

/**
 * Limits failed sign-ins per account and per address, in the database, so that they survive a restart
 * and hold for all servers. Each attempt is counted before the password is checked: parallel guesses
 * cannot slip through together. An attacked account is never locked: an address without failures of
 * its own keeps a few tries, so that the owner gets in. What is refused here counts for the address
 * only: it tried no password, and a blocked address can neither harm accounts nor fill the table.
 */
export function createSignInLimits(pool: pg.Pool, numbers: SignInNumbers): SignInLimits {
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: 'sign-in',
    points: numbers.perAddress,
    duration: numbers.windowMinutes * 60,
  })
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
    async sweep() {
      await pool.query('delete from limits where expire < $1', [Date.now()])
    },
  }
}

function refusal(source: RateLimiterRes): Attempt {
  return { allowed: false, retryAfterSeconds: Math.ceil(source.msBeforeNext / 1000) || 1 }
}

/** The normalised email, hashed: the table shall not list who has an account. */
function accountKey(email: string): string {
  const normalised = email.trim().normalize('NFKC').toLowerCase()
  return `account:${createHash('sha256').update(normalised).digest('base64url')}`
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
