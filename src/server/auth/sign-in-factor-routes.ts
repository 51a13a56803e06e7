import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { PasskeyAsking } from '#contract/auth.ts'
import { bodySchema, type JsonSchema, object } from '#server/http/json-schema.ts'
import { readBody } from '#server/http/query.ts'
import { conflict, invalid, tooManyRequests, unauthenticated } from '#server/http/refusal.ts'
import type { Context } from '#server/http/route-context.ts'
import { createSites } from '#server/http/site.ts'
import { factorAnswer, nothing, passkeySignIn, ticketAlone } from './auth-bodies.ts'
import type { FactorAnswer } from './factors.ts'
import type { Site } from './passkeys.ts'
import { createSignIn, SIGNED_IN } from './sign-in.ts'
import { linkBegun } from './sign-on.ts'

const tags = ['Session']
const text = { type: 'string' }
const TICKET = { ticket: 'of the step before' }

const RUN_OUT = 'This sign-in has run out. Please begin again.'
const WRONG = 'This is not right. Please try again.'
const WRONG_PASSKEY = 'This passkey does not sign in here.'
const ONE_ANSWER = 'Send a code, a recovery code, or the answer of a passkey.'
export const NO_SITE =
  'Passkeys work where the console is reached by https:// and a name, or at localhost.'

/** The options of WebAuthn, and the ticket that goes back with the answer. */
export const ASKING: JsonSchema = object({
  ticket: { ...text, description: 'Goes back with the answer, within five minutes' },
  options: {
    type: 'object',
    additionalProperties: true,
    description: 'For PublicKeyCredential.parse…OptionsFromJSON()',
  },
})

/** Second factors, and signing in by a passkey alone (FACT-01 to FACT-04). */
export function factorSignInRoutes(app: FastifyInstance, context: Context): void {
  const { store, factors, security, config } = context
  const signIn = createSignIn(context)
  const siteOf = createSites(config)
  /** The counter did not grow: there is a copy of the authenticator. */
  const noteCopied = (account: string, { ip, id }: FastifyRequest) =>
    security.note('second_factor_failed', { account, address: ip, reqId: id, what: 'copied' })

  app.post(
    '/auth/factor',
    {
      config: { access: 'public', refuses: [401, 429] },
      schema: {
        ...{ tags, operationId: 'answerSecondFactor', summary: 'Sign in: the second factor' },
        description:
          'With the ticket of the sign-in: a code of the authenticator app, a recovery code, or the answer of a passkey. A few wrong answers end the ticket.',
        body: { ...bodySchema(factorAnswer), examples: [{ ...TICKET, code: '123456' }] },
        response: { 200: SIGNED_IN },
      },
    },
    async (request, reply) => {
      const { ticket, ...given } = readBody(factorAnswer, request.body)
      const begun = await store.tickets.look('factor', ticket)
      const userId = begun?.userId
      if (!begun || !userId) throw unauthenticated(RUN_OUT)
      const answer = answerIn(given, ticket, siteOf(request))
      if (!answer) throw invalid(ONE_ANSWER, { code: ONE_ANSWER })
      const attempt = { userId, event: 'second_factor_failed', message: WRONG } as const
      return await signIn.attempt(request, reply, attempt, async (device) => {
        const proved = await factors.prove(userId, answer)
        if (proved.is === 'copied') noteCopied(userId, request)
        const signedIn =
          proved.is === 'right' &&
          (await signIn.start({
            userId,
            checkedHash: undefined,
            ...device,
            async use(tx) {
              if (!(await proved.proof(tx))) return false
              const taken = await store.tickets.take(tx, 'factor', ticket)
              return taken !== undefined && linkBegun(store, tx, userId, taken.holds.link)
            },
          }))
        if (!signedIn) {
          await store.tickets.miss(ticket)
          return undefined
        }
        const facts = { account: userId, address: request.ip, reqId: request.id }
        if (proved.kind === 'recovery') security.note('recovery_code_used', facts)
        if (begun.holds.link) security.note('sign_on_linked', facts)
        return signedIn
      })
    },
  )

  app.post(
    '/auth/factor/passkey',
    {
      config: { access: 'public', refuses: [401, 409] },
      schema: {
        ...{ tags, operationId: 'askSecondPasskey', summary: 'Sign in: ask for a passkey' },
        description: 'What the browser is asked with, when the second factor shall be a passkey.',
        body: { ...bodySchema(ticketAlone), examples: [TICKET] },
        response: { 200: { ...ASKING, description: 'For the browser' } },
      },
    },
    async (request): Promise<PasskeyAsking> => {
      const { ticket } = readBody(ticketAlone, request.body)
      const begun = await store.tickets.look('factor', ticket)
      if (!begun?.userId) throw unauthenticated(RUN_OUT)
      const site = siteOf(request)
      if (!site) throw conflict(NO_SITE)
      return { ticket, options: await factors.passkeys.requestOptions(begun.userId, site, ticket) }
    },
  )

  app.post(
    '/auth/passkey/options',
    {
      config: { access: 'public', refuses: [409, 429] },
      schema: {
        ...{ tags, operationId: 'askPasskey', summary: 'Ask for a passkey' },
        description:
          'What the browser is asked with: for signing in by a passkey alone, or for POST /account/confirm.',
        body: { ...bodySchema(nothing), examples: [{}] },
        response: { 200: { ...ASKING, description: 'For the browser' } },
      },
    },
    async (request): Promise<PasskeyAsking> => {
      readBody(nothing, request.body)
      const site = siteOf(request)
      if (!site) throw conflict(NO_SITE)
      const wait = await store.askingLimits.ofStep(request.ip)
      if (wait !== undefined) throw tooManyRequests('That was asked too often.', wait)
      const ticket = await store.tickets.make('passkey')
      return { ticket, options: await factors.passkeys.requestOptions(undefined, site, ticket) }
    },
  )

  app.post(
    '/auth/passkey',
    {
      config: { access: 'public', refuses: [401, 409, 429] },
      schema: {
        ...{ tags, operationId: 'signInByPasskey', summary: 'Sign in by a passkey' },
        description:
          'Without a password: the authenticator has to verify its user, so that the passkey is both factors.',
        body: {
          ...bodySchema(passkeySignIn),
          examples: [{ ...TICKET, answer: EXAMPLE_ANSWER }],
        },
        response: { 200: SIGNED_IN },
      },
    },
    async (request, reply) => {
      const { ticket, answer } = readBody(passkeySignIn, request.body)
      const site = siteOf(request)
      if (!site) throw conflict(NO_SITE)
      if (!(await store.tickets.look('passkey', ticket))) throw unauthenticated(RUN_OUT)
      const proved = await factors.passkeys.prove(undefined, answer, site, ticket)
      if (proved.is === 'copied') noteCopied(proved.userId, request)
      const attempt = {
        userId: proved.is === 'wrong' ? undefined : proved.userId,
        // An unknown passkey counts as a failure of the address alone.
        otherwise: `passkey ${request.ip}`,
        event: 'sign_in_failed',
        message: WRONG_PASSKEY,
      } as const
      return await signIn.attempt(request, reply, attempt, async (device) =>
        proved.is === 'right'
          ? await signIn.start({
              userId: proved.userId,
              checkedHash: undefined,
              ...device,
              use: async (tx) =>
                (await proved.proof(tx)) &&
                (await store.tickets.take(tx, 'passkey', ticket)) !== undefined,
            })
          : undefined,
      )
    },
  )
}

export const EXAMPLE_ANSWER = {
  ...{ id: 'AQIDBA', rawId: 'AQIDBA', type: 'public-key' },
  response: { clientDataJSON: 'e30', authenticatorData: 'AQID', signature: 'AQID' },
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
