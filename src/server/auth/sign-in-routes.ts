import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify'
import {
  AUTH_METHODS_PATH,
  type AuthMethods,
  FORGOTTEN_PATH,
  type OneTimeLink,
  type PasskeyAsking,
  SET_PASSWORD_PATH,
} from '#contract/auth.ts'
import { foldEmail } from '#model/schema.ts'
import { inTransaction } from '#server/db/pool.ts'
import { callerFacts, ownerOf, personOf } from '#server/http/authorise.ts'
import { type JsonSchema, object } from '#server/http/json-schema.ts'
import { readBody } from '#server/http/query.ts'
import {
  conflict,
  invalidField,
  notFound,
  tooManyRequests,
  unauthenticated,
} from '#server/http/refusal.ts'
import { passwordLink } from '#server/public-forms/mailing.ts'
import { ID, type Item } from '#server/records/resource-routes.ts'
import type { Context } from '#server/services.ts'
import * as schemas from './auth-schemas.ts'
import { type Description, route, SIGNED_IN, SIGNED_IN_OR_ASKED } from './auth-schemas.ts'
import { requireStrongPassword } from './passwords.ts'
import { sessionUser, signIn } from './sign-in.ts'
import { isOfBrowser, linkBegun } from './sign-on.ts'
import { originOf, requireSite, siteOf } from './site.ts'

const RUN_OUT = 'This sign-in has expired. Sign in again.'
const DEAD_SIGN_ON = 'This sign-in link has expired or belongs to another account. Sign in again.'
const DEAD_LINK = 'This link has expired or was already used. Request a new one.'
const user = { $ref: 'SessionUser#' }

type Refuses = NonNullable<FastifyContextConfig['refuses']>

/** Returns the options of a route that needs no session. */
const open = (id: string, summary: string, refuses: Refuses, rest: Description) =>
  route('Session', id, summary, { ...rest, config: { access: 'public', refuses } })
/** Returns the options of a route that needs a session. */
const signedIn = (id: string, summary: string, response: JsonSchema, status = 200) =>
  route('Session', id, summary, {
    config: { access: 'signed-in' },
    response: { [status]: response },
  })

/** Throws 429 if there are seconds to wait. */
function refuseFlood(wait: number | undefined): void {
  if (wait !== undefined) throw tooManyRequests('Too many requests.', wait)
}

/**
 * Registers the routes to sign in with a password, a second factor or a passkey, to sign out, and to set a password by
 * a link.
 */
export function signInRoutes(app: FastifyInstance, context: Context): void {
  const { store, passwords, factors, mailing, security, config } = context
  app.addSchema(schemas.USER)

  /** Fields of the security log for an account that has not signed in yet. */
  const factsOf = (request: FastifyRequest, account: string) => ({
    ...callerFacts(request),
    account,
  })
  /** Logs that the counter did not increase, so a copy of the authenticator exists. */
  const noteCopied = (request: FastifyRequest, account: string) =>
    security.note('second_factor_failed', { ...factsOf(request, account), what: 'copied' })

  /** Returns the sign-in that waits for a second factor. Throws 401 if it has expired. */
  const begunSignIn = async (ticket: string) => {
    const { userId, holds } = (await store.tickets.find('factor', ticket)) ?? {}
    if (!(userId && holds)) throw unauthenticated(RUN_OUT)
    return { userId, holds }
  }

  app.get(
    AUTH_METHODS_PATH,
    open('getSignInMethods', 'List the ways to sign in', [], {
      response: { 200: schemas.METHODS },
    }),
    (request, reply) => {
      const methods: AuthMethods = {
        forgotten: mailing.isOn,
        passkeys: siteOf(request, config) !== undefined,
        signOn: context.signOn ? { name: context.signOn.name } : null,
      }
      return reply.header('cache-control', 'public, max-age=60').send(methods)
    },
  )

  app.post(
    '/auth/login',
    open('signIn', 'Sign in', [401, 429], {
      body: schemas.credentials,
      response: { 200: SIGNED_IN_OR_ASKED },
    }),
    async (request, reply) => {
      const { email, password, link } = readBody(schemas.credentials, request.body)
      const found = await store.credentials.find(email)
      const userId = found?.user.id
      const failed = { event: 'sign_in_failed', message: 'Email or password is wrong.' } as const
      const attempt = { userId, otherwise: foldEmail(email), ...failed }
      const answer = await signIn(context, request, reply, attempt, async (start, priority) => {
        // Takes the same time without a user or a password, so timing does not reveal which accounts exist.
        const isRight = await passwords.verify(password, found?.hash ?? null, priority)
        if (!(found?.hash && isRight)) return undefined
        const { user, hash } = found
        if (link !== undefined) {
          const begun = await store.tickets.find('link', link)
          if (begun?.userId !== user.id || !isOfBrowser(request, begun.holds.browser))
            throw invalidField('link', DEAD_SIGN_ON)
        }
        const kinds = user.data.isActive === true ? await factors.kindsOf(user.id) : []
        if (kinds.length > 0) return factors.ask(user.id, kinds, { checkedHash: hash, link })
        const signedIn = await start({
          userId: user.id,
          checkedHash: hash,
          use: (tx) => linkBegun(store, tx, user.id, link),
        })
        if (signedIn && passwords.isOutdated(hash))
          await store.credentials.rehash(user.id, hash, await passwords.hash(password))
        return signedIn
      })
      if (link !== undefined && userId !== undefined && 'token' in answer)
        security.note('sign_on_linked', factsOf(request, userId))
      return answer
    },
  )

  app.post(
    '/auth/factor',
    open('answerSecondFactor', 'Sign in: send the second factor', [401, 429], {
      description:
        'Send the ticket of the sign-in and a code of the authenticator app, a recovery code or a passkey response. After a few wrong attempts the ticket expires.',
      body: schemas.factorAnswer,
      response: { 200: SIGNED_IN },
    }),
    async (request, reply) => {
      const { ticket, code, recovery, passkey } = readBody(schemas.factorAnswer, request.body)
      const { userId, holds } = await begunSignIn(ticket)
      const site = siteOf(request, config)
      const answer =
        (code !== undefined && { code }) ||
        (recovery !== undefined && { recovery }) ||
        (passkey && site && { passkey, ticket, site })
      if (!answer) throw invalidField('code', 'Send a code, a recovery code or a passkey response.')
      const message = 'This code or passkey is wrong. Try again.'
      const attempt = { userId, event: 'second_factor_failed', message } as const
      return await signIn(context, request, reply, attempt, async (start) => {
        const proved = await factors.prove(userId, answer)
        if (proved?.isCopied) noteCopied(request, userId)
        const use: Parameters<typeof start>[0]['use'] = async (tx) => {
          if (!(await proved?.use(tx))) return false
          const taken = await store.tickets.take(tx, 'factor', ticket)
          return taken !== undefined && linkBegun(store, tx, userId, taken.holds.link)
        }
        const signedIn = proved && (await start({ userId, use }))
        if (!signedIn) {
          await store.tickets.countMiss(ticket)
          return undefined
        }
        const facts = factsOf(request, userId)
        if ('recovery' in answer) security.note('recovery_code_used', facts)
        if (holds.link) security.note('sign_on_linked', facts)
        return signedIn
      })
    },
  )

  app.post(
    '/auth/factor/passkey',
    open('askSecondPasskey', 'Sign in: get the options of a passkey', [401, 409], {
      description: 'Returns the options for the browser when the second factor is a passkey.',
      body: schemas.factorTicket,
      response: { 200: schemas.PASSKEY_OPTIONS },
    }),
    async (request): Promise<PasskeyAsking> => {
      const { ticket } = readBody(schemas.factorTicket, request.body)
      const { userId } = await begunSignIn(ticket)
      const site = requireSite(request, config)
      return { ticket, options: await factors.passkeyRequest(userId, site, ticket) }
    },
  )

  app.post(
    '/auth/passkey/options',
    open('askPasskey', 'Get the options of a passkey', [409, 429], {
      description:
        'Returns the options for the browser, to sign in with only a passkey or for POST /account/confirm.',
      body: schemas.nothing,
      response: { 200: schemas.PASSKEY_OPTIONS },
    }),
    async (request): Promise<PasskeyAsking> => {
      readBody(schemas.nothing, request.body)
      const site = requireSite(request, config)
      refuseFlood(await store.askingLimits.step(request.ip))
      const { ticket } = await store.tickets.make('passkey')
      return { ticket, options: await factors.passkeyRequest(undefined, site, ticket) }
    },
  )

  app.post(
    '/auth/passkey',
    open('signInByPasskey', 'Sign in with a passkey', [401, 409, 429], {
      description:
        'Needs no password. The authenticator must verify its user, so the passkey counts as both factors.',
      body: schemas.passkeySignIn,
      response: { 200: SIGNED_IN },
    }),
    async (request, reply) => {
      const { ticket, answer } = readBody(schemas.passkeySignIn, request.body)
      const site = requireSite(request, config)
      if (!(await store.tickets.find('passkey', ticket))) throw unauthenticated(RUN_OUT)
      const proved = await factors.provePasskey(undefined, { passkey: answer, ticket, site })
      if (proved?.isCopied) noteCopied(request, proved.userId)
      // An unknown passkey counts only as a failure of the address.
      const who = { userId: proved?.userId, otherwise: `passkey ${request.ip}` }
      const message = 'This passkey is not registered here.'
      const attempt = { ...who, event: 'sign_in_failed', message } as const
      return await signIn(
        context,
        request,
        reply,
        attempt,
        async (start) =>
          proved &&
          (await start({
            userId: proved.userId,
            use: async (tx) =>
              (await proved.use(tx)) &&
              (await store.tickets.take(tx, 'passkey', ticket)) !== undefined,
          })),
      )
    },
  )

  app.post(
    FORGOTTEN_PATH,
    open('askForPassword', 'Request a password reset link', [404, 429], {
      description:
        'Emails a link if an active user has this address. The response and its time are always the same. 404 if the server sends no email.',
      body: schemas.forgottenPassword,
      response: { 202: { type: 'null', description: 'An email is sent if there is such a user' } },
    }),
    async (request, reply) => {
      const { email } = readBody(schemas.forgottenPassword, request.body)
      if (!mailing.isOn) throw notFound('This server sends no email. Ask an administrator.')
      refuseFlood(await store.askingLimits.linkOfAddress(request.ip))
      // Further requests for an email are silently dropped, whether or not it is known.
      if ((await store.askingLimits.linkOfEmail(email)) === undefined)
        await mailing.add('forgotten', { recipient: email })
      return reply.code(202).send()
    },
  )

  app.post(
    SET_PASSWORD_PATH,
    open('setPassword', 'Set a password with a link', [], {
      description:
        'Needs the token of the link, which works once. Ends all sessions of the account.',
      body: schemas.passwordByLink,
    }),
    async (request, reply) => {
      const { token, password } = readBody(schemas.passwordByLink, request.body)
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
      security.note('password_changed', factsOf(request, user.id))
      return reply.code(204).send()
    },
  )

  app.post<Item>(
    '/users/:id/link',
    route('Users', 'makePasswordLink', 'Create a password link for a user', {
      config: { access: 'admins', confirm: true },
      description:
        'The link works once, within an hour. It is also emailed if the server sends email. Requires a recent confirmation.',
      params: ID,
      response: { 200: schemas.LINK },
    }),
    async (request): Promise<OneTimeLink> => {
      const user = await store.records('users').get(request.params.id)
      if (!user) throw notFound('This user does not exist or was deleted.')
      if (user.data.isActive === false) throw conflict('This user is inactive and cannot sign in.')
      const { ticket, expiresAt } = await store.tickets.make('password', { userId: user.id })
      if (mailing.isOn) await mailing.add('password-link', { userId: user.id })
      const facts = { ...factsOf(request, user.id), by: ownerOf(request).id }
      security.note('password_link_made', facts)
      const url = passwordLink(originOf(request, config), ticket)
      return { url, expiresAt, mailed: mailing.isOn }
    },
  )

  app.post(
    '/auth/logout',
    signedIn('signOut', 'Sign out', { type: 'null', description: 'Signed out' }, 204),
    async (request, reply) => {
      const { id, session } = personOf(request)
      await store.sessions.endOne(id, session.id)
      security.note('signed_out', factsOf(request, id))
      return reply.code(204).send()
    },
  )

  const profile = (request: FastifyRequest) => sessionUser(context, ownerOf(request))
  const description = 'The owner of the token'

  app.get(
    '/profile',
    signedIn('getProfile', 'Get the signed-in user', { ...user, description }),
    profile,
  )

  app.get(
    '/users/profile',
    signedIn('getUsersProfile', 'Get the signed-in user, under a key', {
      ...object({ data: user }),
      description,
    }),
    (request) => ({ data: profile(request) }),
  )
}
