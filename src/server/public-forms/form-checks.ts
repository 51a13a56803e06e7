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
const SPENT = `You have sent this form too often. Wait ${WAIT}, then send it again.`
const FLOOD = 'Too many messages were sent from your network.'
const FULL = 'We are receiving too many messages right now.'

/** The share of all posts that is reserved for addresses without earlier posts in the window. */
const RESERVED = 1 / 5
/** The most stored posts per stamp. Visitors of the same second share a stamp. */
const USES_OF_A_STAMP = 5
/** The most refused posts of one address in a minute. A person does not correct a form that often. */
const REFUSED_A_MINUTE = 30

/**
 * Creates the limits of the public forms. Reached limits are cached in memory, so that a flood costs few queries. The
 * limit of an address applies first, so that one address cannot use up the limit of all. Posts refused for other
 * reasons are counted only in memory.
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
    /** Counts a post that is about to be stored. Throws 429 if a limit is reached, and 400 for a used-up stamp. */
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
 * Returns whether a post comes from a page of this site, or of an origin that may call the API. Accepts a post without
 * these headers, because current browsers send them and the other checks still apply.
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

/** The tolerated difference between server clocks. */
const SKEW = 60_000

/** Creates the stamps of forms: the signed times at which they were served. All servers on a database share `secret`. */
export function createStamps(secret: string) {
  /** A time in base 36 with its signature. */
  const signed = (time: string) =>
    `${time}.${createHmac('sha256', secret).update(`form ${time}`).digest('base64url')}`
  const make = (now = Date.now()) => signed(now.toString(36))

  /** Returns the milliseconds since the stamp was created; undefined for a forged one. */
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

    /** Returns the stamp to send a form again with: the same one while it is valid or too new, otherwise a new one. */
    again(stamp: unknown, isSpent: boolean): string {
      const now = Date.now()
      const age = ageOf(stamp, now)
      const isGood = age !== undefined && age <= MOST_FILL_MS && !(isSpent && age >= LEAST_FILL_MS)
      return make(isGood ? now - age : now)
    },
  }
}
