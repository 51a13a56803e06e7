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
import { authorOf, noteChange, personOf, selfOf } from '#server/http/authorise.ts'
import { bodySchema, type JsonSchema, object } from '#server/http/json-schema.ts'
import { readBody } from '#server/http/query.ts'
import { conflict, invalid, notFound } from '#server/http/refusal.ts'
import type { Context } from '#server/http/route-context.ts'
import { MUST, PREFERENCES } from '#server/http/session-user.ts'
import { createSites } from '#server/http/site.ts'
import { ID, type Item, NOTHING } from '#server/records/resource-routes.ts'
import { createAccountOf, factsOf, keepPreferences, type Self } from './accounts.ts'
import {
  accountChange,
  confirmation,
  newPasskey,
  nothing,
  passkeyName,
  passwordChange,
  totpCode,
} from './auth-bodies.ts'
import { deviceName } from './devices.ts'
import type { Site } from './passkeys.ts'
import { ASKING, EXAMPLE_ANSWER, NO_SITE } from './sign-in-factor-routes.ts'

const tags = ['Account']
const text = { type: 'string' }
const config = { access: 'signed-in' } as const
const PROVING = { ...config, refuses: [403, 429] } as const
/** Second factors change after a fresh confirmation alone. */
const CONFIRMED = { ...config, confirm: true, refuses: [403, 409] } as const

const NO_EMAIL = 'A new email takes your present password.'
const ONE_PROOF = 'Send your password, a code, or the answer of a passkey.'
const WRONG_FACTOR = 'This is no second factor of this account. Please try again.'
const MOST_PASSKEYS = 20
const ENOUGH = `An account has at most ${MOST_PASSKEYS} passkeys. Remove one first.`
const RUN_OUT = 'This has run out. Please begin again.'
const KNOWN = 'This passkey is known already.'
const NOT_MADE = 'This is no answer to what was asked. Please try again.'
const WRONG_CODE = 'This code is not right. Please try the next one.'
const NO_PASSKEY = 'This passkey does not exist.'
const NO_APP = 'This account has no authenticator app.'
const NO_FACTOR = 'Add a passkey or an authenticator app first.'

const CODES = {
  ...object({ recoveryCodes: { type: 'array', items: text } }),
  description: 'Each is good once; shown here alone',
}

const time = { ...text, format: 'date-time' }
const orNull = (schema: JsonSchema): JsonSchema => ({ ...schema, type: [schema.type, 'null'] })

const PASSKEY = object({ id: text, name: text, createdAt: time, lastUsedAt: orNull(time) })

const ACCOUNT = object({
  ...{ _id: text, firstName: text, lastName: text, email: text, role: text },
  must: MUST,
  preferences: PREFERENCES,
  factors: object({
    totp: { type: 'boolean', description: 'An authenticator app' },
    passkeys: { type: 'array', items: PASSKEY },
    recoveryCodesLeft: { type: 'integer' },
    isRequired: { type: 'boolean', description: 'The role may not be without a second factor' },
  }),
  signOn: {
    ...orNull(object({ name: text, linkedAt: time })),
    description: 'The account elsewhere by which this one is signed in to as well',
  },
  confirmedUntil: {
    ...orNull(time),
    description: 'Until when what takes a confirmation may be called',
  },
})

const SESSIONS = object({
  sessions: {
    type: 'array',
    items: object({
      id: text,
      device: { ...text, description: 'Browser and system' },
      address: orNull(text),
      createdAt: time,
      lastUsedAt: { ...time, description: 'To the minute' },
      isCurrent: { type: 'boolean' },
    }),
  },
})

/** Users at their own accounts (ACC-01 to ACC-04). */
export function accountRoutes(app: FastifyInstance, context: Context): void {
  const { store, accounts, changes, factors, security } = context

  const accountOf = createAccountOf(context)
  const siteOf = createSites(context.config)

  /** Throws 400 at the field for a wrong second factor, and 429 after too many. */
  const demandFactor = async (
    self: Self,
    { code, passkey, ticket }: Omit<z.output<typeof confirmation>, 'password'>,
    site: Site | undefined,
  ) => {
    const answer =
      code === undefined ? passkey && ticket && site && { passkey, ticket, site } : { code }
    if (!answer) throw invalid(ONE_PROOF, { password: ONE_PROOF })
    const isRight = await accounts.prove(self, async () => {
      const isLive =
        'code' in answer || (await store.tickets.take(store.pool, 'passkey', answer.ticket))
      return (isLive && (await factors.proveNow(self.id, answer))) || undefined
    })
    if (isRight) return
    security.note('confirm_failed', factsOf(self))
    throw invalid(WRONG_FACTOR, { ['code' in answer ? 'code' : 'passkey']: WRONG_FACTOR })
  }

  app.get(
    ACCOUNT_PATH,
    {
      config: { ...config, refuses: [403] },
      schema: {
        ...{ tags, operationId: 'getAccount', summary: 'The own account' },
        response: { 200: { ...ACCOUNT, description: 'The account of whoever is signed in' } },
      },
    },
    (request) => {
      personOf(request)
      return accountOf(request)
    },
  )

  app.put(
    ACCOUNT_PATH,
    {
      config: { ...PROVING, refuses: [403, 409, 422, 429] },
      schema: {
        ...{ tags, operationId: 'changeAccount', summary: 'Change the own account' },
        description:
          'What is named is changed. A new email takes the present password. Preferences are set as a whole.',
        body: {
          ...bodySchema(accountChange),
          examples: [{ firstName: 'Amara', preferences: { theme: 'dark' } }],
        },
        response: { 200: { ...ACCOUNT, description: 'The account as it is now' } },
      },
    },
    async (request, reply) => {
      const person = personOf(request)
      const { password, preferences, ...values } = readBody(accountChange, request.body)
      if (values.email !== undefined && values.email !== person.data.email) {
        if (password === undefined) throw invalid(NO_EMAIL, { password: NO_EMAIL })
        await accounts.demandPassword(selfOf(request), password, 'password')
      }
      if (Object.keys(values).length > 0) {
        // Without a role: every user may change the names and email of their own account.
        const author = { ...authorOf(request, 'form'), role: null }
        const written = await changes.update('users', person.id, values, undefined, author)
        noteChange(reply, written.change)
      }
      if (preferences) await keepPreferences(store.pool, person.id, preferences)
      return accountOf(request)
    },
  )

  app.post(
    ACCOUNT_PASSWORD_PATH,
    {
      config: { ...PROVING, refuses: [403, 409, 429] },
      schema: {
        ...{ tags, operationId: 'changePassword', summary: 'Choose another password' },
        description: 'Ends all other sessions of the account, and links that set its password.',
        body: {
          ...bodySchema(passwordChange),
          examples: [{ current: 'three-blue-waymarks', next: 'four-red-cairns' }],
        },
        response: { 204: NOTHING },
      },
    },
    async (request, reply) => {
      const { current, next } = readBody(passwordChange, request.body)
      await accounts.changePassword(selfOf(request), current, next)
      return reply.code(204).send()
    },
  )

  app.post(
    ACCOUNT_CONFIRM_PATH,
    {
      config: PROVING,
      schema: {
        ...{ tags, operationId: 'confirm', summary: 'Confirm that it is you' },
        description: `For a while this session may call what takes a confirmation: making admins, erasing, links that set a password. What takes one answers 403 with the rule 'confirm'. Signing in is one as well.`,
        body: { ...bodySchema(confirmation), examples: [{ password: 'three-blue-waymarks' }] },
        response: { 204: NOTHING },
      },
    },
    async (request, reply) => {
      const { password, ...given } = readBody(confirmation, request.body)
      const self = selfOf(request)
      if (password !== undefined) await accounts.demandPassword(self, password, 'password')
      else await demandFactor(self, given, siteOf(request))
      await accounts.confirm(self)
      return reply.code(204).send()
    },
  )

  app.get(
    ACCOUNT_SESSIONS_PATH,
    {
      config: { ...config, refuses: [403] },
      schema: {
        ...{ tags, operationId: 'listOwnSessions', summary: 'Where the account is signed in' },
        response: { 200: { ...SESSIONS, description: 'The one last used first' } },
      },
    },
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
    {
      config: { ...config, refuses: [403] },
      schema: {
        ...{ tags, operationId: 'endOwnSession', summary: 'Sign out one session' },
        ...{ params: ID, response: { 204: NOTHING } },
      },
    },
    async (request, reply) => {
      const self = selfOf(request)
      if (!(await store.sessions.endOne(self.id, request.params.id)))
        throw notFound('This session does not exist, or has ended.')
      security.note('sessions_ended', { ...factsOf(self), count: 1 })
      return reply.code(204).send()
    },
  )

  app.delete(
    ACCOUNT_SESSIONS_PATH,
    {
      config: { ...config, refuses: [403] },
      schema: {
        ...{ tags, operationId: 'endOtherSessions', summary: 'Sign out all other sessions' },
        response: { 204: NOTHING },
      },
    },
    async (request, reply) => {
      const self = selfOf(request)
      const count = await store.sessions.endOthers(store.pool, self.id, self.session)
      if (count > 0) security.note('sessions_ended', { ...factsOf(self), count })
      return reply.code(204).send()
    },
  )
}

/** Users at their own second factors (FACT-01 to FACT-03). All of it requires a confirmation. */
export function accountFactorRoutes(app: FastifyInstance, context: Context): void {
  const { store, factors, accounts, security } = context
  const accountOf = createAccountOf(context)
  const siteOf = createSites(context.config)
  const note = (request: FastifyRequest, event: 'factor_added' | 'factor_removed', what: string) =>
    security.note(event, { ...factsOf(selfOf(request)), what })

  app.post(
    `${PASSKEYS_PATH}/options`,
    {
      config: CONFIRMED,
      schema: {
        ...{ tags, operationId: 'beginPasskey', summary: 'Begin to add a passkey' },
        body: { ...bodySchema(nothing), examples: [{}] },
        response: { 200: { ...ASKING, description: 'For the browser' } },
      },
    },
    async (request): Promise<PasskeyAsking> => {
      const { id, data } = personOf(request)
      const site = siteOf(request)
      if (!site) throw conflict(NO_SITE)
      const { passkeys } = await store.factors.countsOf(id)
      if (passkeys >= MOST_PASSKEYS) throw conflict(ENOUGH)
      const ticket = await store.tickets.make('new-passkey', { userId: id })
      const email = String(data.email ?? '')
      const name = `${data.firstName ?? ''} ${data.lastName ?? ''}`.trim() || email
      const options = await factors.passkeys.creationOptions({ id, email, name }, site, ticket)
      return { ticket, options }
    },
  )

  app.post(
    PASSKEYS_PATH,
    {
      config: CONFIRMED,
      schema: {
        ...{ tags, operationId: 'addPasskey', summary: 'Add a passkey' },
        body: {
          ...bodySchema(newPasskey),
          examples: [{ ticket: 'of the begin', name: 'Laptop', answer: EXAMPLE_ANSWER }],
        },
        response: { 200: { ...ACCOUNT, description: 'The account as it is now' } },
      },
    },
    async (request): Promise<Account> => {
      const { ticket, name, answer } = readBody(newPasskey, request.body)
      const { id } = personOf(request)
      const site = siteOf(request)
      if (!site) throw conflict(NO_SITE)
      const begun = await store.tickets.take(store.pool, 'new-passkey', ticket)
      if (begun?.userId !== id) throw conflict(RUN_OUT)
      const outcome = await factors.passkeys.add({ userId: id, name, ticket }, answer, site)
      if (outcome === 'wrong') throw invalid(NOT_MADE, { answer: NOT_MADE })
      if (outcome === 'known') throw conflict(KNOWN)
      note(request, 'factor_added', 'passkey')
      return accountOf(request)
    },
  )

  app.put<Item>(
    `${PASSKEYS_PATH}/:id`,
    {
      config: { ...CONFIRMED, refuses: [403] },
      schema: {
        ...{ tags, operationId: 'renamePasskey', summary: 'Rename a passkey' },
        params: ID,
        body: { ...bodySchema(passkeyName), examples: [{ name: 'Laptop' }] },
        response: { 200: { ...ACCOUNT, description: 'The account as it is now' } },
      },
    },
    async (request): Promise<Account> => {
      const { name } = readBody(passkeyName, request.body)
      const { id } = personOf(request)
      if (!(await factors.passkeys.rename(id, request.params.id, name))) throw notFound(NO_PASSKEY)
      return accountOf(request)
    },
  )

  app.delete<Item>(
    `${PASSKEYS_PATH}/:id`,
    {
      config: { ...CONFIRMED, refuses: [403] },
      schema: {
        ...{ tags, operationId: 'removePasskey', summary: 'Remove a passkey' },
        ...{ params: ID, response: { 204: NOTHING } },
      },
    },
    async (request, reply) => {
      if (!(await factors.removePasskey(personOf(request).id, request.params.id)))
        throw notFound(NO_PASSKEY)
      note(request, 'factor_removed', 'passkey')
      return reply.code(204).send()
    },
  )

  app.post(
    TOTP_PATH,
    {
      config: { ...CONFIRMED, refuses: [403] },
      schema: {
        ...{ tags, operationId: 'beginAuthenticatorApp', summary: 'Begin an authenticator app' },
        description: 'A secret for the app. It counts when a code of it is sent back.',
        body: { ...bodySchema(nothing), examples: [{}] },
        response: {
          200: {
            ...object({ secret: text, uri: text }),
            description: 'As text, and as the address that apps read from a picture',
          },
        },
      },
    },
    (request): Promise<TotpSecret> => {
      const { id, data } = personOf(request)
      return factors.beginTotp(id, String(data.email ?? ''))
    },
  )

  app.put(
    TOTP_PATH,
    {
      config: { ...CONFIRMED, refuses: [403, 429] },
      schema: {
        ...{ tags, operationId: 'addAuthenticatorApp', summary: 'Add an authenticator app' },
        body: { ...bodySchema(totpCode), examples: [{ code: '123456' }] },
        response: { 200: CODES },
      },
    },
    async (request): Promise<RecoveryCodes> => {
      const { code } = readBody(totpCode, request.body)
      const self = selfOf(request)
      const codes = await accounts.prove(self, () => factors.confirmTotp(self.id, code))
      if (!codes) throw invalid(WRONG_CODE, { code: WRONG_CODE })
      note(request, 'factor_added', 'totp')
      return { recoveryCodes: codes }
    },
  )

  app.delete(
    TOTP_PATH,
    {
      config: { ...CONFIRMED, refuses: [403, 404] },
      schema: {
        ...{ tags, operationId: 'removeAuthenticatorApp', summary: 'Remove the authenticator app' },
        response: { 204: NOTHING },
      },
    },
    async (request, reply) => {
      if (!(await factors.removeTotp(personOf(request).id))) throw notFound(NO_APP)
      note(request, 'factor_removed', 'totp')
      return reply.code(204).send()
    },
  )

  app.post(
    RECOVERY_CODES_PATH,
    {
      config: CONFIRMED,
      schema: {
        ...{ tags, operationId: 'makeRecoveryCodes', summary: 'Make new recovery codes' },
        description: 'In place of all that there were.',
        body: { ...bodySchema(nothing), examples: [{}] },
        response: { 200: CODES },
      },
    },
    async (request): Promise<RecoveryCodes> => {
      const { id } = personOf(request)
      if ((await factors.kindsOf(id)).length === 0) throw conflict(NO_FACTOR)
      const recoveryCodes = await factors.makeRecoveryCodes(id)
      note(request, 'factor_added', 'recovery')
      return { recoveryCodes }
    },
  )
}
