import { brand } from '#brand'
import type { TotpSecret } from '#contract/auth.ts'
import { type Runner, rowsOf, run, sql } from '#server/db/sql.ts'
import type { Sealing } from './sealing.ts'

/** What was shown to be right, to be used up in the transaction of what it is for. False when it was used meanwhile. */
export type Proof = (tx: Runner) => Promise<boolean>

/** Codes of authenticator apps (RFC 6238): six digits of 30 seconds. */
export interface Totp {
  /** Makes a secret that counts when a code of it is sent back. */
  begin(userId: string, label: string): Promise<TotpSecret>
  /** Whether the code is of the secret that was shown last; the proof makes that one count. */
  confirm(userId: string, code: string): Promise<Proof | undefined>
  /** Whether the code is right now. */
  prove(userId: string, code: string): Promise<Proof | undefined>
}

const SECONDS = 30
/** Steps before and after now, for clocks that differ. */
const AROUND = 1
/** What apps expect. */
const FORM = { algorithm: 'SHA1', digits: 6, period: SECONDS } as const
const SECRET_BYTES = 20

/** The library is loaded when the first code comes. */
export function createTotp(table: TotpTable, sealing: Sealing): Totp {
  /** The 30 seconds that a code is of. */
  const stepOf = async (sealed: Buffer | null, userId: string, code: string) => {
    const text = sealed && sealing.open(sealed, userId)
    const digits = code.replace(/\s/g, '')
    if (!text || !/^\d{6}$/.test(digits)) return undefined
    const { Secret, TOTP } = await import('otpauth')
    const timestamp = Date.now()
    const secret = Secret.fromBase32(text)
    const delta = TOTP.validate({ token: digits, secret, ...FORM, timestamp, window: AROUND })
    return delta === null ? undefined : Math.floor(timestamp / 1000 / SECONDS) + delta
  }

  return {
    async begin(userId, label) {
      const { Secret, TOTP } = await import('otpauth')
      const secret = new Secret({ size: SECRET_BYTES })
      await table.begin(userId, sealing.seal(secret.base32, userId))
      const totp = new TOTP({ issuer: brand.name, label, secret, ...FORM })
      return { secret: secret.base32, uri: totp.toString() }
    },

    async confirm(userId, code) {
      const { pending = null } = (await table.find(userId)) ?? {}
      const step = await stepOf(pending, userId, code)
      if (pending === null || step === undefined) return undefined
      return (tx) => table.confirm(tx, userId, pending, step)
    },

    async prove(userId, code) {
      const { secret = null } = (await table.find(userId)) ?? {}
      const step = await stepOf(secret, userId, code)
      return step === undefined ? undefined : (tx) => table.use(tx, userId, step)
    },
  }
}

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
