import { type Runner, rowsOf, run, sql } from '#server/db/sql.ts'
import { createPasskeyTable, type PasskeyTable } from './passkeys.ts'
import { createTotpTable, type TotpTable } from './totp.ts'

/** What somebody has beside the password. */
export interface FactorCounts {
  totp: boolean
  passkeys: number
  recoveryCodesLeft: number
}

/** The second factors of people, in tables of their own that no generic query reads. */
export interface FactorTables {
  readonly passkeys: PasskeyTable
  readonly totps: TotpTable
  readonly recoveryCodes: RecoveryCodeTable
  countsOf(userId: string): Promise<FactorCounts>
  /** Recovery codes lead to nothing when there is no factor any more: then they go as well. */
  tidy(runner: Runner, userId: string): Promise<void>
  /** Inside the caller's transaction. Gives how many factors there were. */
  removeAll(tx: Runner, userId: string): Promise<number>
}

export function createFactorTables(pool: Runner): FactorTables {
  return {
    passkeys: createPasskeyTable(pool),
    totps: createTotpTable(pool),
    recoveryCodes: createRecoveryCodeTable(),

    async countsOf(userId) {
      const [found] = await rowsOf<FactorCounts>(
        pool,
        sql`select exists (select from totps where user_id = ${userId} and secret is not null) as totp,
          (select count(*)::int from passkeys where user_id = ${userId}) as passkeys,
          (select count(*)::int from recovery_codes where user_id = ${userId}) as "recoveryCodesLeft"`,
      )
      return found ?? { totp: false, passkeys: 0, recoveryCodesLeft: 0 }
    },

    async tidy(runner, userId) {
      await run(
        runner,
        sql`delete from recovery_codes where user_id = ${userId}
          and not exists (select from passkeys where user_id = ${userId})
          and not exists (select from totps where user_id = ${userId} and secret is not null)`,
      )
    },

    async removeAll(tx, userId) {
      const passkeys = await run(tx, sql`delete from passkeys where user_id = ${userId}`)
      const totps = await run(tx, sql`delete from totps where user_id = ${userId}`)
      await run(tx, sql`delete from recovery_codes where user_id = ${userId}`)
      return passkeys + totps
    },
  }
}

/** Codes for whoever has lost what makes them, each good once; only keyed hashes are stored. */
interface RecoveryCodeTable {
  /** In place of all that there were, in the caller's transaction. */
  replace(tx: Runner, userId: string, hashes: readonly Buffer[]): Promise<void>
  /** False when there is no such code, or none any more. */
  use(tx: Runner, userId: string, hash: Buffer): Promise<boolean>
}

function createRecoveryCodeTable(): RecoveryCodeTable {
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
