import { Secret, TOTP } from 'otpauth'

const HALF_MINUTE = 30_000

/** Which half minute it is. */
export const halfMinute = (): number => Math.floor(Date.now() / HALF_MINUTE)

/**
 * What an authenticator app with this key (Base32) shows in a half minute. A server takes that of now and of the ones
 * before and after, each once: of two the first is of now and the second of the next. One of the half minute before
 * would be too late as soon as another begins.
 */
export const codeAt = (key: string, at: number): string =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: at * HALF_MINUTE })
