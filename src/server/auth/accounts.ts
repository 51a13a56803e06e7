import type { FastifyRequest } from 'fastify'
import type { Account, Preferences } from '#contract/auth.ts'
import { inTransaction } from '#server/db/pool.ts'
import { type Runner, run, sql } from '#server/db/sql.ts'
import { bearerToken, personOf } from '#server/http/authorise.ts'
import { conflict, invalid } from '#server/http/refusal.ts'
import type { Context } from '#server/http/route-context.ts'
import type { SecurityLog } from '#server/security-log/security-log.ts'
import type { Store } from '#server/store.ts'
import type { Priority } from './limits.ts'
import { type Passwords, passwordFault } from './passwords.ts'

/** The signed-in user who calls, as their own account. */
export interface Self {
  id: string
  session: string
  address: string
  reqId: string
}

const WRONG_PASSWORD = 'This is not your present password.'
const SAME = 'Choose another password than the present one.'
const DEAD_LINK = 'This link was used before, or has run out. Ask for a new one.'

/** What users do with their own accounts. */
export function createAccounts(store: Store, passwords: Passwords, security: SecurityLog) {
  const { credentials, sessions, oneTime, signInLimits } = store

  /**
   * Runs `check` within the sign-in limits of this user; its undefined is a failure. Throws 429. The session counts as
   * a known device: failures of strangers do not keep its owner waiting.
   */
  const prove = <T>(self: Self, check: (priority: Priority) => Promise<T | undefined>) =>
    signInLimits.attempt(
      { account: self.id, device: `session ${self.session}`, address: self.address },
      check,
      () => security.note('sign_in_refused', factsOf(self)),
    )

  /** Throws 400 at the field for a wrong current password, and 429 after too many. */
  const demandPassword = async (self: Self, password: string, field: string): Promise<void> => {
    const isRight = await prove(self, async (priority) => {
      const stored = await credentials.hashOf(self.id)
      return (await passwords.verify(password, stored, priority)) || undefined
    })
    if (isRight) return
    security.note('confirm_failed', factsOf(self))
    throw invalid(WRONG_PASSWORD, { [field]: WRONG_PASSWORD })
  }

  return {
    prove,
    demandPassword,

    /** Sets another password and ends all other sessions. */
    async changePassword(self: Self, current: string, next: string): Promise<void> {
      await demandFit(next, 'next')
      await demandPassword(self, current, 'current')
      if (current.normalize('NFC') === next.normalize('NFC')) throw invalid(SAME, { next: SAME })
      const before = await credentials.hashOf(self.id)
      const hash = await passwords.hash(next)
      const ended = await inTransaction(store.pool, async (tx) => {
        if (before === null || !(await credentials.isStill(tx, self.id, before)))
          throw conflict('Your password was changed meanwhile. Please try again.')
        const others = await sessions.endOthers(tx, self.id, self.session)
        await credentials.set(tx, self.id, hash, { keep: self.session })
        return others
      })
      await sessions.confirm(self.session)
      security.note('password_changed', factsOf(self))
      if (ended > 0) security.note('sessions_ended', { ...factsOf(self), count: ended })
    },

    /** Sets a password by the token of a link, which is valid once. Throws 400 for any other. */
    async setByLink(
      token: string,
      password: string,
      facts: Pick<Self, 'address' | 'reqId'>,
    ): Promise<void> {
      await demandFit(password, 'password')
      const known = await oneTime.owner(token)
      const user = known === undefined ? undefined : await store.records('users').get(known)
      if (!user || user.data.isActive === false) throw deadLink()
      const hash = await passwords.hash(password)
      const account = await inTransaction(store.pool, async (tx) => {
        const owner = await oneTime.use(tx, token)
        if (owner !== undefined) await credentials.set(tx, owner, hash)
        return owner
      })
      if (account === undefined) throw deadLink()
      security.note('password_changed', { ...facts, account })
    },

    /** Notes that the user confirmed their identity in this session. */
    async confirm(self: Self): Promise<void> {
      await sessions.confirm(self.session)
      security.note('confirmed', factsOf(self))
    },
  }
}

export function factsOf({ id, address, reqId }: Self) {
  return { account: id, address, reqId }
}

async function demandFit(password: string, field: string): Promise<void> {
  const fault = await passwordFault(password)
  if (fault) throw invalid(fault, { [field]: fault })
}

function deadLink() {
  return invalid(DEAD_LINK, { token: DEAD_LINK })
}

/** Replaces the preferences of a user. */
export async function keepPreferences(
  runner: Runner,
  userId: string,
  preferences: Preferences,
): Promise<void> {
  await run(
    runner,
    sql`insert into preferences (user_id, data) values (${userId}, ${JSON.stringify(preferences)})
      on conflict (user_id) do update set data = excluded.data`,
  )
}

/** Reads the caller's account again, because the call may have changed it. */
export function createAccountOf({
  store,
  factors,
  config,
}: Pick<Context, 'store' | 'factors' | 'config'>) {
  return async (request: FastifyRequest): Promise<Account> => {
    const now = await store.sessions.owner(bearerToken(request) ?? '')
    const { id, data, must = [], session } = now ?? personOf(request)
    const textAt = (key: string) => String(data[key] ?? '')
    const [{ totp, recoveryCodesLeft }, passkeys, linkedAt] = await Promise.all([
      store.factors.countsOf(id),
      factors.passkeys.list(id),
      store.signOns.linkedAt(id),
    ])
    const role = textAt('role')
    const isRequired = config.session.secondFactorRoles.includes(role)
    return {
      _id: id,
      firstName: textAt('firstName'),
      lastName: textAt('lastName'),
      email: textAt('email'),
      role,
      must: [...must],
      preferences: session?.preferences ?? {},
      factors: { totp, passkeys, recoveryCodesLeft, isRequired },
      signOn: linkedAt && config.signOn ? { name: config.signOn.name, linkedAt } : null,
      confirmedUntil: session?.confirmedUntil?.toISOString() ?? null,
    }
  }
}
