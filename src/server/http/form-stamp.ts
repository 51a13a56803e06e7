import { createHmac, timingSafeEqual } from 'node:crypto'
import { LEAST_FILL_MS } from '#contract/forms.ts'

/** A form may stand open for this long, in milliseconds. */
export const MOST_FILL_MS = 24 * 3_600_000

/** The signed times at which forms were served: how long somebody took to fill one in. */
export interface Stamps {
  make(now?: number): string
  /**
   * For sending once more: whoever has taken the time already need not take it again, and whoever was
   * too early waits for what is left of it. Who shows no stamp of ours begins anew.
   */
  again(stamp: unknown, now?: number): string
  /** Milliseconds since the stamp was made; undefined when we did not make it, or not yet. */
  ageOf(stamp: unknown, now?: number): number | undefined
}

/** How far the clocks of several servers may be apart. */
const SKEW = 60_000
/** A time in base 36 and its HMAC-SHA256 in base64url. */
const STAMP = /^([0-9a-z]{1,10})\.([\w-]{43})$/

/** Stamps under a secret that all servers on one database share. */
export function createStamps(secret: string): Stamps {
  const sign = (time: string) => createHmac('sha256', secret).update(`form ${time}`).digest()
  const make = (now = Date.now()) => {
    const time = now.toString(36)
    return `${time}.${sign(time).toString('base64url')}`
  }
  const ageOf = (stamp: unknown, now = Date.now()) => {
    const [, time, signature] = STAMP.exec(typeof stamp === 'string' ? stamp : '') ?? []
    if (!time || !signature) return undefined
    if (!timingSafeEqual(sign(time), Buffer.from(signature, 'base64url'))) return undefined
    const age = now - Number.parseInt(time, 36)
    return age < -SKEW ? undefined : Math.max(0, age)
  }
  return {
    make,
    ageOf,
    again: (stamp, now = Date.now()) => make(now - Math.min(ageOf(stamp, now) ?? 0, LEAST_FILL_MS)),
  }
}
