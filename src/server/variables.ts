import { isIP } from 'node:net'
import * as z from 'zod'

// What variables of the environment may say, each with its words for what is wrong.

export const whole = (least: number, most: number) =>
  z
    .string()
    .refine((text) => /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most, {
      error: `must be a whole number from ${least} to ${most}`,
    })
    .transform(Number)

export const onOff = z
  .enum(['on', 'off', 'true', 'false', '1', '0'], { error: 'must be on or off' })
  .transform((text) => ['on', 'true', '1'].includes(text))

export const listOf = (isItem: (text: string) => boolean, error: string) =>
  z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter((item) => item !== ''))
    .refine((items) => items.every(isItem), { error })

export const origin = (text: string) => URL.canParse(text) && new URL(text).origin === text
export const host = (text: string) => /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d+)?$/i.test(text)
/** An address, or a network with 1 to 32 bits (IPv6: 128): 0 bits would trust everybody. */
export const network = (text: string) => {
  const [address = '', bits = '1', more] = text.trim().split('/')
  const most = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  return /^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= most && more === undefined
}

/**
 * Only by address. A mere number of proxies, or 'all', would let whoever reaches the server directly
 * choose the address that the sign-in limits count.
 */
export const proxies = z
  .string()
  .refine((text) => text === 'off' || text.split(',').every(network), {
    error: 'must be off, or the addresses of the proxies in front, like 127.0.0.1,10.0.0.0/8',
  })
  .transform((text) => (text === 'off' ? false : text.split(',').map((one) => one.trim())))

/**
 * UTC, or a region and a city. Both Node and PostgreSQL read those alike; what is shorter they do not: CET has
 * no summer for PostgreSQL, IST is Israel's, and +02:00 lies west of Greenwich.
 */
export const zoneSchema = z.string().refine(
  (text) => {
    try {
      return (
        /^(UTC|[a-z]+\/.+)$/i.test(text) &&
        Boolean(new Intl.DateTimeFormat('en', { timeZone: text }))
      )
    } catch {
      return false
    }
  },
  { error: 'must be UTC, or a time zone with its region, like Europe/Vienna' },
)

const UNITS_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

/** A span in minutes, hours or days, from ten minutes to a month. */
export const span = z
  .string()
  .regex(/^\d{1,5}[mhd]$/, { error: 'must be like 24h, 30m or 7d' })
  .transform((text) => Number(text.slice(0, -1)) * (UNITS_MS[text.slice(-1)] ?? 0))
  .refine((ms) => ms >= 600_000 && ms <= 31 * 86_400_000, {
    error: 'must be from 10m to 31d',
  })

/** By TLS, or on this very machine: what it says decides who is let in. */
export const issuer = (text: string) => {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return (
    protocol === 'https:' ||
    (protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname))
  )
}
