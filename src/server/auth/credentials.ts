import type { Resource } from '#model/resource.ts'
import { foldEmail } from '#model/schema.ts'
import type { Tx } from '#server/db/pool.ts'
import { type Runner, raw, rowsOf, run, sql } from '#server/db/sql.ts'
import { columnsOf, type Stored, shapeOf, wholeRows } from '#server/records/shape.ts'

/** What a person has besides the record. */
const OF_A_PERSON = ['credentials', 'devices', 'sessions', 'preferences', 'one_time', 'mails']

/** Password hashes, in a table of their own that no generic query reads. */
export interface Credentials {
  /** The live user of an email, whatever its case, with the hash when there is a password. */
  find(email: string): Promise<{ user: Stored; hash: string | null } | undefined>
  /**
   * Sets a password, ends the sessions of the user but for one that is named, forgets the devices, and makes links
   * that would set another worth nothing, inside the caller's transaction.
   */
  set(tx: Tx, userId: string, hash: string, more?: Setting): Promise<void>
  /** The hash of a user's password, where there is one. */
  hashOf(userId: string): Promise<string | null>
  /** Replaces the hash by one with newer parameters, unless it changed meanwhile. */
  rehash(userId: string, from: string, to: string): Promise<void>
  /** Whether this still is somebody's hash; it stays so until the caller's transaction ends. */
  isStill(tx: Tx, userId: string, hash: string): Promise<boolean>
  /** Inside the caller's transaction, when the user is erased: who is only deleted may be restored. */
  remove(tx: Tx, userId: string): Promise<void>
  /** The email of the oldest active user with a password who has this role. */
  oldestIn(role: string): Promise<string | undefined>
  /** The ids of all such users, in the same order always; within a transaction they can be locked. */
  allIn(runner: Runner, role: string, locks: boolean): Promise<string[]>
}

interface Setting {
  /** Somebody else knows it: its owner has to choose another. */
  mustChange?: boolean
  /** The session that stays. */
  keep?: string | undefined
}

export function createCredentials(pool: Runner, users: Resource): Credentials {
  const { table } = shapeOf(users)
  const rows = wholeRows(users)
  const columns = columnsOf(users, 't')
  const byEmail = {
    name: 'credentials_by_email',
    text: `select ${rows.select}, c.hash from ${table} t left join credentials c on c.user_id = t.id
      where ${columns.unique('email')} = $1 and t.deleted_at is null`,
  }
  const thoseIn = (role: string) =>
    sql`from ${raw(table)} t
      where ${raw(columns.value('role'))} = ${role} and ${raw(columns.value('isActive'))}
        and t.deleted_at is null and exists (select from credentials c where c.user_id = t.id)`

  return {
    async find(address) {
      const values = [foldEmail(address)]
      const found = await pool.query<unknown[]>({ ...byEmail, values, rowMode: 'array' })
      const [row] = found.rows
      return row && { user: rows.read(row), hash: row.at(-1) as string | null }
    },

    async set(tx, userId, hash, { mustChange = false, keep } = {}) {
      await run(
        tx,
        sql`insert into credentials (user_id, hash, must_change) values (${userId}, ${hash}, ${mustChange})
          on conflict (user_id) do update
            set hash = excluded.hash, must_change = excluded.must_change, changed_at = now()`,
      )
      // Before the sessions: who uses a ticket up at this moment gets a session that ends with them.
      await run(tx, sql`delete from tickets where user_id = ${userId}`)
      await run(
        tx,
        sql`delete from sessions where user_id = ${userId} and id is distinct from ${keep ?? null}::uuid`,
      )
      await run(tx, sql`delete from devices where user_id = ${userId}`)
      await run(tx, sql`delete from one_time where user_id = ${userId}`)
    },

    async hashOf(userId) {
      const [found] = await rowsOf<{ hash: string }>(
        pool,
        sql`select hash from credentials where user_id = ${userId}`,
      )
      return found?.hash ?? null
    },

    async rehash(userId, from, to) {
      await run(
        pool,
        sql`update credentials set hash = ${to} where user_id = ${userId} and hash = ${from}`,
      )
    },

    async remove(tx, userId) {
      for (const table of OF_A_PERSON)
        await run(tx, sql`delete from ${raw(table)} where user_id = ${userId}`)
    },

    async isStill(tx, userId, hash) {
      const found = await rowsOf(
        tx,
        sql`select user_id from credentials
          where user_id = ${userId} and hash = ${hash} for share`,
      )
      return found.length > 0
    },

    async oldestIn(role) {
      const oldest = sql`select ${raw(columns.value('email'))} as email ${thoseIn(role)} order by t.created_at, t.id limit 1`
      const [row] = await rowsOf<{ email: string }>(pool, oldest)
      return row?.email
    },

    async allIn(runner, role, locks) {
      const found = await rowsOf<{ id: string }>(
        runner,
        sql`select t.id ${thoseIn(role)} order by t.id ${raw(locks ? 'for update of t' : '')}`,
      )
      return found.map(({ id }) => id)
    },
  }
}
