import type { Account } from '#contract/auth.ts'
import type { Config } from '#server/config.ts'
import type { Store } from '#server/store.ts'

/** What protects an account beside its password, and by what else it is signed in to. */
export type Protection = Pick<Account, 'factors' | 'signOn'>

/** Of one person. */
export type ProtectionOf = (userId: string, role: string) => Promise<Protection>

export function createProtection(
  { factors, signOns }: Pick<Store, 'factors' | 'signOns'>,
  { session: { secondFactorRoles }, signOn }: Pick<Config, 'session' | 'signOn'>,
): ProtectionOf {
  return async (userId, role) => {
    const [{ totp, recoveryCodesLeft }, passkeys, linked] = await Promise.all([
      factors.countsOf(userId),
      factors.passkeys.namedOf(userId),
      signOns.of(userId),
    ])
    const isRequired = secondFactorRoles.includes(role)
    return {
      factors: { totp, passkeys, recoveryCodesLeft, isRequired },
      signOn: linked && signOn ? { name: signOn.name, linkedAt: linked.linkedAt } : null,
    }
  }
}
