import { type Runner, rowsOf, run, sql } from '#server/db/sql.ts'

/** Accounts elsewhere, each linked to one user here. */
export interface SignOns {
  /** Whose it is. */
  userOf(issuer: string, subject: string): Promise<string | undefined>
  of(userId: string): Promise<{ issuer: string; linkedAt: string } | undefined>
  /** In place of the one there was. False when that account is another user's: then the caller's transaction fails. */
  link(tx: Runner, userId: string, issuer: string, subject: string): Promise<boolean>
  remove(tx: Runner, userId: string): Promise<boolean>
}

export function createSignOns(pool: Runner): SignOns {
  return {
    async userOf(issuer, subject) {
      const [found] = await rowsOf<{ userId: string }>(
        pool,
        sql`select user_id as "userId" from sign_ons
          where issuer = ${issuer} and subject = ${subject}`,
      )
      return found?.userId
    },

    async of(userId) {
      const [found] = await rowsOf<{ issuer: string; linkedAt: string }>(
        pool,
        sql`select issuer, linked_at as "linkedAt" from sign_ons where user_id = ${userId}`,
      )
      return found
    },

    async link(tx, userId, issuer, subject) {
      await run(tx, sql`delete from sign_ons where user_id = ${userId}`)
      const linked = await run(
        tx,
        sql`insert into sign_ons (issuer, subject, user_id) values (${issuer}, ${subject}, ${userId})
          on conflict do nothing`,
      )
      return linked > 0
    },

    async remove(tx, userId) {
      return (await run(tx, sql`delete from sign_ons where user_id = ${userId}`)) > 0
    },
  }
}
