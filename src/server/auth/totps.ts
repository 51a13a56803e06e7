import { type Runner, rowsOf, run, sql } from '#server/db/sql.ts'

/** The secrets of authenticator apps, sealed: this table opens none. */
export interface TotpTable {
  find(userId: string): Promise<{ secret: Buffer | null; pending: Buffer | null } | undefined>
  /** Keeps a secret that was shown. What counts meanwhile is the one of before. */
  begin(userId: string, sealed: Buffer): Promise<void>
  /** Makes the pending secret the one that counts, in the caller's transaction. False when it is another by now. */
  confirm(tx: Runner, userId: string, pending: Buffer, step: number): Promise<boolean>
  /** Notes that the code of these 30 seconds was used; false when that or a later one was already. */
  use(tx: Runner, userId: string, step: number): Promise<boolean>
  remove(tx: Runner, userId: string): Promise<boolean>
}

export function createTotpTable(pool: Runner): TotpTable {
  return {
    async find(userId) {
      const [found] = await rowsOf<{ secret: Buffer | null; pending: Buffer | null }>(
        pool,
        sql`select secret, pending from totps where user_id = ${userId}`,
      )
      return found
    },

    async begin(userId, sealed) {
      await run(
        pool,
        sql`insert into totps (user_id, pending) values (${userId}, ${sealed})
          on conflict (user_id) do update set pending = excluded.pending`,
      )
    },

    async confirm(tx, userId, pending, step) {
      const confirmed = await run(
        tx,
        sql`update totps set secret = pending, pending = null, last_step = ${step}, created_at = now()
          where user_id = ${userId} and pending = ${pending}`,
      )
      return confirmed > 0
    },

    async use(tx, userId, step) {
      const used = await run(
        tx,
        sql`update totps set last_step = ${step}
          where user_id = ${userId} and secret is not null
            and (last_step is null or last_step < ${step})`,
      )
      return used > 0
    },

    async remove(tx, userId) {
      return (await run(tx, sql`delete from totps where user_id = ${userId}`)) > 0
    },
  }
}
