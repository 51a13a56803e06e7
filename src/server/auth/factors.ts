import { randomInt } from 'node:crypto'
import type { FactorKind, PasskeyAnswer } from '#contract/auth.ts'
import { inTransaction } from '#server/db/pool.ts'
import type { Store } from '#server/store.ts'
import { createPasskeys, type Passkeys, type Proved, type Site } from './passkeys.ts'
import type { Sealing } from './sealing.ts'
import { createTotp, type Proof, type Totp } from './totp.ts'

/** What somebody answers with when a second factor is asked for. The ticket is the one that the passkey was asked with. */
export type FactorAnswer =
  | { code: string }
  | { recovery: string }
  | { passkey: PasskeyAnswer; ticket: string; site: Site }

/** What came of an answer; `proof` is used up with what it is for. */
export type FactorProved = { is: 'right'; kind: FactorKind; proof: Proof } | Exclude<Proved, Right>
type Right = { is: 'right' }

/** Second factors of people (decision 041). */
export interface Factors {
  readonly totp: Totp
  readonly passkeys: Passkeys
  /** What somebody can be asked for; nothing of whoever has no factor. */
  kindsOf(userId: string): Promise<FactorKind[]>
  prove(userId: string, answer: FactorAnswer): Promise<FactorProved>
  /** The same for what is done at once, without a session that begins. */
  proveNow(userId: string, answer: FactorAnswer): Promise<boolean>
  /** Makes the secret of an app count, with codes for whoever loses it; undefined for a wrong code. */
  confirmTotp(userId: string, code: string): Promise<string[] | undefined>
  /** In place of those that there were. */
  makeRecoveryCodes(userId: string): Promise<string[]>
  removeTotp(userId: string): Promise<boolean>
  removePasskey(userId: string, id: string): Promise<boolean>
  /**
   * The password of somebody was right: a ticket for the second step, unless the password is another by now.
   * `link` is the account elsewhere that shall be linked with the session that comes of it.
   */
  ask(userId: string, checkedHash: string | undefined, link?: string): Promise<string | undefined>
}

export function createFactors(
  {
    pool,
    factors,
    tickets,
    credentials,
  }: Pick<Store, 'pool' | 'factors' | 'tickets' | 'credentials'>,
  sealing: Sealing,
): Factors {
  const totp = createTotp(factors.totps, sealing)
  const passkeys = createPasskeys(factors.passkeys)

  const replaceCodes = async (tx: Parameters<Proof>[0], userId: string) => {
    const codes = newRecoveryCodes()
    const hashes = codes.map((code) => sealing.digest(plainCode(code), userId))
    await factors.recoveryCodes.replace(tx, userId, hashes)
    return codes
  }

  const all: Factors = {
    totp,
    passkeys,

    async kindsOf(userId) {
      const has = await factors.countsOf(userId)
      if (!has.totp && has.passkeys === 0) return []
      return [
        ...(has.passkeys > 0 ? (['passkey'] as const) : []),
        ...(has.totp ? (['totp'] as const) : []),
        ...(has.recoveryCodesLeft > 0 ? (['recovery'] as const) : []),
      ]
    },

    async prove(userId, answer) {
      if ('passkey' in answer) {
        const proved = await passkeys.prove(userId, answer.passkey, answer.site, answer.ticket)
        return proved.is === 'right' ? { ...proved, kind: 'passkey' } : proved
      }
      if ('recovery' in answer) {
        const digest = sealing.digest(plainCode(answer.recovery), userId)
        const proof: Proof = (tx) => factors.recoveryCodes.use(tx, userId, digest)
        return { is: 'right', kind: 'recovery', proof }
      }
      const proof = await totp.prove(userId, answer.code)
      return proof ? { is: 'right', kind: 'totp', proof } : { is: 'wrong' }
    },

    async proveNow(userId, answer) {
      const proved = await all.prove(userId, answer)
      return proved.is === 'right' && (await inTransaction(pool, (tx) => proved.proof(tx)))
    },

    async confirmTotp(userId, code) {
      const proof = await totp.confirm(userId, code)
      if (!proof) return undefined
      return await inTransaction(pool, async (tx) =>
        (await proof(tx)) ? await replaceCodes(tx, userId) : undefined,
      )
    },

    makeRecoveryCodes: (userId) => inTransaction(pool, (tx) => replaceCodes(tx, userId)),

    removeTotp: (userId) =>
      inTransaction(pool, async (tx) => {
        const isRemoved = await factors.totps.remove(tx, userId)
        await factors.tidy(tx, userId)
        return isRemoved
      }),

    async removePasskey(userId, id) {
      const isRemoved = await factors.passkeys.remove(userId, id)
      await factors.tidy(pool, userId)
      return isRemoved
    },

    ask: (userId, checkedHash, link) =>
      inTransaction(pool, async (tx) => {
        if (checkedHash !== undefined && !(await credentials.isStill(tx, userId, checkedHash)))
          return undefined
        return tickets.make('factor', { userId, holds: link ? { link } : {} }, tx)
      }),
  }
  return all
}

/** So many are made at once. */
const COUNT = 10
/** Without letters and digits that look alike. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
/** Three times four letters: about 59 bits. */
const [GROUPS, OF_A_GROUP] = [3, 4]

/** Codes to be kept on paper. */
function newRecoveryCodes(): string[] {
  const group = () =>
    Array.from({ length: OF_A_GROUP }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  const code = () => Array.from({ length: GROUPS }, group).join('-')
  return Array.from({ length: COUNT }, code)
}

/** A code as it was made, however it was typed: case, spaces and hyphens do not matter. */
function plainCode(typed: string): string {
  return typed.toLowerCase().replace(/[^a-z0-9]/g, '')
}
