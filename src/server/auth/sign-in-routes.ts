import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { PasskeyAsking } from '#contract/auth.ts'
import { foldEmail } from '#model/schema.ts'
import { bearerToken, callerFacts, ownerOf } from '#server/http/authorise.ts'
import { object } from '#server/http/json-schema.ts'
import { readBody } from '#server/http/query.ts'
import { invalidField, tooManyRequests, unauthenticated } from '#server/http/refusal.ts'
import { createSessionUser, USER } from '#server/http/session-user.ts'
import { createSites } from '#server/http/site.ts'
import type { Context } from '#server/services.ts'
import { credentials, factorAnswer, factorTicket, nothing, passkeySignIn } from './auth-bodies.ts'
import { PASSKEY_OPTIONS, route, SIGNED_IN, SIGNED_IN_OR_ASKED } from './auth-schemas.ts'
import { type FactorAnswer, requireSite, type Site } from './factors.ts'
import { createSignIn } from './sign-in.ts'
import { linkBegun } from './sign-on.ts'
import { isOfBrowser } from './sign-on-routes.ts'

const TAG = 'Session'
const user = { $ref: 'SessionUser#' }
const WRONG_PASSWORD = { event: 'sign_in_failed', message: 'Email or password is wrong.' } as const
const WRONG_PASSKEY = {
  event: 'sign_in_failed',
  message: 'This passkey does not sign in here.',
} as const
const RUN_OUT = 'This sign-in has run out. Please begin again.'
const DEAD_LINK = 'This sign-in link has expired or belongs to another account. Please begin again.'

/** Signing in by a password, a second factor (FACT-01 to FACT-04) or a passkey; signing out; the signed-in user. */
export function signInRoutes(app: FastifyInstance, context: Context): void {
  const { store, passwords, factors, security } = context
  app.addSchema(USER)
  const sessionUser = createSessionUser(context)
  const signIn = createSignIn(context)
  const siteOf = createSites(context.config)

  /** Facts for the security log about an account before its sign-in. */
  const factsOf = (request: FastifyRequest, account: string) => ({
    ...callerFacts(request),
    account,
  })
  /** The counter did not grow: there is a copy of the authenticator. */
  const noteCopied = (request: FastifyRequest, account: string) =>
    security.note('second_factor_failed', { ...factsOf(request, account), what: 'copied' })

  app.post(
    '/auth/login',
    route(TAG, 'signIn', 'Sign in', {
      config: { access: 'public', refuses: [401, 429] },
      body: credentials,
      response: { 200: SIGNED_IN_OR_ASKED },
    }),
    async (request, reply) => {
      const { email, password, link } = readBody(credentials, request.body)
      const found = await store.credentials.find(email)
      const userId = found?.user.id
      const attempt = { userId, otherwise: foldEmail(email), ...WRONG_PASSWORD }
      const answer = await signIn(request, reply, attempt, async (start, priority) => {
        // Without a user or a password it takes as long, so that the time does not tell who has an account.
        const isRight = await passwords.verify(password, found?.hash ?? null, priority)
        if (!(found?.hash && isRight)) return undefined
        const { user, hash } = found
        if (link !== undefined) {
          const begun = await store.tickets.find('link', link)
          if (begun?.userId !== user.id || !isOfBrowser(request, begun.holds.browser))
            throw invalidField('link', DEAD_LINK)
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
    route(TAG, 'answerSecondFactor', 'Sign in: the second factor', {
      config: { access: 'public', refuses: [401, 429] },
      description:
        'With the ticket of the sign-in: a code of the authenticator app, a recovery code, or the answer of a passkey. A few wrong answers end the ticket.',
      body: factorAnswer,
      response: { 200: SIGNED_IN },
    }),
    async (request, reply) => {
      const { ticket, ...given } = readBody(factorAnswer, request.body)
      const begun = await store.tickets.find('factor', ticket)
      const userId = begun?.userId
      if (!begun || !userId) throw unauthenticated(RUN_OUT)
      const answer = answerIn(given, ticket, siteOf(request))
      if (!answer)
        throw invalidField('code', 'Send a code, a recovery code, or the answer of a passkey.')
      const message = 'This is not right. Please try again.'
      const attempt = { userId, event: 'second_factor_failed', message } as const
      return await signIn(request, reply, attempt, async (start) => {
        const proved = await factors.prove(userId, answer)
        if (proved?.isCopied) noteCopied(request, userId)
        const signedIn =
          proved &&
          (await start({
            userId,
            async use(tx) {
              if (!(await proved.use(tx))) return false
              const taken = await store.tickets.take(tx, 'factor', ticket)
              return taken !== undefined && linkBegun(store, tx, userId, taken.holds.link)
            },
          }))
        if (!signedIn) {
          await store.tickets.countMiss(ticket)
          return undefined
        }
        const facts = factsOf(request, userId)
        if (proved.kind === 'recovery') security.note('recovery_code_used', facts)
        if (begun.holds.link) security.note('sign_on_linked', facts)
        return signedIn
      })
    },
  )

  app.post(
    '/auth/factor/passkey',
    route(TAG, 'askSecondPasskey', 'Sign in: ask for a passkey', {
      config: { access: 'public', refuses: [401, 409] },
      description: 'Returns the options for the browser when the second factor is a passkey.',
      body: factorTicket,
      response: { 200: PASSKEY_OPTIONS },
    }),
    async (request): Promise<PasskeyAsking> => {
      const { ticket } = readBody(factorTicket, request.body)
      const begun = await store.tickets.find('factor', ticket)
      if (!begun?.userId) throw unauthenticated(RUN_OUT)
      const site = requireSite(siteOf(request))
      return { ticket, options: await factors.passkeyRequest(begun.userId, site, ticket) }
    },
  )

  app.post(
    '/auth/passkey/options',
    route(TAG, 'askPasskey', 'Ask for a passkey', {
      config: { access: 'public', refuses: [409, 429] },
      description:
        'Returns the options for the browser: to sign in by a passkey alone, or for POST /account/confirm.',
      body: nothing,
      response: { 200: PASSKEY_OPTIONS },
    }),
    async (request): Promise<PasskeyAsking> => {
      readBody(nothing, request.body)
      const site = requireSite(siteOf(request))
      const wait = await store.askingLimits.ofStep(request.ip)
      if (wait !== undefined) throw tooManyRequests('That was asked too often.', wait)
      const { ticket } = await store.tickets.make('passkey')
      return { ticket, options: await factors.passkeyRequest(undefined, site, ticket) }
    },
  )

  app.post(
    '/auth/passkey',
    route(TAG, 'signInByPasskey', 'Sign in by a passkey', {
      config: { access: 'public', refuses: [401, 409, 429] },
      description:
        'Without a password: the authenticator has to verify its user, so that the passkey is both factors.',
      body: passkeySignIn,
      response: { 200: SIGNED_IN },
    }),
    async (request, reply) => {
      const { ticket, answer } = readBody(passkeySignIn, request.body)
      const site = requireSite(siteOf(request))
      if (!(await store.tickets.find('passkey', ticket))) throw unauthenticated(RUN_OUT)
      const proved = await factors.provePasskey(undefined, { passkey: answer, ticket, site })
      if (proved?.isCopied) noteCopied(request, proved.userId)
      const attempt = {
        userId: proved?.userId,
        // An unknown passkey counts as a failure of the address alone.
        otherwise: `passkey ${request.ip}`,
        ...WRONG_PASSKEY,
      }
      return await signIn(
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
    '/auth/logout',
    route(TAG, 'signOut', 'Sign out', {
      config: { access: 'signed-in' },
      response: { 204: { type: 'null', description: 'Signed out' } },
    }),
    async (request, reply) => {
      await store.sessions.end(bearerToken(request) ?? '')
      security.note('signed_out', factsOf(request, ownerOf(request).id))
      return reply.code(204).send()
    },
  )

  const profile = (request: FastifyRequest) => sessionUser(ownerOf(request))
  const description = 'The owner of the token'

  app.get(
    '/profile',
    route(TAG, 'getProfile', 'Who is signed in', {
      config: { access: 'signed-in' },
      response: { 200: { ...user, description } },
    }),
    profile,
  )

  app.get(
    '/users/profile',
    route(TAG, 'getUsersProfile', 'Who is signed in, wrapped', {
      config: { access: 'signed-in' },
      response: { 200: { ...object({ data: user }), description } },
    }),
    (request) => ({ data: profile(request) }),
  )
}

/** Undefined when none of the three was sent, or a passkey where browsers know none. */
function answerIn(
  given: Omit<ReturnType<(typeof factorAnswer)['parse']>, 'ticket'>,
  ticket: string,
  site: Site | undefined,
): FactorAnswer | undefined {
  const { code, recovery, passkey } = given
  if (code !== undefined) return { code }
  if (recovery !== undefined) return { recovery }
  return passkey && site && { passkey, ticket, site }
}
