import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  type Account,
  PASSKEYS_PATH,
  type PasskeyAsking,
  RECOVERY_CODES_PATH,
  type RecoveryCodes,
  TOTP_PATH,
  type TotpSecret,
} from '#contract/auth.ts'
import { newPasskey, nothing, passkeyName, totpCode } from '#contract/auth-bodies.ts'
import { bodySchema, object } from '#server/http/json-schema.ts'
import { readBody } from '#server/http/read-body.ts'
import { conflict, invalid, notFound } from '#server/http/refusal.ts'
import type { Context } from '#server/http/route-context.ts'
import { personOf, selfOf } from '#server/http/self.ts'
import { createSites } from '#server/http/site.ts'
import { ID, type Item, NOTHING } from '#server/records/resource-routes.ts'
import { ACCOUNT } from './account-routes.ts'
import { createAccountOf } from './accounts.ts'
import { ASKING, EXAMPLE_ANSWER, NO_SITE } from './sign-in-factor-routes.ts'

const tags = ['Account']
const text = { type: 'string' }
const config = { access: 'signed-in', confirm: true } as const

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

/** People at their own second factors (FACT-01 to FACT-03). All of it takes a confirmation. */
export function accountFactorRoutes(app: FastifyInstance, context: Context): void {
  const { store, factors, accounts, security } = context
  const accountOf = createAccountOf(context)
  const siteOf = createSites(context.config)
  const note = (
    request: FastifyRequest,
    event: 'factor_added' | 'factor_removed',
    what: string,
  ) => {
    const { id, address, reqId } = selfOf(request)
    security.note(event, { ...{ account: id, address, reqId }, what })
  }

  app.post(
    `${PASSKEYS_PATH}/options`,
    {
      config: { ...config, refuses: [403, 409] },
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
      const options = await factors.passkeys.toMake({ id, email, name }, site, ticket)
      return { ticket, options }
    },
  )

  app.post(
    PASSKEYS_PATH,
    {
      config: { ...config, refuses: [403, 409] },
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
      const made = await factors.passkeys.made(answer, site, ticket)
      if (!made) throw invalid(NOT_MADE, { answer: NOT_MADE })
      if (!(await store.factors.passkeys.add({ ...made, userId: id, name }))) throw conflict(KNOWN)
      note(request, 'factor_added', 'passkey')
      return accountOf(request)
    },
  )

  app.put<Item>(
    `${PASSKEYS_PATH}/:id`,
    {
      config: { ...config, refuses: [403] },
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
      if (!(await store.factors.passkeys.rename(id, request.params.id, name)))
        throw notFound(NO_PASSKEY)
      return accountOf(request)
    },
  )

  app.delete<Item>(
    `${PASSKEYS_PATH}/:id`,
    {
      config: { ...config, refuses: [403] },
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
      config: { ...config, refuses: [403] },
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
      return factors.totp.begin(id, String(data.email ?? ''))
    },
  )

  app.put(
    TOTP_PATH,
    {
      config: { ...config, refuses: [403, 429] },
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
      config: { ...config, refuses: [403, 404] },
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
      config: { ...config, refuses: [403, 409] },
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
