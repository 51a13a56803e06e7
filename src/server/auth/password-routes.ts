import type { FastifyInstance } from 'fastify'
import {
  AUTH_METHODS_PATH,
  type AuthMethods,
  FORGOTTEN_PATH,
  type OneTimeLink,
  SET_PASSWORD_PATH,
} from '#contract/auth.ts'
import { forgottenPassword, passwordByLink } from '#contract/auth-bodies.ts'
import { ownerOf } from '#server/http/authorise.ts'
import { bodySchema, object } from '#server/http/json-schema.ts'
import { readBody } from '#server/http/read-body.ts'
import { conflict, notFound, tooManyRequests } from '#server/http/refusal.ts'
import type { Context } from '#server/http/route-context.ts'
import { createSites, originOf } from '#server/http/site.ts'
import { MADE_BY_ADMIN, passwordLink } from '#server/public-forms/mailing.ts'
import { ID, type Item, NOTHING } from '#server/records/resource-routes.ts'

const text = { type: 'string' }
const boolean = { type: 'boolean' }

/** What the sign-in page may offer changes with the configuration alone. */
const METHODS_KEPT = 'public, max-age=60'

/** Passwords that somebody forgot, or never had: by a link that is good once, for an hour (ACC-05, ACC-06). */
export function passwordRoutes(app: FastifyInstance, context: Context): void {
  const { store, config, accounts, mailing, security } = context
  const siteOf = createSites(config)
  const signOn = context.signOn ? { name: context.signOn.name } : null

  app.get(
    AUTH_METHODS_PATH,
    {
      config: { access: 'public' },
      schema: {
        ...{ tags: ['Session'], operationId: 'getSignInMethods', summary: 'Ways to sign in' },
        response: {
          200: {
            ...object({
              forgotten: { ...boolean, description: 'A forgotten password is set anew by mail' },
              passkeys: boolean,
              signOn: {
                ...object({ name: text }),
                type: ['object', 'null'],
                description: 'An account elsewhere, by its name',
              },
            }),
            description: 'What this server offers beside a password',
          },
        },
      },
    },
    (request, reply) => {
      const passkeys = siteOf(request) !== undefined
      const methods: AuthMethods = { forgotten: mailing.isOn, passkeys, signOn }
      return reply.header('cache-control', METHODS_KEPT).send(methods)
    },
  )

  app.post(
    FORGOTTEN_PATH,
    {
      config: { access: 'public', refuses: [404, 429] },
      schema: {
        ...{ tags: ['Session'], operationId: 'askForPassword', summary: 'Forgot the password' },
        description:
          'If somebody active has this email, a mail with a link goes there. The answer is the same in any case, and takes the same time. 404 where the server sends no mail.',
        body: { ...bodySchema(forgottenPassword), examples: [{ email: 'amara@example.org' }] },
        response: { 202: { type: 'null', description: 'If there is such a person, mail is sent' } },
      },
    },
    async (request, reply) => {
      const { email } = readBody(forgottenPassword, request.body)
      if (!mailing.isOn) throw notFound('This server sends no mail. Ask an administrator.')
      const wait = await store.askingLimits.ofAddress(request.ip)
      if (wait !== undefined) throw tooManyRequests('That was asked too often.', wait)
      // Of one email the rest is left out in silence, known or not.
      if (!(await store.askingLimits.isTooMany(email))) await mailing.addForgotten(email)
      return reply.code(202).send()
    },
  )

  app.post(
    SET_PASSWORD_PATH,
    {
      config: { access: 'public' },
      schema: {
        ...{ tags: ['Session'], operationId: 'setPassword', summary: 'Set a password by a link' },
        description: 'Once, with the token of the link. All sessions of the account end.',
        body: {
          ...bodySchema(passwordByLink),
          examples: [{ token: 'what stands after the # of the link', password: 'four-red-cairns' }],
        },
        response: { 204: NOTHING },
      },
    },
    async (request, reply) => {
      const { token, password } = readBody(passwordByLink, request.body)
      await accounts.setByLink(token, password, { address: request.ip, reqId: request.id })
      return reply.code(204).send()
    },
  )

  app.post<Item>(
    '/users/:id/link',
    {
      config: { access: 'admins', confirm: true },
      schema: {
        ...{ tags: ['Users'], operationId: 'makePasswordLink' },
        summary: 'Make a link by which a user sets a password',
        description:
          'Good once, for an hour. It is mailed as well where the server sends mail. Takes a confirmation.',
        params: ID,
        response: {
          200: {
            ...object({ url: text, expiresAt: { ...text, format: 'date-time' }, mailed: boolean }),
            description: 'The link, shown here alone',
          },
        },
      },
    },
    async (request): Promise<OneTimeLink> => {
      const user = await store.records('users').get(request.params.id)
      if (!user) throw notFound('This user does not exist, or was deleted.')
      if (user.data.isActive === false)
        throw conflict('This user is not active, and could not sign in.')
      const { token, expiresAt } = await store.oneTime.make(user.id, 'password')
      if (mailing.isOn) await mailing.add({ ...MADE_BY_ADMIN, userId: user.id })
      const facts = { account: user.id, address: request.ip, reqId: request.id }
      security.note('password_link_made', { ...facts, by: ownerOf(request).id })
      return {
        url: passwordLink(originOf(request, config), token),
        expiresAt: expiresAt.toISOString(),
        mailed: mailing.isOn,
      }
    },
  )
}
