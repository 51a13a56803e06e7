import { and, eq, isNull, sql } from 'drizzle-orm'
import { foldEmail } from '#model/schema.ts'
import type { Db, Tx } from './pool.ts'
import { credentials, devices, sessions } from './schema.ts'
import type { RecordTable, Stored } from './shape.ts'
import { emailExpression, storedColumns } from './shape.ts'

/** Password hashes, in a table of their own that no generic query reads. */
export interface Credentials {
  /** The live user of an email, whatever its case, with the hash when there is a password. */
  find(email: string): Promise<{ user: Stored; hash: string | null } | undefined>
  /** Sets a password, ends all sessions of the user and forgets the devices, inside the caller's transaction. */
  set(tx: Tx, userId: string, hash: string): Promise<void>
  /** Replaces the hash by one with newer parameters, unless it changed meanwhile. */
  rehash(userId: string, from: string, to: string): Promise<void>
  /** Inside the caller's transaction, when the user is deleted. */
  remove(tx: Tx, userId: string): Promise<void>
  /** The email of the oldest user who can administrate: an active admin with a password. */
  oldestAdmin(): Promise<string | undefined>
  /** Locks all such users, in the same order always, and gives their ids. */
  lockAdmins(tx: Tx): Promise<string[]>
}

export function createCredentials(db: Db, users: RecordTable): Credentials {
  const byEmail = db
    .select({ ...storedColumns(users), hash: credentials.hash })
    .from(users)
    .leftJoin(credentials, eq(credentials.userId, users.id))
    .where(
      and(
        sql`${sql.raw(emailExpression('email'))} = ${sql.placeholder('email')}`,
        isNull(users.deletedAt),
      ),
    )
    .prepare('credentials_by_email')

  const isAdmin = and(
    sql`${users.data} ->> 'role' = 'admin'`,
    sql`${users.data} ->> 'isActive' = 'true'`,
    isNull(users.deletedAt),
    sql`exists (select 1 from ${credentials} where ${credentials.userId} = ${users.id})`,
  )

  return {
    async find(email) {
      const [row] = await byEmail.execute({ email: foldEmail(email) })
      if (!row) return undefined
      const { hash, ...user } = row
      return { user, hash }
    },

    async set(tx, userId, hash) {
      await tx
        .insert(credentials)
        .values({ userId, hash })
        .onConflictDoUpdate({ target: credentials.userId, set: { hash, changedAt: sql`now()` } })
      await tx.delete(sessions).where(eq(sessions.userId, userId))
      await tx.delete(devices).where(eq(devices.userId, userId))
    },

    async rehash(userId, from, to) {
      await db
        .update(credentials)
        .set({ hash: to })
        .where(and(eq(credentials.userId, userId), eq(credentials.hash, from)))
    },

    async remove(tx, userId) {
      await tx.delete(credentials).where(eq(credentials.userId, userId))
      await tx.delete(devices).where(eq(devices.userId, userId))
    },

    async oldestAdmin() {
      const [row] = await db
        .select({ email: sql<string>`${users.data} ->> 'email'` })
        .from(users)
        .where(isAdmin)
        .orderBy(users.createdAt, users.id)
        .limit(1)
      return row?.email
    },

    async lockAdmins(tx) {
      const rows = await tx
        .select({ id: users.id })
        .from(users)
        .where(isAdmin)
        .orderBy(users.id)
        .for('update')
      return rows.map(({ id }) => id)
    },
  }
}
