import { createHash, randomBytes } from 'node:crypto'
import { and, desc, eq, inArray, lt, notInArray, sql } from 'drizzle-orm'
import type { Db, Tx } from './pool.ts'
import { devices } from './schema.ts'

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

export function createDevices(db: Db): Devices {
  const { markerHash, userId, usedAt } = devices
  return {
    async known(account, markers) {
      if (markers.length === 0) return undefined
      const byHash = new Map(markers.map((marker) => [hashOf(marker).toString('hex'), marker]))
      const [found] = await db
        .select({ markerHash })
        .from(devices)
        .where(and(inArray(markerHash, markers.map(hashOf)), eq(userId, account ?? NOBODY)))
        .limit(1)
      return found && byHash.get(found.markerHash.toString('hex'))
    },

    async note(tx, account, marker) {
      const now = sql`clock_timestamp()`
      await tx
        .insert(devices)
        .values({ markerHash: hashOf(marker), userId: account, usedAt: now })
        .onConflictDoUpdate({ target: markerHash, set: { usedAt: now } })
      const kept = tx
        .select({ markerHash })
        .from(devices)
        .where(eq(userId, account))
        .orderBy(desc(usedAt))
        .limit(MOST_DEVICES)
      await tx.delete(devices).where(and(eq(userId, account), notInArray(markerHash, kept)))
    },

    async sweep() {
      const oldest = sql`now() - ${sql.raw(`interval '${MARKER_DAYS} days'`)}`
      await db.delete(devices).where(lt(usedAt, oldest))
    },
  }
}

function hashOf(marker: string): Buffer {
  return createHash('sha256').update(marker).digest()
}
