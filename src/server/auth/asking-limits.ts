import type pg from 'pg'
import { foldEmail } from '#model/schema.ts'
import { addressKey, createLimiter, hashedKey, waitOf } from './limits.ts'

/** Limits asking for mail: for a new password, whoever's it is, and for the waitlist. */
export interface AskingLimits {
  /** Counts one of an address; gives the seconds to wait when those were too many. */
  ofAddress(address: string): Promise<number | undefined>
  /** Counts one for an email, known or not; whether those were too many. */
  isTooMany(email: string): Promise<boolean>
  /** Counts a mail of the waitlist to an email; whether one was counted within the hour. */
  isMailed(email: string): Promise<boolean>
}

const WINDOW_MINUTES = 60
const OF_AN_ADDRESS = 10
const OF_AN_EMAIL = 3

export function createAskingLimits(pool: pg.Pool): AskingLimits {
  const shared = { of: 'password', windowMinutes: WINDOW_MINUTES }
  const addresses = createLimiter(pool, { ...shared, most: OF_AN_ADDRESS, inMemory: true })
  const emails = createLimiter(pool, { ...shared, most: OF_AN_EMAIL })
  const mailed = createLimiter(pool, { of: 'waitlist', windowMinutes: WINDOW_MINUTES, most: 1 })
  return {
    ofAddress: (address) => waitOf(addresses, addressKey(address)),
    isTooMany: async (email) =>
      (await waitOf(emails, hashedKey('email', foldEmail(email)))) !== undefined,
    isMailed: async (email) =>
      (await waitOf(mailed, hashedKey('email', foldEmail(email)))) !== undefined,
  }
}
