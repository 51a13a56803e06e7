import { type Runner, run, sql } from '#server/db/sql.ts'

/** Codes for whoever has lost what makes them, each good once; only keyed hashes are stored. */
export interface RecoveryCodeTable {
  /** In place of all that there were, in the caller's transaction. */
  replace(tx: Runner, userId: string, hashes: readonly Buffer[]): Promise<void>
  /** False when there is no such code, or none any more. */
  use(tx: Runner, userId: string, hash: Buffer): Promise<boolean>
}

export function createRecoveryCodeTable(): RecoveryCodeTable {
  return {
    async replace(tx, userId, hashes) {
      await run(tx, sql`delete from recovery_codes where user_id = ${userId}`)
      await run(
        tx,
        sql`insert into recovery_codes (user_id, code_hash)
          select ${userId}, unnest(${[...hashes]}::bytea[])`,
      )
    },

    async use(tx, userId, hash) {
      const used = await run(
        tx,
        sql`delete from recovery_codes where user_id = ${userId} and code_hash = ${hash}`,
      )
      return used > 0
    },
  }
}
