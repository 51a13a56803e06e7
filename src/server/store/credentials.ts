import type { Resource } from '#model/resource.ts'
import { foldEmail } from '#model/schema.ts'
import type { Filled } from './filled.ts'
import type { Tx } from './pool.ts'
import { wholeRows } from './rows.ts'
import { columnsOf, type Stored, shapeOf } from './shape.ts'
import { type Runner, raw, rowsOf, run, sql } from './sql.ts'

/** Password hashes, in a table of their own that no generic query reads. */
export interface Credentials {
  /** The live user of an email, whatever its case, with the hash when there is a password. */
  find(email: string): Promise<{ user: Stored; hash: string | null } | undefined>
  /** Sets a password, ends all sessions of the user and forgets the devices, inside the caller's transaction. */
  set(tx: Tx, userId: string, hash: string): Promise<void>
  /** Replaces the hash by one with newer parameters, unless it changed meanwhile. */
  rehash(userId: string, from: string, to: string): Promise<void>
  /** Inside the caller's transaction, when the user is erased: who is only deleted may be restored. */
  remove(tx: Tx, userId: string): Promise<void>
  /** The email of the oldest active user with a password who has this role. */
  oldestIn(role: string): Promise<string | undefined>
  /** The ids of all such users, in the same order always; within a transaction they can be locked. */
  allIn(runner: Runner, role: string, locks: boolean): Promise<string[]>
}

export function createCredentials(pool: Runner, users: Resource, filled: Filled): Credentials {
  const { table } = shapeOf(users)
  const rows = wholeRows(users)
  const columns = columnsOf(users, (column) => filled.has(table, column), 't')
  const byEmail = () => ({
    name: `credentials_by_email_${filled.generation}`,
    text: `select ${rows.select}, c.hash from ${table} t left join credentials c on c.user_id = t.id
      where ${columns.unique('email')} = $1 and t.deleted_at is null`,
  })
  const thoseIn = (role: string) =>
    sql`from ${raw(table)} t
      where ${raw(columns.value('role'))} = ${role} and ${raw(columns.value('isActive'))}
        and t.deleted_at is null and exists (select from credentials c where c.user_id = t.id)`

  return {
    async find(address) {
      const values = [foldEmail(address)]
      const found = await pool.query<unknown[]>({ ...byEmail(), values, rowMode: 'array' })
      const [row] = found.rows
      return row && { user: rows.read(row), hash: row.at(-1) as string | null }
    },

    async set(tx, userId, hash) {
      await run(
        tx,
        sql`insert into credentials (user_id, hash) values (${userId}, ${hash})
          on conflict (user_id) do update set hash = excluded.hash, changed_at = now()`,
      )
      await run(tx, sql`delete from sessions where user_id = ${userId}`)
      await run(tx, sql`delete from devices where user_id = ${userId}`)
    },

    async rehash(userId, from, to) {
      await run(
        pool,
        sql`update credentials set hash = ${to} where user_id = ${userId} and hash = ${from}`,
      )
    },

    async remove(tx, userId) {
      await run(tx, sql`delete from credentials where user_id = ${userId}`)
      await run(tx, sql`delete from devices where user_id = ${userId}`)
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
