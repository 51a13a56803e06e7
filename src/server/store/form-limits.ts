import type pg from 'pg'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { addressKey, createLimiter, waitOf } from './limits.ts'

export interface FormNumbers {
  windowMinutes: number
  /** Posts of one address, and of all of them together. */
  perAddress: number
  inTotal: number
}

/** Whose limit is reached, and the seconds until it is not. */
export interface FormRefusal {
  whose: 'address' | 'all'
  retryAfterSeconds: number
}

export interface FormLimits {
  /** Counts a post that is about to be stored; gives the refusal when there were too many. */
  count(address: string): Promise<FormRefusal | undefined>
  /** Counts a post that was refused; gives the refusal of an address that sends nothing else. */
  countRefused(address: string): Promise<FormRefusal | undefined>
}

const ALL = 'all'
/** Refused posts of one address in a minute: nobody corrects a form so often. */
const REFUSED_A_MINUTE = 30

/**
 * Limits what the public forms store. Who has reached a limit is remembered here as well: a flood of
 * good posts costs as many queries as it has places, and none for each post after that. The address
 * counts first, so that one that writes too much takes no place from others. What was refused for other reasons
 * costs the database nothing: this server alone counts it. Whoever may send much may also err more often.
 */
export function createFormLimits(pool: pg.Pool, numbers: FormNumbers): FormLimits {
  const { windowMinutes, perAddress, inTotal } = numbers
  const shared = { of: 'form', windowMinutes }
  const ofAddress = createLimiter(pool, { ...shared, most: perAddress, inMemory: true })
  const ofAll = createLimiter(pool, { ...shared, most: inTotal })
  const refused = new RateLimiterMemory({
    points: Math.max(REFUSED_A_MINUTE, perAddress),
    duration: 60,
  })
  let fullUntil = 0
  const refusedForAll = (): FormRefusal => ({
    whose: 'all',
    retryAfterSeconds: Math.ceil((fullUntil - Date.now()) / 1000) || 1,
  })
  return {
    async count(address) {
      if (Date.now() < fullUntil) return refusedForAll()
      const wait = await waitOf(ofAddress, addressKey(address))
      if (wait !== undefined) return { whose: 'address', retryAfterSeconds: wait }
      const waitOfAll = await waitOf(ofAll, ALL)
      if (waitOfAll === undefined) return undefined
      fullUntil = Date.now() + waitOfAll * 1000
      return refusedForAll()
    },

    async countRefused(address) {
      const wait = await waitOf(refused, addressKey(address))
      return wait === undefined ? undefined : { whose: 'address', retryAfterSeconds: wait }
    },
  }
}
