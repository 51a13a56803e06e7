import type pg from 'pg'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { MOST_FILL_MS } from '#contract/forms.ts'
import { addressKey, createLimiter, hashedKey, take, waitOf } from '#server/auth/limits.ts'

export interface FormNumbers {
  windowMinutes: number
  /** Posts of one address, and of all of them together. */
  perAddress: number
  inTotal: number
}

/** Whose limit is reached, and the seconds until it is not. */
export interface PlaceRefusal {
  whose: 'address' | 'all'
  retryAfterSeconds: number
}

/** A stamp that is spent is replaced at once. */
export type FormRefusal = PlaceRefusal | { whose: 'stamp' }

export interface FormLimits {
  /** Counts a post that is about to be stored under a stamp; gives the refusal when there were too many. */
  count(address: string, stamp: string): Promise<FormRefusal | undefined>
  /** Counts a post that was refused; gives the refusal of an address that sends nothing else. */
  countRefused(address: string): Promise<PlaceRefusal | undefined>
}

const ALL = 'all'
const RESERVE = 'reserve'
/** The part of all places that is kept for addresses that have stored nothing in the window. */
const RESERVED = 1 / 5
/** Posts that may be stored under one stamp; whoever came within one second shares one. */
const USES_OF_A_STAMP = 5
/** No stamp is good for longer. */
const LIFE_OF_A_STAMP = MOST_FILL_MS / 60_000
/** Refused posts of one address in a minute: nobody corrects a form so often. */
const REFUSED_A_MINUTE = 30

/**
 * Limits what the public forms store. Who has reached a limit is remembered here as well: a flood of
 * good posts costs a few queries for each of its places, and none for each post after that. The address
 * counts first, so that one that writes too much takes no place from others; the last places are for addresses
 * that have none yet. A use of a stamp that stored nothing is given back. What was refused for other reasons
 * costs the database nothing: this server alone counts it. Whoever may send much may also err more often.
 */
export function createFormLimits(pool: pg.Pool, numbers: FormNumbers): FormLimits {
  const { windowMinutes, perAddress, inTotal } = numbers
  const shared = { of: 'form', windowMinutes }
  const reserved = Math.floor(inTotal * RESERVED)
  const ofAddress = createLimiter(pool, { ...shared, most: perAddress, inMemory: true })
  const ofAll = createLimiter(pool, { ...shared, most: inTotal - reserved })
  const ofReserve = createLimiter(pool, { ...shared, most: reserved })
  const ofStamp = createLimiter(pool, {
    of: 'stamp',
    most: USES_OF_A_STAMP,
    windowMinutes: LIFE_OF_A_STAMP,
  })
  const refused = new RateLimiterMemory({
    points: Math.max(REFUSED_A_MINUTE, perAddress),
    duration: 60,
  })
  /** Until when there are no places but the reserved ones, and until when none of those. */
  const fullUntil = { [ALL]: 0, [RESERVE]: 0 }

  /** Takes a place for anybody, or one of the reserved ones; gives the seconds to wait for one. */
  const takePlace = async (isNew: boolean): Promise<number | undefined> => {
    const open = isNew ? ([ALL, RESERVE] as const) : ([ALL] as const)
    for (const of of open) {
      if (Date.now() < fullUntil[of]) continue
      const wait = await waitOf(of === ALL ? ofAll : ofReserve, of)
      if (wait === undefined) return undefined
      fullUntil[of] = Date.now() + wait * 1000
    }
    return waitForAll()
  }
  const waitForAll = () => Math.ceil((fullUntil[ALL] - Date.now()) / 1000) || 1
  const isFull = () => Date.now() < Math.min(fullUntil[ALL], fullUntil[RESERVE])

  return {
    async count(address, stamp) {
      if (isFull()) return { whose: 'all', retryAfterSeconds: waitForAll() }
      const of = addressKey(address)
      const source = await take(ofAddress, of)
      if (source.wait !== undefined) return { whose: 'address', retryAfterSeconds: source.wait }
      const under = hashedKey('stamp', stamp)
      if ((await waitOf(ofStamp, under)) !== undefined) {
        await ofAddress.reward(of)
        return { whose: 'stamp' }
      }
      const wait = await takePlace(source.count === 1)
      if (wait === undefined) return undefined
      await ofStamp.reward(under)
      return { whose: 'all', retryAfterSeconds: wait }
    },

    async countRefused(address) {
      const wait = await waitOf(refused, addressKey(address))
      return wait === undefined ? undefined : { whose: 'address', retryAfterSeconds: wait }
    },
  }
}
