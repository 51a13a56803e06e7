import { brand } from '#brand'
import type { TotpSecret } from '#contract/auth.ts'
import type { Runner } from '#server/db/sql.ts'
import type { Sealing } from './sealing.ts'
import type { TotpTable } from './totps.ts'

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
