import type { FastifyInstance } from 'fastify'
import type * as z from 'zod'
import {
  ACCOUNT_CONFIRM_PATH,
  ACCOUNT_PASSWORD_PATH,
  ACCOUNT_PATH,
  ACCOUNT_SESSIONS_PATH,
  type OwnSessions,
} from '#contract/auth.ts'
import { accountChange, confirmation, passwordChange } from '#contract/auth-bodies.ts'
import { authorOf, noteChange } from '#server/http/author.ts'
import { bodySchema, type JsonSchema, object } from '#server/http/json-schema.ts'
import { readBody } from '#server/http/read-body.ts'
import { invalid, notFound } from '#server/http/refusal.ts'
import type { Context } from '#server/http/route-context.ts'
import { personOf, selfOf } from '#server/http/self.ts'
import { MUST, PREFERENCES } from '#server/http/session-user.ts'
import { createSites } from '#server/http/site.ts'
import { ID, type Item, NOTHING } from '#server/records/resource-routes.ts'
import { createAccountOf, type Self } from './accounts.ts'
import { deviceName } from './device-name.ts'
import type { Site } from './passkeys.ts'
import { keepPreferences } from './preferences.ts'

const tags = ['Account']
const config = { access: 'signed-in' } as const
/** What lets somebody try what only the person knows. */
const PROVING = { ...config, refuses: [403, 429] } as const

const NO_EMAIL = 'A new email takes your present password.'
const ONE_PROOF = 'Send your password, a code, or the answer of a passkey.'
const WRONG_FACTOR = 'This is no second factor of this account. Please try again.'

/** People at their own accounts (ACC-01 to ACC-04). */
export function accountRoutes(app: FastifyInstance, context: Context): void {
  const { store, accounts, changes, factors, security } = context

  const accountOf = createAccountOf(context)
  const siteOf = createSites(context.config)

  /** Throws 400 at the field unless it is a second factor of the person, and 429 after too many that are not. */
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
        // By nobody's right: names and email of the own account are everybody's.
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
      const kept = await store.ownSessions.list(id)
      const sessions = kept.map(({ userAgent, ...one }) => ({
        ...{ ...one, device: deviceName(userAgent), isCurrent: one.id === current.id },
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
      const { id, ...self } = selfOf(request)
      if (!(await store.ownSessions.end(id, request.params.id)))
        throw notFound('This session does not exist, or has ended.')
      security.note('sessions_ended', { ...factsOf({ id, ...self }), count: 1 })
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
      const count = await store.ownSessions.endOthers(store.pool, self.id, self.session)
      if (count > 0) security.note('sessions_ended', { ...factsOf(self), count })
      return reply.code(204).send()
    },
  )
}

function factsOf({ id, address, reqId }: ReturnType<typeof selfOf>) {
  return { account: id, address, reqId }
}

const text = { type: 'string' }
const time = { ...text, format: 'date-time' }
const orNull = (schema: JsonSchema): JsonSchema => ({ ...schema, type: [schema.type, 'null'] })

const PASSKEY = object({ id: text, name: text, createdAt: time, lastUsedAt: orNull(time) })

export const ACCOUNT = object({
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
