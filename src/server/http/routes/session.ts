import type { FastifyInstance } from 'fastify'
import type * as z from 'zod'
import { credentials } from '#contract/credentials.ts'
import type { SessionUser } from '#contract/session.ts'
import { foldEmail } from '#model/schema.ts'
import { explainIssues, humanise } from '#model/words.ts'
import { consoleAccess } from '#server/domain/console-access.ts'
import { invalid, tooManyRequests, unauthenticated } from '#server/domain/refusals.ts'
import { bearerToken, ownerOf } from '#server/http/authorise.ts'
import { leaveMarker, markersOf } from '#server/http/device-cookie.ts'
import { bodySchema, type JsonSchema, object, propertiesOf } from '#server/http/json-schema.ts'
import { newMarker } from '#server/store/devices.ts'
import type { Data } from '#server/store/shape.ts'
import type { Turn } from '#server/store/sign-in-limits.ts'
import type { Context } from './context.ts'

const text = { type: 'string' }
const USER: JsonSchema = {
  $id: 'SessionUser',
  ...object({ _id: text, firstName: text, lastName: text, email: text, role: text }),
}
const ACCESS = {
  type: 'object',
  additionalProperties: true,
  description: 'What the role may, where CONSOLE_ROLES lets more roles in than admin',
}
const CHANGES = {
  type: 'boolean',
  description:
    'Writes with an Idempotency-Key are made once, and each names its change, which can be taken back',
}
USER.properties = { ...propertiesOf(USER), access: ACCESS, changes: CHANGES }
const user = { $ref: 'SessionUser#' }
const tags = ['Session']
const EXAMPLE = { email: 'amara.okafor@example.org', password: 'three-blue-waymarks' }

const TOO_MANY = {
  failures: 'Too many failed sign-ins.',
  successes: 'Too many sign-ins.',
}

type Found = Awaited<ReturnType<Context['store']['credentials']['find']>>

/** Signing in and out, and who is signed in. */
export function sessionRoutes(app: FastifyInstance, context: Context): void {
  const { store, passwords, security, access, registry } = context
  app.addSchema(USER)

  const toSessionUser = (id: string, data: Data): SessionUser => {
    const { firstName, lastName, email, role } = data
    const may = consoleAccess(access, registry, String(role ?? ''))
    return {
      _id: id,
      firstName: String(firstName ?? ''),
      lastName: String(lastName ?? ''),
      email: String(email ?? ''),
      role: String(role ?? ''),
      ...(may && { access: may }),
      changes: true,
    }
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
        response: { 200: { ...object({ token: text, user }), description: 'Signed in' } },
      },
    },
    async (request, reply) => {
      const { email, password } = parseCredentials(request.body)
      const found = await store.credentials.find(email)
      const id = found?.user.id
      const facts = { account: id ?? null, address: request.ip, reqId: request.id }
      const device = await store.devices.known(id, markersOf(request))
      const account = id ?? foldEmail(email)
      const attempt = await store.signInLimits.attempt({ account, device, address: request.ip })
      if (!attempt.allowed) {
        security.note('sign_in_refused', facts)
        throw tooManyRequests(TOO_MANY[attempt.why], attempt.retryAfterSeconds)
      }
      const marker = device ?? newMarker()
      const session = await signIn(found, password, attempt.turn, marker).catch(
        async (error: unknown) => {
          // No verdict is no failed attempt. If the database is gone, so is this.
          await attempt.end('none').catch(() => undefined)
          throw error
        },
      )
      await attempt.end(session ? 'right' : 'wrong')
      security.note(session ? 'signed_in' : 'sign_in_failed', facts)
      if (!session) throw unauthenticated('Email or password is wrong.')
      leaveMarker(request, reply, marker)
      return session
    },
  )

  /** One way and one time for every reason to refuse, so that nobody learns who has an account. */
  const signIn = async (found: Found, password: string, turn: Turn, marker: string) => {
    const isRight = await passwords.verify(password, found?.hash ?? null, turn)
    if (!(found?.hash && isRight)) return undefined
    const started = await store.sessions.start(found.user.id, found.hash, marker)
    if (!started) return undefined
    if (passwords.isOutdated(found.hash))
      await store.credentials.rehash(found.user.id, found.hash, await passwords.hash(password))
    return { token: started.token, user: toSessionUser(started.user.id, started.user.data) }
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
    (request) => {
      const owner = ownerOf(request)
      return toSessionUser(owner.id, owner.data)
    },
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
    (request) => {
      const owner = ownerOf(request)
      return { data: toSessionUser(owner.id, owner.data) }
    },
  )
}

function parseCredentials(body: unknown): z.output<typeof credentials> {
  const parsed = credentials.safeParse(body)
  if (parsed.success) return parsed.data
  const errors = explainIssues(parsed.error.issues, body, (path) => humanise(path) || 'The body')
  throw invalid(Object.values(errors).join(' '), errors)
}
