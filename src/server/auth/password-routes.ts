import type { FastifyInstance } from 'fastify'
import {
  AUTH_METHODS_PATH,
  type AuthMethods,
  FORGOTTEN_PATH,
  type OneTimeLink,
  SET_PASSWORD_PATH,
} from '#contract/auth.ts'
import { inTransaction } from '#server/db/pool.ts'
import { callerFacts, ownerOf } from '#server/http/authorise.ts'
import { object } from '#server/http/json-schema.ts'
import { readBody } from '#server/http/query.ts'
import { conflict, invalidField, notFound, tooManyRequests } from '#server/http/refusal.ts'
import { createSites, originOf } from '#server/http/site.ts'
import { MADE_BY_ADMIN, passwordLink } from '#server/public-forms/mailing.ts'
import { ID, type Item } from '#server/records/resource-routes.ts'
import type { Context } from '#server/services.ts'
import { forgottenPassword, passwordByLink } from './auth-bodies.ts'
import { route } from './auth-schemas.ts'
import { requireStrongPassword } from './passwords.ts'

const TAG = 'Session'
const text = { type: 'string' }
const boolean = { type: 'boolean' }
const DEAD_LINK = 'This link was used before, or has run out. Ask for a new one.'

/** Forgotten and new passwords, by a link that is valid once, for an hour (ACC-05, ACC-06). */
export function passwordRoutes(app: FastifyInstance, context: Context): void {
  const { store, config, passwords, mailing, security } = context
  const siteOf = createSites(config)

  app.get(
    AUTH_METHODS_PATH,
    route(TAG, 'getSignInMethods', 'Ways to sign in', {
      config: { access: 'public' },
      response: {
        200: {
          ...object({
            forgotten: {
              ...boolean,
              description: 'The server mails links for forgotten passwords',
            },
            passkeys: boolean,
            signOn: {
              ...object({ name: text }),
              type: ['object', 'null'],
              description: 'The provider of single sign-on',
            },
          }),
          description: 'The sign-in methods besides a password',
        },
      },
    }),
    (request, reply) => {
      const methods: AuthMethods = {
        forgotten: mailing.isOn,
        passkeys: siteOf(request) !== undefined,
        signOn: context.signOn ? { name: context.signOn.name } : null,
      }
      return reply.header('cache-control', 'public, max-age=60').send(methods)
    },
  )

  app.post(
    FORGOTTEN_PATH,
    route(TAG, 'askForPassword', 'Forgot the password', {
      config: { access: 'public', refuses: [404, 429] },
      description:
        'Mails a link if an active user has this email. The answer and its time are the same in any case. 404 if the server sends no mail.',
      body: forgottenPassword,
      response: { 202: { type: 'null', description: 'A mail is sent if there is such a user' } },
    }),
    async (request, reply) => {
      const { email } = readBody(forgottenPassword, request.body)
      if (!mailing.isOn) throw notFound('This server sends no mail. Ask an administrator.')
      const wait = await store.askingLimits.ofAddress(request.ip)
      if (wait !== undefined) throw tooManyRequests('That was asked too often.', wait)
      // Further requests for an email are dropped silently, whether it is known or not.
      if (!(await store.askingLimits.isTooMany(email))) await mailing.addForgotten(email)
      return reply.code(202).send()
    },
  )

  app.post(
    SET_PASSWORD_PATH,
    route(TAG, 'setPassword', 'Set a password by a link', {
      config: { access: 'public' },
      description: 'Works once, with the token of the link. Ends all sessions of the account.',
      body: passwordByLink,
    }),
    async (request, reply) => {
      const { token, password } = readBody(passwordByLink, request.body)
      await requireStrongPassword(password, 'password')
      const link = await store.tickets.find('password', token)
      const user = link?.userId && (await store.records('users').get(link.userId))
      if (!user || user.data.isActive === false) throw invalidField('token', DEAD_LINK)
      const hash = await passwords.hash(password)
      await inTransaction(store.pool, async (tx) => {
        if (!(await store.tickets.take(tx, 'password', token)))
          throw invalidField('token', DEAD_LINK)
        await store.credentials.set(tx, user.id, hash)
      })
      security.note('password_changed', { ...callerFacts(request), account: user.id })
      return reply.code(204).send()
    },
  )

  app.post<Item>(
    '/users/:id/link',
    route('Users', 'makePasswordLink', 'Make a link by which a user sets a password', {
      config: { access: 'admins', confirm: true },
      description:
        'Valid once, for an hour. It is also mailed if the server sends mail. Requires a confirmation.',
      params: ID,
      response: {
        200: {
          ...object({ url: text, expiresAt: { ...text, format: 'date-time' }, mailed: boolean }),
          description: 'The link, shown only here',
        },
      },
    }),
    async (request): Promise<OneTimeLink> => {
      const user = await store.records('users').get(request.params.id)
      if (!user) throw notFound('This user does not exist, or was deleted.')
      if (user.data.isActive === false)
        throw conflict('This user is not active, and could not sign in.')
      const { ticket, expiresAt } = await store.tickets.make('password', { userId: user.id })
      if (mailing.isOn) await mailing.add({ ...MADE_BY_ADMIN, userId: user.id })
      const facts = { ...callerFacts(request), account: user.id, by: ownerOf(request).id }
      security.note('password_link_made', facts)
      const url = passwordLink(originOf(request, config), ticket)
      return { url, expiresAt, mailed: mailing.isOn }
    },
  )
}
