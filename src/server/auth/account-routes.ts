import type { FastifyInstance, FastifyRequest } from 'fastify'
import type * as z from 'zod'
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
import { object } from '#server/http/json-schema.ts'
import { readBody } from '#server/http/query.ts'
import { conflict, invalidField, notFound } from '#server/http/refusal.ts'
import { createSites } from '#server/http/site.ts'
import { ID, type Item } from '#server/records/resource-routes.ts'
import type { Context } from '#server/services.ts'
import {
  accountChange,
  confirmation,
  newPasskey,
  nothing,
  passkeyName,
  passwordChange,
  totpCode,
} from './auth-bodies.ts'
import { ACCOUNT, CODES, PASSKEY_OPTIONS, route, SESSIONS } from './auth-schemas.ts'
import { requireSite } from './factors.ts'
import type { Priority } from './limits.ts'
import { requireStrongPassword } from './passwords.ts'
import { deviceName } from './sessions.ts'

type Refused = NonNullable<FastifyRequest['routeOptions']['config']['refuses']>[number]

const TAG = 'Account'
const own = (...refuses: Refused[]) => ({
  access: 'signed-in' as const,
  refuses: [403, ...refuses] as const,
})
/** Second factors change after a fresh confirmation alone. */
const confirmed = (...refuses: Refused[]) => ({ ...own(...refuses), confirm: true })

const MOST_PASSKEYS = 20
const NO_PASSKEY = 'This passkey does not exist.'

/** The own account of the signed-in user (ACC-01 to ACC-04) and its second factors (FACT-01 to FACT-03). */
export function accountRoutes(app: FastifyInstance, context: Context): void {
  const { store, passwords, factors, security } = context
  const siteOf = createSites(context.config)

  const factsOf = (request: FastifyRequest) => callerFacts(request, request.owner)

  /** Reads the caller's account again, because the call may have changed it. */
  const accountOf = async (request: FastifyRequest): Promise<Account> => {
    const now = await store.sessions.owner(bearerToken(request) ?? '')
    const { id, data, must = [], session } = now ?? personOf(request)
    const textAt = (key: string) => String(data[key] ?? '')
    const [{ totp, recoveryCodesLeft }, passkeys, linkedAt] = await Promise.all([
      factors.countsOf(id),
      factors.passkeysOf(id),
      store.signOns.linkedAt(id),
    ])
    const { signOn, secondFactorRoles } = context.config
    const isRequired = secondFactorRoles.includes(textAt('role'))
    return {
      _id: id,
      firstName: textAt('firstName'),
      lastName: textAt('lastName'),
      email: textAt('email'),
      role: textAt('role'),
      must: [...must],
      preferences: session?.preferences ?? {},
      factors: { totp, passkeys, recoveryCodesLeft, isRequired },
      signOn: linkedAt && signOn ? { name: signOn.name, linkedAt } : null,
      confirmedUntil: session?.confirmedUntil?.toISOString() ?? null,
    }
  }

  /**
   * Runs `check` within the sign-in limits of the user; its undefined is a failure. Throws 429. The session counts as
   * a known device: failures of strangers do not keep its owner waiting.
   */
  const attempt = <T>(
    request: FastifyRequest,
    check: (priority: Priority) => Promise<T | undefined>,
  ) => {
    const { id, session } = personOf(request)
    const device = `session ${session.id}`
    return store.signInLimits.attempt({ account: id, device, address: request.ip }, check, () =>
      security.note('sign_in_refused', factsOf(request)),
    )
  }

  /** Throws 400 at the field for a wrong current password, and 429 after too many. */
  const requirePassword = async (request: FastifyRequest, password: string, field: string) => {
    const isRight = await attempt(request, async (priority) => {
      const stored = await store.credentials.hashOf(personOf(request).id)
      return (await passwords.verify(password, stored, priority)) || undefined
    })
    if (isRight) return
    security.note('confirm_failed', factsOf(request))
    throw invalidField(field, 'This is not your present password.')
  }

  /** Throws 400 at the field for a wrong second factor, and 429 after too many. */
  const requireFactor = async (
    request: FastifyRequest,
    { code, passkey, ticket }: Omit<z.output<typeof confirmation>, 'password'>,
  ) => {
    const site = siteOf(request)
    const answer =
      code === undefined ? passkey && ticket && site && { passkey, ticket, site } : { code }
    if (!answer)
      throw invalidField('password', 'Send your password, a code, or the answer of a passkey.')
    const isRight = await attempt(request, async () => {
      const isLive =
        'code' in answer || (await store.tickets.take(store.pool, 'passkey', answer.ticket))
      return (isLive && (await factors.proveNow(personOf(request).id, answer))) || undefined
    })
    if (isRight) return
    security.note('confirm_failed', factsOf(request))
    const message = 'This is no second factor of this account. Please try again.'
    throw invalidField('code' in answer ? 'code' : 'passkey', message)
  }

  app.get(
    ACCOUNT_PATH,
    route(TAG, 'getAccount', 'The own account', {
      config: own(),
      response: { 200: { ...ACCOUNT, description: 'The account of the signed-in user' } },
    }),
    (request) => {
      personOf(request)
      return accountOf(request)
    },
  )

  app.put(
    ACCOUNT_PATH,
    route(TAG, 'changeAccount', 'Change the own account', {
      config: own(409, 422, 429),
      description:
        'Changes the given keys. A new email requires the current password. Preferences are replaced as a whole.',
      body: accountChange,
      response: { 200: ACCOUNT },
    }),
    async (request, reply) => {
      const { id, data } = personOf(request)
      const { password, preferences, ...values } = readBody(accountChange, request.body)
      if (values.email !== undefined && values.email !== data.email) {
        if (password === undefined)
          throw invalidField('password', 'A new email takes your present password.')
        await requirePassword(request, password, 'password')
      }
      if (Object.keys(values).length > 0) {
        // Without a role: every user may change the names and email of their own account.
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
    route(TAG, 'changePassword', 'Change the password', {
      config: own(409, 429),
      description: 'Ends all other sessions of the account, and links that set its password.',
      body: passwordChange,
    }),
    async (request, reply) => {
      const { current, next } = readBody(passwordChange, request.body)
      const { id, session } = personOf(request)
      await requireStrongPassword(next, 'next')
      await requirePassword(request, current, 'current')
      if (current.normalize('NFC') === next.normalize('NFC'))
        throw invalidField('next', 'Choose another password than the present one.')
      const before = await store.credentials.hashOf(id)
      const hash = await passwords.hash(next)
      const ended = await inTransaction(store.pool, async (tx) => {
        if (before === null || !(await store.credentials.isStill(tx, id, before)))
          throw conflict('Your password was changed meanwhile. Please try again.')
        const others = await store.sessions.endOthers(tx, id, session.id)
        await store.credentials.set(tx, id, hash, { keep: session.id })
        return others
      })
      await store.sessions.confirm(session.id)
      security.note('password_changed', factsOf(request))
      if (ended > 0) security.note('sessions_ended', { ...factsOf(request), count: ended })
      return reply.code(204).send()
    },
  )

  app.post(
    ACCOUNT_CONFIRM_PATH,
    route(TAG, 'confirm', 'Confirm that it is you', {
      config: own(429),
      description: `For a while, this session may call routes that require a confirmation: making admins, erasing, links that set a password. Without one they answer 403 with the rule 'confirm'. Signing in counts as a confirmation.`,
      body: confirmation,
    }),
    async (request, reply) => {
      const { password, ...given } = readBody(confirmation, request.body)
      const { session } = personOf(request)
      if (password !== undefined) await requirePassword(request, password, 'password')
      else await requireFactor(request, given)
      await store.sessions.confirm(session.id)
      security.note('confirmed', factsOf(request))
      return reply.code(204).send()
    },
  )

  app.get(
    ACCOUNT_SESSIONS_PATH,
    route(TAG, 'listOwnSessions', 'Where the account is signed in', {
      config: own(),
      response: { 200: SESSIONS },
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
    route(TAG, 'endOwnSession', 'Sign out one session', { config: own(), params: ID }),
    async (request, reply) => {
      if (!(await store.sessions.endOne(personOf(request).id, request.params.id)))
        throw notFound('This session does not exist, or has ended.')
      security.note('sessions_ended', { ...factsOf(request), count: 1 })
      return reply.code(204).send()
    },
  )

  app.delete(
    ACCOUNT_SESSIONS_PATH,
    route(TAG, 'endOtherSessions', 'Sign out all other sessions', { config: own() }),
    async (request, reply) => {
      const { id, session } = personOf(request)
      const count = await store.sessions.endOthers(store.pool, id, session.id)
      if (count > 0) security.note('sessions_ended', { ...factsOf(request), count })
      return reply.code(204).send()
    },
  )

  app.post(
    `${PASSKEYS_PATH}/options`,
    route(TAG, 'beginPasskey', 'Begin to add a passkey', {
      config: confirmed(409),
      body: nothing,
      response: { 200: PASSKEY_OPTIONS },
    }),
    async (request): Promise<PasskeyAsking> => {
      const { id, data } = personOf(request)
      const site = requireSite(siteOf(request))
      const { passkeys } = await factors.countsOf(id)
      if (passkeys >= MOST_PASSKEYS)
        throw conflict(`An account has at most ${MOST_PASSKEYS} passkeys. Remove one first.`)
      const { ticket } = await store.tickets.make('new-passkey', { userId: id })
      const email = String(data.email ?? '')
      const name = `${data.firstName ?? ''} ${data.lastName ?? ''}`.trim() || email
      const options = await factors.passkeyCreation({ id, email, name }, site, ticket)
      return { ticket, options }
    },
  )

  app.post(
    PASSKEYS_PATH,
    route(TAG, 'addPasskey', 'Add a passkey', {
      config: confirmed(409),
      body: newPasskey,
      response: { 200: ACCOUNT },
    }),
    async (request) => {
      const { ticket, name, answer } = readBody(newPasskey, request.body)
      const { id } = personOf(request)
      const site = requireSite(siteOf(request))
      const begun = await store.tickets.take(store.pool, 'new-passkey', ticket)
      if (begun?.userId !== id) throw conflict('This has run out. Please begin again.')
      const outcome = await factors.addPasskey(id, name, { passkey: answer, ticket, site })
      if (outcome === 'wrong')
        throw invalidField('answer', 'This is no answer to what was asked. Please try again.')
      if (outcome === 'known') throw conflict('This passkey is known already.')
      security.note('factor_added', { ...factsOf(request), what: 'passkey' })
      return accountOf(request)
    },
  )

  app.put<Item>(
    `${PASSKEYS_PATH}/:id`,
    route(TAG, 'renamePasskey', 'Rename a passkey', {
      config: confirmed(),
      params: ID,
      body: passkeyName,
      response: { 200: ACCOUNT },
    }),
    async (request) => {
      const { name } = readBody(passkeyName, request.body)
      const { id } = personOf(request)
      if (!(await factors.renamePasskey(id, request.params.id, name))) throw notFound(NO_PASSKEY)
      return accountOf(request)
    },
  )

  app.delete<Item>(
    `${PASSKEYS_PATH}/:id`,
    route(TAG, 'removePasskey', 'Remove a passkey', { config: confirmed(), params: ID }),
    async (request, reply) => {
      if (!(await factors.removePasskey(personOf(request).id, request.params.id)))
        throw notFound(NO_PASSKEY)
      security.note('factor_removed', { ...factsOf(request), what: 'passkey' })
      return reply.code(204).send()
    },
  )

  app.post(
    TOTP_PATH,
    route(TAG, 'beginAuthenticatorApp', 'Begin an authenticator app', {
      config: confirmed(),
      description: 'Returns a secret for the app. It is active once a code of it is sent back.',
      body: nothing,
      response: {
        200: {
          ...object({ secret: { type: 'string' }, uri: { type: 'string' } }),
          description: 'The secret as text, and as the address of a QR code',
        },
      },
    }),
    (request): Promise<TotpSecret> => {
      const { id, data } = personOf(request)
      return factors.beginTotp(id, String(data.email ?? ''))
    },
  )

  app.put(
    TOTP_PATH,
    route(TAG, 'addAuthenticatorApp', 'Add an authenticator app', {
      config: confirmed(429),
      body: totpCode,
      response: { 200: CODES },
    }),
    async (request): Promise<RecoveryCodes> => {
      const { code } = readBody(totpCode, request.body)
      const { id } = personOf(request)
      const recoveryCodes = await attempt(request, () => factors.confirmTotp(id, code))
      if (!recoveryCodes)
        throw invalidField('code', 'This code is not right. Please try the next one.')
      security.note('factor_added', { ...factsOf(request), what: 'totp' })
      return { recoveryCodes }
    },
  )

  app.delete(
    TOTP_PATH,
    route(TAG, 'removeAuthenticatorApp', 'Remove the authenticator app', {
      config: confirmed(404),
    }),
    async (request, reply) => {
      if (!(await factors.removeTotp(personOf(request).id)))
        throw notFound('This account has no authenticator app.')
      security.note('factor_removed', { ...factsOf(request), what: 'totp' })
      return reply.code(204).send()
    },
  )

  app.post(
    RECOVERY_CODES_PATH,
    route(TAG, 'makeRecoveryCodes', 'Make new recovery codes', {
      config: confirmed(409),
      description: 'Replaces all existing recovery codes.',
      body: nothing,
      response: { 200: CODES },
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
