import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  AUTH_METHODS_PATH,
  type AuthMethods,
  FORGOTTEN_PATH,
  type OneTimeLink,
  SET_PASSWORD_PATH,
  type SecondStep,
  type SignedIn,
} from '#contract/auth.ts'
import { foldEmail } from '#model/schema.ts'
import { bearerToken, ownerOf } from '#server/http/authorise.ts'
import { bodySchema, object } from '#server/http/json-schema.ts'
import { readBody } from '#server/http/query.ts'
import { conflict, invalid, notFound, tooManyRequests } from '#server/http/refusal.ts'
import type { Context } from '#server/http/route-context.ts'
import { createSessionUser, USER } from '#server/http/session-user.ts'
import { createSites, originOf } from '#server/http/site.ts'
import { MADE_BY_ADMIN, passwordLink } from '#server/public-forms/mailing.ts'
import { ID, type Item, NOTHING } from '#server/records/resource-routes.ts'
import { credentials, forgottenPassword, passwordByLink } from './auth-bodies.ts'
import type { Priority } from './limits.ts'
import { createSignIn, type Device, SIGNED_IN_OR_ASKED } from './sign-in.ts'
import { linkBegun } from './sign-on.ts'
import { isOfBrowser } from './sign-on-routes.ts'

const tags = ['Session']
const user = { $ref: 'SessionUser#' }
const text = { type: 'string' }
const boolean = { type: 'boolean' }
const EXAMPLE = { email: 'amara.okafor@example.org', password: 'three-blue-waymarks' }
const WRONG = { event: 'sign_in_failed', message: 'Email or password is wrong.' } as const
const DEAD_LINK = 'This sign-in link has expired or belongs to another account. Please begin again.'

function sourceOf({ ip, id }: FastifyRequest) {
  return { address: ip, reqId: id }
}

/** Signing in and out, and the signed-in user. */
export function sessionRoutes(app: FastifyInstance, context: Context): void {
  const { store, passwords, factors, security } = context
  const signIn = createSignIn(context)
  app.addSchema(USER)
  const sessionUser = createSessionUser(context)
  const profile = (request: FastifyRequest) => {
    const owner = ownerOf(request)
    const { must = [], session } = owner
    return sessionUser(owner, { must, preferences: session?.preferences ?? {} })
  }

  app.post(
    '/auth/login',
    {
      config: { access: 'public', refuses: [401, 429] },
      schema: {
        tags,
        operationId: 'signIn',
        summary: 'Sign in',
        body: { ...bodySchema(credentials), examples: [EXAMPLE] },
        response: { 200: SIGNED_IN_OR_ASKED },
      },
    },
    async (request, reply) => {
      const { email, password, link } = readBody(credentials, request.body)
      const found = await store.credentials.find(email)
      const userId = found?.user.id
      const attempt = { userId, otherwise: foldEmail(email), ...WRONG }
      const answer = await signIn.attempt(request, reply, attempt, (device, priority) =>
        check(request, found, { password, link }, device, priority),
      )
      if (link !== undefined && userId !== undefined && 'token' in answer)
        security.note('sign_on_linked', { account: userId, ...sourceOf(request) })
      return answer
    },
  )

  /**
   * Checks the password, and asks for the second factor if there is one. All refusals take the same time, so that
   * they do not show which emails have an account.
   */
  const check = async (
    request: FastifyRequest,
    found: Awaited<ReturnType<typeof store.credentials.find>>,
    { password, link }: { password: string; link: string | undefined },
    device: Device,
    priority: Priority,
  ): Promise<SignedIn | SecondStep | undefined> => {
    const isRight = await passwords.verify(password, found?.hash ?? null, priority)
    if (!(found?.hash && isRight)) return undefined
    const { user, hash } = found
    if (link !== undefined) await demandLink(request, user.id, link)
    const kinds = user.data.isActive === true ? await factors.kindsOf(user.id) : []
    if (kinds.length > 0) {
      const ticket = await factors.ask(user.id, hash, link)
      return ticket === undefined ? undefined : { ticket, factors: kinds }
    }
    const signedIn = await signIn.start({
      userId: user.id,
      checkedHash: hash,
      ...device,
      use: (tx) => linkBegun(store, tx, user.id, link),
    })
    if (signedIn && passwords.isOutdated(hash))
      await store.credentials.rehash(user.id, hash, await passwords.hash(password))
    return signedIn
  }

  /** Throws 400 for a link of another user or browser, and for an expired one. */
  const demandLink = async (request: FastifyRequest, userId: string, link: string) => {
    const begun = await store.tickets.look('link', link)
    if (begun?.userId !== userId || !isOfBrowser(request, begun.holds.browser))
      throw invalid(DEAD_LINK, { link: DEAD_LINK })
  }

  app.post(
    '/auth/logout',
    {
      config: { access: 'signed-in' },
      schema: {
        tags,
        operationId: 'signOut',
        summary: 'Sign out',
        response: { 204: { type: 'null', description: 'Signed out' } },
      },
    },
    async (request, reply) => {
      await store.sessions.end(bearerToken(request) ?? '')
      security.note('signed_out', { account: ownerOf(request).id, ...sourceOf(request) })
      return reply.code(204).send()
    },
  )

  app.get(
    '/profile',
    {
      config: { access: 'signed-in' },
      schema: {
        tags,
        operationId: 'getProfile',
        summary: 'Who is signed in',
        response: { 200: { ...user, description: 'Who the token belongs to' } },
      },
    },
    profile,
  )

  app.get(
    '/users/profile',
    {
      config: { access: 'signed-in' },
      schema: {
        tags,
        operationId: 'getUsersProfile',
        summary: 'Who is signed in, wrapped',
        response: { 200: { ...object({ data: user }), description: 'Who the token belongs to' } },
      },
    },
    (request) => ({ data: profile(request) }),
  )
}

/** Forgotten and new passwords, by a link that is valid once, for an hour (ACC-05, ACC-06). */
export function passwordRoutes(app: FastifyInstance, context: Context): void {
  const { store, config, accounts, mailing, security } = context
  const siteOf = createSites(config)
  const signOn = context.signOn ? { name: context.signOn.name } : null

  app.get(
    AUTH_METHODS_PATH,
    {
      config: { access: 'public' },
      schema: {
        ...{ tags, operationId: 'getSignInMethods', summary: 'Ways to sign in' },
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
      return reply.header('cache-control', 'public, max-age=60').send(methods)
    },
  )

  app.post(
    FORGOTTEN_PATH,
    {
      config: { access: 'public', refuses: [404, 429] },
      schema: {
        ...{ tags, operationId: 'askForPassword', summary: 'Forgot the password' },
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
      // Further requests for an email are dropped silently, whether it is known or not.
      if (!(await store.askingLimits.isTooMany(email))) await mailing.addForgotten(email)
      return reply.code(202).send()
    },
  )

  app.post(
    SET_PASSWORD_PATH,
    {
      config: { access: 'public' },
      schema: {
        ...{ tags, operationId: 'setPassword', summary: 'Set a password by a link' },
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
      await accounts.setByLink(token, password, sourceOf(request))
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
      const { token, expiresAt } = await store.oneTime.make(user.id)
      if (mailing.isOn) await mailing.add({ ...MADE_BY_ADMIN, userId: user.id })
      const facts = { account: user.id, by: ownerOf(request).id, ...sourceOf(request) }
      security.note('password_link_made', facts)
      return {
        url: passwordLink(originOf(request, config), token),
        expiresAt: expiresAt.toISOString(),
        mailed: mailing.isOn,
      }
    },
  )
}
