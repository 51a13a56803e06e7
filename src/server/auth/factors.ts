import { randomInt } from 'node:crypto'
import { brand } from '#brand'
import type { FactorKind, PasskeyAnswer, SecondStep, TotpSecret } from '#contract/auth.ts'
import { inTransaction, type Tx } from '#server/db/pool.ts'
import { type Runner, raw, rowsOf, run, sql } from '#server/db/sql.ts'
import type { Store } from '#server/services.ts'
import { createPasskeys, type PasskeyProved, type Proof, type Site } from './passkeys.ts'
import type { Encryption } from './secrets.ts'

/** The answer to a question for a second factor. `ticket` is the one of the passkey's options. */
export type FactorAnswer =
  | { code: string }
  | { recovery: string }
  | { passkey: PasskeyAnswer; ticket: string; site: Site }

type FactorProved =
  | { is: 'right'; kind: FactorKind; proof: Proof }
  | Exclude<PasskeyProved, { is: 'right' }>

/** A code of an authenticator app (RFC 6238) is valid for 30 seconds, and one step before and after. */
const TOTP_SECONDS = 30
const TOTP_WINDOW = 1
const TOTP_FORM = { algorithm: 'SHA1', digits: 6, period: TOTP_SECONDS } as const
const TOTP_SECRET_BYTES = 20

/** Counts and removes a user's second factors, without the encryption key. */
export function createFactorCounts(pool: Runner) {
  return {
    async countsOf(userId: string) {
      const [found] = await rowsOf<{ totp: boolean; passkeys: number; recoveryCodesLeft: number }>(
        pool,
        sql`select exists (select from totps where user_id = ${userId} and secret is not null) as totp,
          (select count(*)::int from passkeys where user_id = ${userId}) as passkeys,
          (select count(*)::int from recovery_codes where user_id = ${userId}) as "recoveryCodesLeft"`,
      )
      return found ?? { totp: false, passkeys: 0, recoveryCodesLeft: 0 }
    },

    async removeAll(tx: Runner, userId: string): Promise<void> {
      for (const table of ['passkeys', 'totps', 'recovery_codes'])
        await run(tx, sql`delete from ${raw(table)} where user_id = ${userId}`)
    },
  }
}

/** Second factors: passkeys, authenticator apps and recovery codes (decision 041). */
export function createFactors(
  {
    pool,
    factors: counts,
    tickets,
    credentials,
  }: Pick<Store, 'pool' | 'factors' | 'tickets' | 'credentials'>,
  encryption: Encryption,
) {
  const passkeys = createPasskeys(pool)

  const totpOf = async (userId: string) => {
    const [found] = await rowsOf<{ secret: Buffer | null; pending: Buffer | null }>(
      pool,
      sql`select secret, pending from totps where user_id = ${userId}`,
    )
    return found ?? { secret: null, pending: null }
  }

  /** The time step of a right code; undefined for a wrong one. */
  const totpStep = async (encrypted: Buffer | null, userId: string, code: string) => {
    const text = encrypted && encryption.decrypt(encrypted, userId)
    const token = code.replace(/\s/g, '')
    if (!text || !/^\d{6}$/.test(token)) return undefined
    const { Secret, TOTP } = await import('otpauth')
    const timestamp = Date.now()
    const secret = Secret.fromBase32(text)
    const delta = TOTP.validate({ token, secret, ...TOTP_FORM, timestamp, window: TOTP_WINDOW })
    return delta === null ? undefined : Math.floor(timestamp / 1000 / TOTP_SECONDS) + delta
  }

  const replaceCodes = async (tx: Tx, userId: string) => {
    const codes = newRecoveryCodes()
    const hashes = codes.map((code) => encryption.digest(plainCode(code), userId))
    await run(tx, sql`delete from recovery_codes where user_id = ${userId}`)
    await run(
      tx,
      sql`insert into recovery_codes (user_id, code_hash) select ${userId}, unnest(${hashes}::bytea[])`,
    )
    return codes
  }

  /** Removes the recovery codes of a user who has no second factor any more. */
  const removeUselessCodes = (runner: Runner, userId: string) =>
    run(
      runner,
      sql`delete from recovery_codes where user_id = ${userId}
        and not exists (select from passkeys where user_id = ${userId})
        and not exists (select from totps where user_id = ${userId} and secret is not null)`,
    )

  const prove = async (userId: string, answer: FactorAnswer): Promise<FactorProved> => {
    if ('passkey' in answer) {
      const proved = await passkeys.prove(userId, answer.passkey, answer.site, answer.ticket)
      return proved.is === 'right' ? { ...proved, kind: 'passkey' } : proved
    }
    if ('recovery' in answer) {
      const digest = encryption.digest(plainCode(answer.recovery), userId)
      const used = sql`delete from recovery_codes where user_id = ${userId} and code_hash = ${digest}`
      const proof: Proof = async (tx) => (await run(tx, used)) > 0
      return { is: 'right', kind: 'recovery', proof }
    }
    const step = await totpStep((await totpOf(userId)).secret, userId, answer.code)
    if (step === undefined) return { is: 'wrong' }
    // A code is valid once, and so are those before it.
    const used = sql`update totps set last_step = ${step}
      where user_id = ${userId} and secret is not null and (last_step is null or last_step < ${step})`
    return { is: 'right', kind: 'totp', proof: async (tx) => (await run(tx, used)) > 0 }
  }

  return {
    passkeys,
    prove,

    /** The kinds that a user can answer with; none without a second factor. */
    async kindsOf(userId: string): Promise<FactorKind[]> {
      const has = await counts.countsOf(userId)
      if (!has.totp && has.passkeys === 0) return []
      return [
        ...(has.passkeys > 0 ? (['passkey'] as const) : []),
        ...(has.totp ? (['totp'] as const) : []),
        ...(has.recoveryCodesLeft > 0 ? (['recovery'] as const) : []),
      ]
    },

    /** Proves a factor and uses it up at once. */
    async proveNow(userId: string, answer: FactorAnswer): Promise<boolean> {
      const proved = await prove(userId, answer)
      return proved.is === 'right' && (await inTransaction(pool, (tx) => proved.proof(tx)))
    },

    /** Makes a secret for an authenticator app. Until a code confirms it, the one before stays valid. */
    async beginTotp(userId: string, label: string): Promise<TotpSecret> {
      const { Secret, TOTP } = await import('otpauth')
      const secret = new Secret({ size: TOTP_SECRET_BYTES })
      const pending = encryption.encrypt(secret.base32, userId)
      await run(
        pool,
        sql`insert into totps (user_id, pending) values (${userId}, ${pending})
          on conflict (user_id) do update set pending = excluded.pending`,
      )
      const totp = new TOTP({ issuer: brand.name, label, secret, ...TOTP_FORM })
      return { secret: secret.base32, uri: totp.toString() }
    },

    /** Confirms that secret by a code and returns recovery codes; undefined for a wrong code. */
    async confirmTotp(userId: string, code: string): Promise<string[] | undefined> {
      const { pending } = await totpOf(userId)
      const step = await totpStep(pending, userId, code)
      if (step === undefined) return undefined
      const confirmed = sql`update totps
        set secret = pending, pending = null, last_step = ${step}, created_at = now()
        where user_id = ${userId} and pending = ${pending}`
      return await inTransaction(pool, async (tx) =>
        (await run(tx, confirmed)) > 0 ? await replaceCodes(tx, userId) : undefined,
      )
    },

    makeRecoveryCodes: (userId: string) => inTransaction(pool, (tx) => replaceCodes(tx, userId)),

    removeTotp: (userId: string) =>
      inTransaction(pool, async (tx) => {
        const removed = await run(tx, sql`delete from totps where user_id = ${userId}`)
        await removeUselessCodes(tx, userId)
        return removed > 0
      }),

    async removePasskey(userId: string, id: string): Promise<boolean> {
      const isRemoved = await passkeys.remove(userId, id)
      await removeUselessCodes(pool, userId)
      return isRemoved
    },

    /**
     * Asks for the second step, unless the password changed since it was checked. `link` is the ticket of a provider's
     * account that the session shall be linked with.
     */
    ask: (
      userId: string,
      kinds: FactorKind[],
      { checkedHash, link }: { checkedHash?: string; link?: string | undefined } = {},
    ) =>
      inTransaction(pool, async (tx): Promise<SecondStep | undefined> => {
        if (checkedHash !== undefined && !(await credentials.isStill(tx, userId, checkedHash)))
          return undefined
        const holds = link ? { link } : {}
        const { ticket } = await tickets.make('factor', { userId, holds }, tx)
        return { ticket, factors: kinds }
      }),
  }
}

const RECOVERY_CODES = 10
/** Without letters and digits that look alike. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Three groups of four letters: about 59 bits. */
function newRecoveryCodes(): string[] {
  const times = <T>(length: number, make: () => T) => Array.from({ length }, make)
  const group = () => times(4, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return times(RECOVERY_CODES, () => times(3, group).join('-'))
}

/** Case, spaces and hyphens of a typed code do not matter. */
function plainCode(typed: string): string {
  return typed.toLowerCase().replace(/[^a-z0-9]/g, '')
}
