import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify'
import {
  ACCOUNT_CONFIRM_PATH,
  ACCOUNT_PASSWORD_PATH,
  ACCOUNT_PATH,
  ACCOUNT_SESSIONS_PATH,
  type Account,
  type OwnSessions,
  PASSKEYS_PATH,
  type PasskeyAsking,
  RECOVERY_CODES_PATH,
  type RecoveryCodes,
  TOTP_PATH,
  type TotpSecret,
} from '#contract/auth.ts'
import { inTransaction } from '#server/db/pool.ts'
import { run, sql } from '#server/db/sql.ts'
import { authorOf, bearerToken, callerFacts, noteChange, personOf } from '#server/http/authorise.ts'
import { readBody } from '#server/http/query.ts'
import { conflict, invalidField, notFound } from '#server/http/refusal.ts'
import { ID, type Item } from '#server/records/resource-routes.ts'
import type { Context } from '#server/services.ts'
import * as schemas from './auth-schemas.ts'
import { ACCOUNT, type Description, route } from './auth-schemas.ts'
import type { Priority } from './limits.ts'
import { requireStrongPassword } from './passwords.ts'
import { deviceName } from './sessions.ts'
import { personIn } from './sign-in.ts'
import { requireSite, siteOf } from './site.ts'

interface OwnRoute extends Omit<Description, 'config'>, Pick<FastifyContextConfig, 'refuses'> {}

/** Returns the options of a route of the signed-in user's own account. */
const own = (id: string, summary: string, { refuses = [], ...rest }: OwnRoute = {}, more = {}) =>
  route('Account', id, summary, {
    ...rest,
    config: { access: 'signed-in', refuses: [403, ...refuses], ...more },
  })
/** Returns the options of a route that requires a recent confirmation, as changes of second factors do. */
const confirmed = (id: string, summary: string, rest?: OwnRoute) =>
  own(id, summary, rest, { confirm: true })

const MOST_PASSKEYS = 20
const NO_PASSKEY = 'This passkey does not exist.'

/** Registers the routes of the signed-in user's own account and its second factors. */
export function accountRoutes(app: FastifyInstance, context: Context): void {
  const { store, passwords, factors, security, config } = context
  const factsOf = (request: FastifyRequest) => callerFacts(request, request.owner)

  /** Reads the caller's account again, because the call may have changed it. */
  const accountOf = async (request: FastifyRequest): Promise<Account> => {
    const owner = (await store.sessions.owner(bearerToken(request) ?? '')) ?? personOf(request)
    const { id, must = [], session } = owner
    const [{ totp, recoveryCodesLeft, linkedAt }, passkeys] = await Promise.all([
      factors.countsOf(id),
      factors.passkeysOf(id),
    ])
    const person = personIn(owner)
    const isRequired = config.secondFactorRoles.includes(person.role)
    return {
      ...person,
      must: [...must],
      preferences: session?.preferences ?? {},
      factors: { totp, passkeys, recoveryCodesLeft, isRequired },
      signOn: linkedAt && config.signOn ? { name: config.signOn.name, linkedAt } : null,
      confirmedUntil: session?.confirmedUntil?.toISOString() ?? null,
    }
  }

  /**
   * Runs `check` within the sign-in limits of the user. Its undefined counts as a failure. Throws 400 at the field, and
   * 429 after too many failures. The session counts as a known device, so failed sign-ins from elsewhere do not block
   * its owner.
   */
  const requireProof = async <T>(
    request: FastifyRequest,
    { field, message, isLogged = true }: { field: string; message: string; isLogged?: boolean },
    check: (userId: string, priority: Priority) => Promise<T | undefined>,
  ): Promise<T> => {
    const { id, session } = personOf(request)
    const proof = await store.signInLimits.attempt(
      { account: id, device: `session ${session.id}`, address: request.ip },
      (priority) => check(id, priority),
      () => security.note('sign_in_refused', factsOf(request)),
    )
    if (proof !== undefined) return proof
    if (isLogged) security.note('confirm_failed', factsOf(request))
    throw invalidField(field, message)
  }

  /** Returns the hash that the password was checked against. */
  const requirePassword = (request: FastifyRequest, password: string, field: string) => {
    const message = 'Your current password is wrong.'
    return requireProof(request, { field, message }, async (id, priority) => {
      const stored = await store.credentials.hashOf(id)
      return ((await passwords.verify(password, stored, priority)) && stored) || undefined
    })
  }

  app.get(
    ACCOUNT_PATH,
    own('getAccount', 'Get your own account', {
      response: { 200: { ...ACCOUNT, description: 'The account of the signed-in user' } },
    }),
    accountOf,
  )

  app.put(
    ACCOUNT_PATH,
    own('changeAccount', 'Update your own account', {
      refuses: [409, 422, 429],
      description:
        'Changes the given keys. A new email requires the current password. Preferences are replaced as a whole.',
      body: schemas.accountChange,
      response: { 200: ACCOUNT },
    }),
    async (request, reply) => {
      const { id, data } = personOf(request)
      const { password, preferences, ...values } = readBody(schemas.accountChange, request.body)
      if (values.email !== undefined && values.email !== data.email) {
        if (password === undefined)
          throw invalidField('password', 'Enter your current password to change your email.')
        await requirePassword(request, password, 'password')
      }
      if (Object.keys(values).length > 0) {
        // No role is passed because every user may change their own names and email.
        const author = { ...authorOf(request, 'form'), role: null }
        const written = await context.changes.update('users', id, values, undefined, author)
        noteChange(reply, written.change)
      }
      if (preferences)
        await run(
          store.pool,
          sql`insert into preferences (user_id, data) values (${id}, ${JSON.stringify(preferences)})
            on conflict (user_id) do update set data = excluded.data`,
        )
      return accountOf(request)
    },
  )

  app.post(
    ACCOUNT_PASSWORD_PATH,
    own('changePassword', 'Change the password', {
      refuses: [409, 429],
      description: 'Ends all other sessions of the account and invalidates its password links.',
      body: schemas.passwordChange,
    }),
    async (request, reply) => {
      const { current, next } = readBody(schemas.passwordChange, request.body)
      const { id, session } = personOf(request)
      await requireStrongPassword(next, 'next')
      const before = await requirePassword(request, current, 'current')
      if (current.normalize('NFC') === next.normalize('NFC'))
        throw invalidField('next', 'Choose a password that differs from your current one.')
      const hash = await passwords.hash(next)
      const ended = await inTransaction(store.pool, async (tx) => {
        if (!(await store.credentials.isStill(tx, id, before)))
          throw conflict('Your password was just changed. Try again.')
        return store.credentials.set(tx, id, hash, { keep: session.id })
      })
      await store.sessions.confirm(session.id)
      security.note('password_changed', factsOf(request))
      if (ended > 0) security.note('sessions_ended', { ...factsOf(request), count: ended })
      return reply.code(204).send()
    },
  )

  app.post(
    ACCOUNT_CONFIRM_PATH,
    own('confirm', 'Confirm your identity', {
      refuses: [429],
      description: `Lets this session call the routes that require a recent confirmation, for the minutes that CONFIRM_MINUTES sets. Examples are making a user an admin, erasing and creating password links. Without a confirmation they respond with 403 and the rule 'confirm'. Signing in counts as a confirmation.`,
      body: schemas.confirmation,
    }),
    async (request, reply) => {
      const { password, code, passkey, ticket } = readBody(schemas.confirmation, request.body)
      const site = siteOf(request, config)
      const message = 'This code or passkey is wrong. Try again.'
      if (password !== undefined) await requirePassword(request, password, 'password')
      else if (code !== undefined)
        await requireProof(request, { field: 'code', message }, (id) =>
          factors.proveNow(id, { code }),
        )
      else if (passkey && ticket && site)
        await requireProof(request, { field: 'passkey', message }, async (id) => {
          const isLive = await store.tickets.take(store.pool, 'passkey', ticket)
          return isLive && factors.proveNow(id, { passkey, ticket, site })
        })
      else throw invalidField('password', 'Send your password, a code or a passkey response.')
      await store.sessions.confirm(personOf(request).session.id)
      security.note('confirmed', factsOf(request))
      return reply.code(204).send()
    },
  )

  app.get(
    ACCOUNT_SESSIONS_PATH,
    own('listOwnSessions', 'List your sessions', {
      response: { 200: schemas.SESSIONS },
    }),
    async (request): Promise<OwnSessions> => {
      const { id, session: current } = personOf(request)
      const live = await store.sessions.listOf(id)
      const sessions = live.map(({ userAgent, ...one }) => ({
        ...one,
        device: deviceName(userAgent),
        isCurrent: one.id === current.id,
      }))
      return { sessions }
    },
  )

  app.delete<Item>(
    `${ACCOUNT_SESSIONS_PATH}/:id`,
    own('endOwnSession', 'End one of your sessions', { params: ID }),
    async (request, reply) => {
      if (!(await store.sessions.endOne(personOf(request).id, request.params.id)))
        throw notFound('This session does not exist or has ended.')
      security.note('sessions_ended', { ...factsOf(request), count: 1 })
      return reply.code(204).send()
    },
  )

  app.delete(
    ACCOUNT_SESSIONS_PATH,
    own('endOtherSessions', 'End all your other sessions'),
    async (request, reply) => {
      const { id, session } = personOf(request)
      const count = await store.sessions.endOthers(id, session.id)
      if (count > 0) security.note('sessions_ended', { ...factsOf(request), count })
      return reply.code(204).send()
    },
  )

  app.post(
    `${PASSKEYS_PATH}/options`,
    confirmed('beginPasskey', 'Start adding a passkey', {
      refuses: [409],
      body: schemas.nothing,
      response: { 200: schemas.PASSKEY_OPTIONS },
    }),
    async (request): Promise<PasskeyAsking> => {
      const owner = personOf(request)
      const site = requireSite(request, config)
      const { passkeys } = await factors.countsOf(owner.id)
      if (passkeys >= MOST_PASSKEYS)
        throw conflict(`You can have at most ${MOST_PASSKEYS} passkeys. Remove one first.`)
      const { ticket } = await store.tickets.make('new-passkey', { userId: owner.id })
      return { ticket, options: await factors.passkeyCreation(personIn(owner), site, ticket) }
    },
  )

  app.post(
    PASSKEYS_PATH,
    confirmed('addPasskey', 'Add a passkey', {
      refuses: [409],
      body: schemas.newPasskey,
      response: { 200: ACCOUNT },
    }),
    async (request) => {
      const { ticket, name, answer } = readBody(schemas.newPasskey, request.body)
      const { id } = personOf(request)
      const site = requireSite(request, config)
      const begun = await store.tickets.take(store.pool, 'new-passkey', ticket)
      if (begun?.userId !== id) throw conflict('This request has expired. Start again.')
      const outcome = await factors.addPasskey(id, name, { passkey: answer, ticket, site })
      if (outcome === 'wrong')
        throw invalidField('answer', 'This passkey response is not valid. Try again.')
      if (outcome === 'known') throw conflict('This passkey is already registered.')
      security.note('factor_added', { ...factsOf(request), what: 'passkey' })
      return accountOf(request)
    },
  )

  app.put<Item>(
    `${PASSKEYS_PATH}/:id`,
    confirmed('renamePasskey', 'Rename a passkey', {
      params: ID,
      body: schemas.passkeyName,
      response: { 200: ACCOUNT },
    }),
    async (request) => {
      const { name } = readBody(schemas.passkeyName, request.body)
      if (!(await factors.renamePasskey(personOf(request).id, request.params.id, name)))
        throw notFound(NO_PASSKEY)
      return accountOf(request)
    },
  )

  app.delete<Item>(
    `${PASSKEYS_PATH}/:id`,
    confirmed('removePasskey', 'Remove a passkey', { params: ID }),
    async (request, reply) => {
      if (!(await factors.remove(personOf(request).id, request.params.id)))
        throw notFound(NO_PASSKEY)
      security.note('factor_removed', { ...factsOf(request), what: 'passkey' })
      return reply.code(204).send()
    },
  )

  app.post(
    TOTP_PATH,
    confirmed('beginAuthenticatorApp', 'Start adding an authenticator app', {
      description:
        'Returns a secret for the app. The app becomes active when you send one of its codes.',
      body: schemas.nothing,
      response: { 200: schemas.TOTP_SECRET },
    }),
    (request): Promise<TotpSecret> => {
      const { id, data } = personOf(request)
      return factors.beginTotp(id, String(data.email ?? ''))
    },
  )

  app.put(
    TOTP_PATH,
    confirmed('addAuthenticatorApp', 'Add an authenticator app', {
      refuses: [429],
      body: schemas.totpCode,
      response: { 200: schemas.CODES },
    }),
    async (request): Promise<RecoveryCodes> => {
      const { code } = readBody(schemas.totpCode, request.body)
      const message = 'This code is wrong. Try the next one.'
      const wrong = { field: 'code', message, isLogged: false }
      const recoveryCodes = await requireProof(request, wrong, (id) =>
        factors.confirmTotp(id, code),
      )
      security.note('factor_added', { ...factsOf(request), what: 'totp' })
      return { recoveryCodes }
    },
  )

  app.delete(
    TOTP_PATH,
    confirmed('removeAuthenticatorApp', 'Remove the authenticator app', { refuses: [404] }),
    async (request, reply) => {
      if (!(await factors.remove(personOf(request).id)))
        throw notFound('You have no authenticator app.')
      security.note('factor_removed', { ...factsOf(request), what: 'totp' })
      return reply.code(204).send()
    },
  )

  app.post(
    RECOVERY_CODES_PATH,
    confirmed('makeRecoveryCodes', 'Generate new recovery codes', {
      refuses: [409],
      description: 'Invalidates all existing recovery codes.',
      body: schemas.nothing,
      response: { 200: schemas.CODES },
    }),
    async (request): Promise<RecoveryCodes> => {
      const { id } = personOf(request)
      if ((await factors.kindsOf(id)).length === 0)
        throw conflict('Add a passkey or an authenticator app first.')
      const recoveryCodes = await factors.makeRecoveryCodes(id)
      security.note('factor_added', { ...factsOf(request), what: 'recovery' })
      return { recoveryCodes }
    },
  )
}
