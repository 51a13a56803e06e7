import type { Tx } from '#server/db/pool.ts'
import { type Runner, rowsOf, run, sql } from '#server/db/sql.ts'
import { hashOf } from './secrets.ts'

/** Days that a device keeps its marker: browsers keep no cookie much longer. */
export const MARKER_DAYS = 365
/** Per account. Programs get a new marker at each sign-in, so this leaves room for the devices of people. */
const MOST_DEVICES = 50
const NOBODY = '00000000-0000-0000-0000-000000000000'

export type Devices = ReturnType<typeof createDevices>

/**
 * Devices that have signed in to an account, each by a random marker in a cookie; only hashes are stored. A marker
 * does not replace the password. Its holder does not wait for the failures of others.
 */
export function createDevices(pool: Runner) {
  return {
    /** The marker that belongs to this account. Without an account the query runs too, in the same time. */
    async known(
      userId: string | undefined,
      markers: readonly string[],
    ): Promise<string | undefined> {
      if (markers.length === 0) return undefined
      const byHash = new Map(markers.map((marker) => [hashOf(marker).toString('hex'), marker]))
      const [found] = await rowsOf<{ hash: Buffer }>(
        pool,
        sql`select marker_hash as hash from devices
          where marker_hash = any(${markers.map(hashOf)}::bytea[]) and user_id = ${userId ?? NOBODY}
          limit 1`,
      )
      return found && byHash.get(found.hash.toString('hex'))
    },

    /** Stores a marker as just used, and deletes all but the latest. */
    async note(tx: Tx, userId: string, marker: string): Promise<void> {
      await run(
        tx,
        sql`insert into devices (marker_hash, user_id, used_at)
          values (${hashOf(marker)}, ${userId}, clock_timestamp())
          on conflict (marker_hash) do update set used_at = clock_timestamp()`,
      )
      await run(
        tx,
        sql`delete from devices where user_id = ${userId} and marker_hash not in (
          select marker_hash from devices where user_id = ${userId}
          order by used_at desc limit ${MOST_DEVICES}
        )`,
      )
    },

    /** Deletes markers that browsers no longer keep. */
    async sweep(): Promise<void> {
      await run(
        pool,
        sql`delete from devices where used_at < now() - make_interval(days => ${MARKER_DAYS})`,
      )
    },
  }
}

/** In this order, because most browsers name others as well. */
const BROWSERS: readonly (readonly [string, RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome|Chromium)\//],
  ['Safari', /\bVersion\/\S+.* Safari\//],
]
const SYSTEMS: readonly (readonly [string, RegExp])[] = [
  ['Windows', /Windows/],
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /Macintosh|Mac OS X/],
  ['Linux', /Linux|X11/],
]
const UNKNOWN = 'Unknown device'

/** Browser and system of a user agent, such as 'Firefox on Linux', or a program's name, such as 'curl'. */
export function deviceName(userAgent: string | null): string {
  if (!userAgent?.trim()) return UNKNOWN
  const nameIn = (known: typeof BROWSERS) =>
    known.find(([, pattern]) => pattern.test(userAgent))?.[0]
  const system = nameIn(SYSTEMS)
  const browser = nameIn(BROWSERS)
  if (browser && system) return `${browser} on ${system}`
  const [program = ''] = /^[\w.-]{1,40}/.exec(userAgent.trim()) ?? []
  return browser ?? system ?? (program || UNKNOWN)
}
