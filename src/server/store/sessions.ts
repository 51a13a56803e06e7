import { createHash, randomBytes } from 'node:crypto'
import { and, desc, eq, gt, isNull, lt, notInArray, or, sql } from 'drizzle-orm'
import type { Devices } from './devices.ts'
import { type Db, inTransaction, type Tx } from './pool.ts'
import { credentials, sessions } from './schema.ts'
import type { Data, RecordTable, Stored } from './shape.ts'
import { storedColumns } from './shape.ts'

/** Whose token it is, with the authority of this very moment. */
export interface SessionOwner {
  id: string
  data: Data
}

export interface Sessions {
  /**
   * Starts a session and notes the login and the device, unless the user or the password changed since it
   * was checked; then undefined. Gives the token, of which only the hash is stored. Of a user's sessions
   * so many stay as are allowed; the oldest ends.
   */
  start(
    userId: string,
    checkedHash: string,
    marker: string,
  ): Promise<{ token: string; user: Stored } | undefined>
  /** The owner of a live token; undefined for any other text, and for users who are no longer active. */
  owner(token: string): Promise<SessionOwner | undefined>
  end(token: string): Promise<void>
  /** Ends all sessions of a user, inside the caller's transaction. */
  endAll(tx: Tx, userId: string): Promise<void>
  /** Deletes what has run out. */
  sweep(): Promise<void>
}

export interface SessionLimits {
  idleMinutes: number
  hours: number
  /** Live sessions that one user may have. */
  perUser: number
}

const TOUCH_SECONDS = 60
/** 32 random bytes in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/

/** Sessions as opaque tokens. All times are the database's, so that servers need not agree on a clock. */
export function createSessions(
  db: Db,
  users: RecordTable,
  devices: Devices,
  limits: SessionLimits,
): Sessions {
  const idle = sql.raw(`interval '${limits.idleMinutes} minutes'`)
  const whole = sql.raw(`interval '${limits.hours} hours'`)
  const touch = sql.raw(`interval '${TOUCH_SECONDS} seconds'`)

  const isLive = and(
    gt(sessions.lastUsedAt, sql`now() - ${idle}`),
    gt(sessions.createdAt, sql`now() - ${whole}`),
  )

  const ownerOf = db
    .select({
      id: users.id,
      data: users.data,
      isStale: sql<boolean>`${sessions.lastUsedAt} < now() - ${touch}`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.tokenHash, sql.placeholder('hash')),
        isLive,
        isNull(users.deletedAt),
        sql`${users.data} ->> 'isActive' = 'true'`,
      ),
    )
    .prepare('session_owner')

  /** Leaves the latest live ones. The user's row is locked: sign-ins at the same moment come one by one. */
  const endAllBut = (tx: Tx, userId: string, most: number) => {
    const kept = tx
      .select({ tokenHash: sessions.tokenHash })
      .from(sessions)
      .where(and(eq(sessions.userId, userId), isLive))
      .orderBy(desc(sessions.createdAt))
      .limit(most)
    return tx
      .delete(sessions)
      .where(and(eq(sessions.userId, userId), notInArray(sessions.tokenHash, kept)))
  }

  return {
    start: (userId, checkedHash, marker) =>
      inTransaction(db, async (tx) => {
        const [user] = await tx
          .update(users)
          .set({
            data: sql`${users.data} || jsonb_build_object('lastLogin', ${new Date().toISOString()}::text)`,
          })
          .where(
            and(
              eq(users.id, userId),
              isNull(users.deletedAt),
              sql`${users.data} ->> 'isActive' = 'true'`,
            ),
          )
          .returning(storedColumns(users))
        const [unchanged] = await tx
          .select({ userId: credentials.userId })
          .from(credentials)
          .where(and(eq(credentials.userId, userId), eq(credentials.hash, checkedHash)))
          .for('share')
        if (!user || !unchanged) return undefined
        const token = randomBytes(32).toString('base64url')
        await endAllBut(tx, userId, limits.perUser - 1)
        // After the wait for the user's row, so that the order of sessions is that of their starts.
        const createdAt = sql`clock_timestamp()`
        await tx.insert(sessions).values({ tokenHash: hashOf(token), userId, createdAt })
        await devices.note(tx, userId, marker)
        return { token, user }
      }),

    async owner(token) {
      if (!TOKEN.test(token)) return undefined
      const hash = hashOf(token)
      const [found] = await ownerOf.execute({ hash })
      if (!found) return undefined
      if (found.isStale)
        await db
          .update(sessions)
          .set({ lastUsedAt: sql`now()` })
          .where(and(eq(sessions.tokenHash, hash), lt(sessions.lastUsedAt, sql`now() - ${touch}`)))
      return { id: found.id, data: found.data }
    },

    async end(token) {
      await db.delete(sessions).where(eq(sessions.tokenHash, hashOf(token)))
    },

    async endAll(tx, userId) {
      await tx.delete(sessions).where(eq(sessions.userId, userId))
    },

    async sweep() {
      await db
        .delete(sessions)
        .where(
          or(
            lt(sessions.createdAt, sql`now() - ${whole}`),
            lt(sessions.lastUsedAt, sql`now() - ${idle}`),
          ),
        )
    },
  }
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
