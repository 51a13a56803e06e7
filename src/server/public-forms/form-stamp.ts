import { createHmac, timingSafeEqual } from 'node:crypto'
import { LEAST_FILL_MS, MOST_FILL_MS } from '#contract/forms.ts'

/** The signed times at which forms were served: how long somebody took to fill one in. */
export interface Stamps {
  make(now?: number): string
  /**
   * For sending once more: the same stamp while it is good, or only too young, so that whoever has taken the time
   * need not take it again. Who shows none of ours, one that is too old or one that is spent, begins anew.
   */
  again(stamp: unknown, isSpent?: boolean, now?: number): string
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
    again(stamp, isSpent = false, now = Date.now()) {
      const age = ageOf(stamp, now)
      const isGood = age !== undefined && age <= MOST_FILL_MS && !(isSpent && age >= LEAST_FILL_MS)
      // The same again, unless it is of a clock that is ahead of ours.
      return make(isGood ? now - age : now)
    },
  }
}
