import { randomInt } from 'node:crypto'
import { ADMIN } from '#resources/roles.ts'
import { withSetupLock } from '#server/db/locks.ts'
import { inTransaction } from '#server/db/pool.ts'
import type { Config } from './config.ts'
import type { Services } from './services.ts'

const DEFAULT_ADMIN_EMAIL = 'admin@waymark.local'

/** What commands and start-ups write, nobody wrote. */
export const SYSTEM = { id: null, requestId: null, role: null, via: 'command' } as const

/** Without letters and digits that look alike. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A password to be read from a screen once: 20 letters in groups, about 99 bits. */
export function randomPassword(): string {
  const group = () => Array.from({ length: 5 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return [group(), group(), group(), group()].join('-')
}

export interface FirstAdmin {
  email: string
  isNew: boolean
  /** Only when it was made up here and must be shown. */
  password?: string
}

type Hands = Pick<Services, 'store' | 'passwords' | 'security'>
type Wanted = Config['admin']

/**
 * Makes sure that someone can sign in: while there is no active admin with a password, the configured
 * email gets one, or admin@waymark.local with a random password. Gives whom to sign in as.
 * Of several starts at once, one makes the admin and the others find it.
 */
export async function ensureAdmin(
  services: Hands & Pick<Services, 'changes'>,
  wanted: Wanted,
): Promise<FirstAdmin> {
  const { store } = services
  const known = async (): Promise<FirstAdmin | undefined> => {
    const oldest = await store.credentials.oldestIn(ADMIN)
    return oldest === undefined ? undefined : { email: oldest, isNew: false }
  }
  return (
    (await known()) ??
    withSetupLock(store.connection, async () => (await known()) ?? makeAdmin(services, wanted))
  )
}

async function makeAdmin(
  services: Hands & Pick<Services, 'changes'>,
  wanted: Wanted,
): Promise<FirstAdmin> {
  const { changes } = services
  const email = wanted.email ?? DEFAULT_ADMIN_EMAIL
  const password = wanted.password ?? randomPassword()
  const found = await services.store.credentials.find(email)
  if (found) {
    const admin = { role: ADMIN, isActive: true }
    await changes.update('users', found.user.id, admin, undefined, SYSTEM)
    await setPassword(services, found.user.id, password)
  } else {
    const name = { firstName: 'First', lastName: 'Admin' }
    const admin = { ...name, email, password, role: ADMIN, isActive: true }
    await changes.create('users', admin, SYSTEM)
  }
  return { email, isNew: true, ...(wanted.password === undefined && { password }) }
}

/**
 * Sets a password and ends the user's sessions. The caller has checked it with `passwordFault`. Whoever gets one that
 * must change chooses another at the next sign-in.
 */
export async function setPassword(
  { store, passwords, security }: Hands,
  userId: string,
  password: string,
  mustChange = false,
): Promise<void> {
  const hash = await passwords.hash(password)
  await inTransaction(store.pool, (tx) => store.credentials.set(tx, userId, hash, { mustChange }))
  security.note('password_changed', { account: userId, address: null, by: SYSTEM.id })
}
