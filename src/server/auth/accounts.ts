import type { FastifyRequest } from 'fastify'
import type { Account } from '#contract/auth.ts'
import { inTransaction } from '#server/db/pool.ts'
import { bearerToken } from '#server/http/authorise.ts'
import { conflict, invalid, tooManyRequests } from '#server/http/refusal.ts'
import type { Context } from '#server/http/route-context.ts'
import { personOf } from '#server/http/self.ts'
import type { SecurityLog } from '#server/security-log/security-log.ts'
import type { Store } from '#server/store.ts'
import { passwordFault } from './password-rule.ts'
import type { Passwords } from './passwords.ts'
import type { SessionOwner } from './sessions.ts'
import type { Caller, SignInLimits, Turn } from './sign-in-limits.ts'

/** A person at the own account, by the session that asks. */
export interface Self {
  id: string
  session: string
  address: string
  reqId: string
}

/** What people do with the accounts that are their own. */
export interface Accounts {
  attempts: Attempts
  /** Throws 400 at the field unless it is the person's present password, and 429 after too many that are not. */
  demandPassword(self: Self, password: string, field: string): Promise<void>
  /** Lets somebody prove anything within the limits of this person; undefined when it is wrong. */
  prove<T>(self: Self, look: (turn: Turn) => Promise<T | undefined>): Promise<T | undefined>
  /** Sets another password, and ends all sessions but this one. */
  changePassword(self: Self, current: string, next: string): Promise<void>
  /** Sets a password by a token that is good once. Throws 400 for any other. */
  setByLink(token: string, password: string, facts: Omit<AttemptFacts, 'account'>): Promise<void>
  /** Notes that it is the person who signed in. */
  confirm(self: Self): Promise<void>
}

const WRONG_PASSWORD = 'This is not your present password.'
const SAME = 'Choose another password than the present one.'
const DEAD_LINK = 'This link was used before, or has run out. Ask for a new one.'

export function createAccounts(
  store: Store,
  passwords: Passwords,
  security: SecurityLog,
): Accounts {
  const attempts = createAttempts(store.signInLimits, security)

  const factsOf = ({ id, address, reqId }: Self) => ({ account: id, address, reqId })

  const prove: Accounts['prove'] = (self, look) =>
    // A session is a known device: what strangers get wrong elsewhere does not keep its owner waiting.
    attempts(
      { account: self.id, device: `session ${self.session}`, address: self.address },
      factsOf(self),
      look,
    )

  const demandPassword: Accounts['demandPassword'] = async (self, password, field) => {
    const isRight = await prove(self, async (turn) => {
      const stored = await store.credentials.hashOf(self.id)
      return (await passwords.verify(password, stored, turn)) || undefined
    })
    if (isRight) return
    security.note('confirm_failed', factsOf(self))
    throw invalid(WRONG_PASSWORD, { [field]: WRONG_PASSWORD })
  }

  return {
    attempts,
    demandPassword,
    prove,

    async changePassword(self, current, next) {
      await demandFit(next, 'next')
      await demandPassword(self, current, 'current')
      if (current.normalize('NFC') === next.normalize('NFC')) throw invalid(SAME, { next: SAME })
      const before = await store.credentials.hashOf(self.id)
      const hash = await passwords.hash(next)
      const ended = await inTransaction(store.pool, async (tx) => {
        if (before === null || !(await store.credentials.isStill(tx, self.id, before)))
          throw conflict('Your password was changed meanwhile. Please try again.')
        const others = await store.ownSessions.endOthers(tx, self.id, self.session)
        await store.credentials.set(tx, self.id, hash, { keep: self.session })
        return others
      })
      await store.ownSessions.confirm(self.session)
      security.note('password_changed', factsOf(self))
      if (ended > 0) security.note('sessions_ended', { ...factsOf(self), count: ended })
    },

    async setByLink(token, password, facts) {
      await demandFit(password, 'password')
      const known = await store.oneTime.owner(token, 'password')
      if (known === undefined || !(await isActive(store, known))) throw deadLink()
      const hash = await passwords.hash(password)
      const account = await inTransaction(store.pool, async (tx) => {
        const owner = await store.oneTime.use(tx, token, 'password')
        if (owner !== undefined) await store.credentials.set(tx, owner, hash)
        return owner
      })
      if (account === undefined) throw deadLink()
      security.note('password_changed', { ...facts, account })
    },

    async confirm(self) {
      await store.ownSessions.confirm(self.session)
      security.note('confirmed', factsOf(self))
    },
  }
}

/** Whether somebody may sign in at all. */
async function isActive(store: Store, id: string): Promise<boolean> {
  const user = await store.records('users').get(id)
  return user !== undefined && user.data.isActive !== false
}

async function demandFit(password: string, field: string): Promise<void> {
  const fault = await passwordFault(password)
  if (fault) throw invalid(fault, { [field]: fault })
}

function deadLink() {
  return invalid(DEAD_LINK, { token: DEAD_LINK })
}

/** Whose attempt it is, for the log. */
interface AttemptFacts {
  account: string | null
  address: string
  reqId: string
}

/**
 * Lets somebody prove who it is, by a password or whatever else, within the limits of signing in. Gives what
 * `look` finds; undefined counts as a failure. Throws 429, and what `look` throws, which counts for nobody.
 */
type Attempts = <T>(
  caller: Caller,
  facts: AttemptFacts,
  look: (turn: Turn) => Promise<T | undefined>,
) => Promise<T | undefined>

const TOO_MANY = {
  failures: 'Too many failed sign-ins.',
  successes: 'Too many sign-ins.',
}

function createAttempts(limits: SignInLimits, security: SecurityLog): Attempts {
  return async (caller, facts, look) => {
    const attempt = await limits.attempt(caller)
    if (!attempt.allowed) {
      security.note('sign_in_refused', facts)
      throw tooManyRequests(TOO_MANY[attempt.why], attempt.retryAfterSeconds)
    }
    const found = await look(attempt.turn).catch(async (error: unknown) => {
      // No verdict is no failed attempt. If the database is gone, so is this.
      await attempt.end('none').catch(() => undefined)
      throw error
    })
    await attempt.end(found === undefined ? 'wrong' : 'right')
    return found
  }
}

/** Makes what tells somebody of the own account, as it is when it is asked: the call may have changed it. */
export function createAccountOf({
  store,
  protectionOf,
}: Pick<Context, 'store' | 'protectionOf'>): (request: FastifyRequest) => Promise<Account> {
  return async (request) => {
    const now = await store.sessions.owner(bearerToken(request) ?? '')
    const { id, data, must = [], session } = now ?? personOf(request)
    return {
      ...namesOf({ id, data }),
      must: [...must],
      preferences: session?.preferences ?? {},
      ...(await protectionOf(id, String(data.role ?? ''))),
      confirmedUntil: session?.confirmedUntil?.toISOString() ?? null,
    }
  }
}

function namesOf({ id, data }: Pick<SessionOwner, 'id' | 'data'>) {
  const { firstName = '', lastName = '', email = '', role = '' } = data
  return {
    ...{ _id: id, firstName: String(firstName), lastName: String(lastName) },
    ...{ email: String(email), role: String(role) },
  }
}
