import { ADMIN } from '#resources/roles.ts'
import { readableCode } from '#server/auth/secrets.ts'
import { withSetupLock } from '#server/db/locks.ts'
import { inTransaction } from '#server/db/pool.ts'
import type { Services } from './services.ts'

/** The author of writes by commands and at startup. */
export const SYSTEM = { id: null, requestId: null, role: null, via: 'command' } as const

/** Returns a password that is easy to read from a screen, with about 99 bits of entropy. */
export const randomPassword = () => readableCode(4, 5)

export interface FirstAdmin {
  email: string
  isNew: boolean
  /** Set if it was generated and must be shown. */
  password?: string
}

/**
 * Makes sure that an admin can sign in. If there is no active admin with a password, creates one with the configured
 * email, or admin@waymark.local with a random password. Returns the sign-in. If several servers start at once, one
 * creates the admin and the others find it.
 */
export async function ensureAdmin(
  services: Pick<Services, 'store' | 'passwords' | 'security' | 'changes'>,
  {
    email = 'admin@waymark.local',
    password,
  }: { email?: string | undefined; password?: string | undefined },
): Promise<FirstAdmin> {
  const { store, changes } = services
  const known = async (): Promise<FirstAdmin | undefined> => {
    const [oldest] = await store.credentials.activeIn(ADMIN)
    return oldest && { email: oldest.email, isNew: false }
  }
  const create = async (): Promise<FirstAdmin> => {
    const secret = password ?? randomPassword()
    const found = await store.credentials.find(email)
    const admin = { role: ADMIN, isActive: true }
    if (found) {
      await changes.update('users', found.user.id, admin, undefined, SYSTEM)
      await setPassword(services, found.user.id, secret)
    } else {
      const user = { firstName: 'First', lastName: 'Admin', email, password: secret, ...admin }
      await changes.create('users', user, SYSTEM)
    }
    return { email, isNew: true, ...(password === undefined && { password: secret }) }
  }
  return (await known()) ?? withSetupLock(store.connection, async () => (await known()) ?? create())
}

/**
 * Sets a password and ends the user's sessions. The caller has checked it with `passwordFault`. With `mustChange`, the
 * user chooses another one at the next sign-in.
 */
export async function setPassword(
  { store, passwords, security }: Pick<Services, 'store' | 'passwords' | 'security'>,
  userId: string,
  password: string,
  mustChange = false,
): Promise<void> {
  const hash = await passwords.hash(password)
  await inTransaction(store.pool, (tx) => store.credentials.set(tx, userId, hash, { mustChange }))
  security.note('password_changed', { account: userId, address: null, by: SYSTEM.id })
}
