import { createHash, randomBytes } from 'node:crypto'
import type { Tx } from '#server/db/pool.ts'
import { type Runner, rowsOf, run, sql } from '#server/db/sql.ts'

/**
 * Devices that have signed in to an account, each by a random marker that it keeps; only hashes are stored.
 * A marker opens nothing: its holder still needs the password, but does not wait for what others did.
 */
export interface Devices {
  /** Which of these markers is one of this account's; without an account none is, in the same time. */
  known(userId: string | undefined, markers: readonly string[]): Promise<string | undefined>
  /** Remembers a marker as just used, and forgets all but the latest, inside the caller's transaction. */
  note(tx: Tx, userId: string, marker: string): Promise<void>
  /** Forgets what was not used for as long as a browser keeps it. */
  sweep(): Promise<void>
}

/** For how long a device keeps its marker. Browsers keep nothing for much longer. */
export const MARKER_DAYS = 365

/** Programs sign in anew each time and keep no marker; those of people shall outlive theirs for a while. */
const MOST_DEVICES = 50
const NOBODY = '00000000-0000-0000-0000-000000000000'

/** A marker for a device that has none: 32 random bytes in base64url. */
export function newMarker(): string {
  return randomBytes(32).toString('base64url')
}

export function createDevices(pool: Runner): Devices {
  return {
    async known(account, markers) {
      if (markers.length === 0) return undefined
      const byHash = new Map(markers.map((marker) => [hashOf(marker).toString('hex'), marker]))
      const [found] = await rowsOf<{ hash: Buffer }>(
        pool,
        sql`select marker_hash as hash from devices
          where marker_hash = any(${markers.map(hashOf)}::bytea[]) and user_id = ${account ?? NOBODY}
          limit 1`,
      )
      return found && byHash.get(found.hash.toString('hex'))
    },

    async note(tx, account, marker) {
      await run(
        tx,
        sql`insert into devices (marker_hash, user_id, used_at)
          values (${hashOf(marker)}, ${account}, clock_timestamp())
          on conflict (marker_hash) do update set used_at = clock_timestamp()`,
      )
      await run(
        tx,
        sql`delete from devices where user_id = ${account} and marker_hash not in (
          select marker_hash from devices where user_id = ${account}
          order by used_at desc limit ${MOST_DEVICES}
        )`,
      )
    },

    async sweep() {
      await run(
        pool,
        sql`delete from devices where used_at < now() - make_interval(days => ${MARKER_DAYS})`,
      )
    },
  }
}

function hashOf(marker: string): Buffer {
  return createHash('sha256').update(marker).digest()
}
