import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { LEAST_FILL_MS, MOST_FILL_MS, STAMP } from '#contract/forms.ts'
import { addressKey, consume, createLimiter, hashedKey } from '#server/auth/limits.ts'
import { isSame } from '#server/auth/secrets.ts'
import type { Config } from '#server/config.ts'
import { invalidField, type Refusal, tooManyRequests } from '#server/http/refusal.ts'

export const WAIT = `${LEAST_FILL_MS / 1000} seconds`
const SPENT = `This page has sent enough. Please wait ${WAIT} and send it once more.`
const FLOOD = 'Too much has been sent from your internet address.'
const FULL = 'More is being sent to us than we can take.'

/** The share of all posts that is reserved for addresses without any in the window. */
const RESERVED = 1 / 5
/** Stored posts per stamp. Visitors of the same second share a stamp. */
const USES_OF_A_STAMP = 5
/** Refused posts of one address in a minute. No person corrects a form that often. */
const REFUSED_A_MINUTE = 30

/**
 * Limits what the public forms store. Reached limits are remembered in memory, so that a flood costs few queries.
 * The address counts first: one that sends too much takes no place from others. Posts that are refused for other
 * reasons are counted in memory alone.
 */
export function createFormLimits(
  pool: pg.Pool,
  { formWindowMinutes, formPostsPerAddress, formPostsInTotal }: Config,
) {
  const limiter = (points: number) => createLimiter(pool, 'form', points, formWindowMinutes, true)
  const reserved = Math.floor(formPostsInTotal * RESERVED)
  const addresses = limiter(formPostsPerAddress)
  const places = limiter(formPostsInTotal - reserved)
  const reserve = limiter(reserved)
  const stamps = createLimiter(pool, 'stamp', USES_OF_A_STAMP, MOST_FILL_MS / 60_000)
  const refused = new RateLimiterMemory({
    points: Math.max(REFUSED_A_MINUTE, formPostsPerAddress),
    duration: 60,
  })
  let fullUntil = 0

  return {
    /** Counts a post that is about to be stored. Throws 429 when a limit is reached, and 400 for a spent stamp. */
    async count(address: string, stamp: string): Promise<void> {
      const left = fullUntil - Date.now()
      if (left > 0) throw tooManyRequests(FULL, Math.ceil(left / 1000))
      const key = addressKey(address)
      const source = await consume(addresses, key)
      if (source.wait !== undefined) throw tooManyRequests(FLOOD, source.wait)
      const stampKey = hashedKey('stamp', stamp)
      if ((await consume(stamps, stampKey)).wait !== undefined) {
        await addresses.reward(key)
        throw invalidField(STAMP, SPENT)
      }
      const { wait } = await consume(places, 'all')
      if (wait === undefined) return
      if (source.count === 1) {
        const last = await consume(reserve, 'reserve')
        if (last.wait === undefined) return
        fullUntil = Date.now() + Math.min(wait, last.wait) * 1000
      }
      await stamps.reward(stampKey)
      throw tooManyRequests(FULL, wait)
    },

    /** Counts a refused post. Returns the refusal for an address that had too many. */
    async countRefused(address: string): Promise<Refusal | undefined> {
      const { wait } = await consume(refused, addressKey(address))
      return wait === undefined ? undefined : tooManyRequests(FLOOD, wait)
    },
  }
}

/**
 * Tells whether a post was typed on a page of this site, or of an origin that may call the API. Browsers of today say
 * where; a post without that is accepted, because the other checks apply.
 */
export function isOurs(
  { headers, host }: Pick<FastifyRequest, 'headers' | 'host'>,
  { publicUrl, corsOrigins }: Pick<Config, 'publicUrl' | 'corsOrigins'>,
): boolean {
  const { origin, 'sec-fetch-site': site } = headers
  if (origin !== undefined && (origin === publicUrl || corsOrigins.includes(origin))) return true
  // A proxy may change the host, but not this header.
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  if (origin === undefined) return true
  // `null` is the origin of opaque pages.
  return URL.canParse(origin) && new URL(origin).host === host.toLowerCase()
}

/** Clocks of several servers may differ by this much. */
const SKEW = 60_000

/** Stamps: the signed times at which forms were served. All servers on a database share the secret. */
export function createStamps(secret: string) {
  /** A time in base 36 with its signature. */
  const signed = (time: string) =>
    `${time}.${createHmac('sha256', secret).update(`form ${time}`).digest('base64url')}`
  const make = (now = Date.now()) => signed(now.toString(36))

  /** Milliseconds since the stamp was made; undefined for a forged one. */
  const ageOf = (stamp: unknown, now = Date.now()): number | undefined => {
    if (typeof stamp !== 'string') return undefined
    const [, time] = /^([0-9a-z]{1,10})\./.exec(stamp) ?? []
    if (!time || !isSame(stamp, signed(time))) return undefined
    const age = now - Number.parseInt(time, 36)
    return age < -SKEW ? undefined : Math.max(0, age)
  }

  return {
    make,
    ageOf,

    /** The stamp to send a form again: the same while it is valid or too young, otherwise a new one. */
    again(stamp: unknown, isSpent: boolean): string {
      const now = Date.now()
      const age = ageOf(stamp, now)
      const isGood = age !== undefined && age <= MOST_FILL_MS && !(isSpent && age >= LEAST_FILL_MS)
      return make(isGood ? now - age : now)
    },
  }
}
