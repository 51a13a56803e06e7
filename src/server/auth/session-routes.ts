import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SecondStep, SignedIn } from '#contract/auth.ts'
import { credentials } from '#contract/auth-bodies.ts'
import { foldEmail } from '#model/schema.ts'
import { bearerToken, ownerOf } from '#server/http/authorise.ts'
import { bodySchema, object } from '#server/http/json-schema.ts'
import { readBody } from '#server/http/read-body.ts'
import { invalid } from '#server/http/refusal.ts'
import type { Context } from '#server/http/route-context.ts'
import { createSessionUser, USER } from '#server/http/session-user.ts'
import { createEntry, SIGNED_IN_OR_ASKED } from './entry.ts'
import type { SignIn } from './sessions.ts'
import type { Turn } from './sign-in-limits.ts'
import { linkBegun } from './sign-on.ts'
import { isOfBrowser } from './sign-on-routes.ts'

const user = { $ref: 'SessionUser#' }
const tags = ['Session']
const EXAMPLE = { email: 'amara.okafor@example.org', password: 'three-blue-waymarks' }

type Device = Pick<SignIn, 'marker' | 'from'>
const WRONG = { event: 'sign_in_failed', message: 'Email or password is wrong.' } as const
const DEAD_LINK =
  'The way from the other account has run out, or is not of this one. Please begin again.'

type Found = Awaited<ReturnType<Context['store']['credentials']['find']>>

/** Signing in and out, and who is signed in. */
export function sessionRoutes(app: FastifyInstance, context: Context): void {
  const { store, passwords, factors, security } = context
  const entry = createEntry(context)
  app.addSchema(USER)
  const sessionUser = createSessionUser(context)
  const profile = (request: FastifyRequest) => {
    const owner = ownerOf(request)
    return sessionUser(owner, {
      must: owner.must ?? [],
      preferences: owner.session?.preferences ?? {},
    })
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
      const comer = { userId: found?.user.id, else: foldEmail(email) }
      const entered = await entry.attempt(request, reply, comer, WRONG, (turn, device) =>
        signIn(request, found, { password, link }, turn, device),
      )
      if (link !== undefined && found && 'token' in entered) {
        const facts = { account: found.user.id, address: request.ip, reqId: request.id }
        security.note('sign_on_linked', facts)
      }
      return entered
    },
  )

  /**
   * One way and one time for every reason to refuse, so that nobody learns who has an account. Whoever has a second
   * factor is asked for it by a ticket.
   */
  const signIn = async (
    request: FastifyRequest,
    found: Found,
    { password, link }: { password: string; link: string | undefined },
    turn: Turn,
    device: Device,
  ): Promise<SignedIn | SecondStep | undefined> => {
    const isRight = await passwords.verify(password, found?.hash ?? null, turn)
    if (!(found?.hash && isRight)) return undefined
    const { user, hash } = found
    if (link !== undefined) await demandLink(request, user.id, link)
    const kinds = user.data.isActive === true ? await factors.kindsOf(user.id) : []
    if (kinds.length > 0) {
      const ticket = await factors.ask(user.id, hash, link)
      return ticket === undefined ? undefined : { ticket, factors: kinds }
    }
    const signedIn = await entry.start({
      ...{ userId: user.id, checkedHash: hash, ...device },
      use: (tx) => linkBegun(store, tx, user.id, link),
    })
    if (signedIn && passwords.isOutdated(hash))
      await store.credentials.rehash(user.id, hash, await passwords.hash(password))
    return signedIn
  }

  /** Throws 400 for a link of another person or browser, and for one that has run out. */
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
      const facts = { account: ownerOf(request).id, address: request.ip, reqId: request.id }
      security.note('signed_out', facts)
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
