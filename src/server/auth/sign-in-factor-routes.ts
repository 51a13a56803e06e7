import type { FastifyInstance } from 'fastify'
import type { PasskeyAsking } from '#contract/auth.ts'
import { factorAnswer, nothing, passkeySignIn, ticketAlone } from '#contract/auth-bodies.ts'
import { bodySchema, type JsonSchema, object } from '#server/http/json-schema.ts'
import { readBody } from '#server/http/read-body.ts'
import { conflict, invalid, tooManyRequests, unauthenticated } from '#server/http/refusal.ts'
import type { Context } from '#server/http/route-context.ts'
import { createSites } from '#server/http/site.ts'
import { createEntry, SIGNED_IN } from './entry.ts'
import type { FactorAnswer } from './factors.ts'
import type { Site } from './passkeys.ts'
import { linkBegun } from './sign-on.ts'

const tags = ['Session']
const text = { type: 'string' }
const TICKET = { ticket: 'of the step before' }

/** What the log says of an authenticator whose counter did not grow: somebody has a copy of it. */
const COPIED = 'copied'
const RUN_OUT = 'This sign-in has run out. Please begin again.'
const WRONG = 'This is not right. Please try again.'
const WRONG_PASSKEY = 'This passkey does not sign in here.'
const ONE_ANSWER = 'Send a code, a recovery code, or the answer of a passkey.'
export const NO_SITE =
  'Passkeys work where the console is reached by https:// and a name, or at localhost.'

/** What a browser is asked with. */
export const ASKING: JsonSchema = object({
  ticket: { ...text, description: 'Goes back with the answer, within five minutes' },
  options: {
    type: 'object',
    additionalProperties: true,
    description: 'For PublicKeyCredential.parse…OptionsFromJSON()',
  },
})

/** Second steps, and signing in by a passkey alone (FACT-01 to FACT-04). */
export function factorSignInRoutes(app: FastifyInstance, context: Context): void {
  const { store, factors, security, config } = context
  const entry = createEntry(context)
  const siteOf = createSites(config)

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
      const comer = { userId, else: userId }
      const refused = { event: 'second_factor_failed', message: WRONG } as const
      return await entry.attempt(request, reply, comer, refused, async (_turn, device) => {
        const proved = await factors.prove(userId, answer)
        const signedIn =
          proved.is === 'right'
            ? await entry.start({
                ...{ userId, checkedHash: undefined, ...device },
                async use(tx) {
                  if (!(await proved.proof(tx))) return false
                  const taken = await store.tickets.take(tx, 'factor', ticket)
                  return (
                    taken !== undefined && (await linkBegun(store, tx, userId, taken.holds.link))
                  )
                },
              })
            : undefined
        const facts = { account: userId, address: request.ip, reqId: request.id }
        if (proved.is === 'copied')
          security.note('second_factor_failed', { ...facts, what: COPIED })
        if (!signedIn) await store.tickets.miss(ticket)
        else {
          if (proved.is === 'right' && proved.kind === 'recovery')
            security.note('recovery_code_used', facts)
          if (begun.holds.link) security.note('sign_on_linked', facts)
        }
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
      return { ticket, options: await factors.passkeys.toAsk(begun.userId, site, ticket) }
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
      const wait = await store.tickets.waitOf(request.ip)
      if (wait !== undefined) throw tooManyRequests('That was asked too often.', wait)
      const ticket = await store.tickets.make('passkey', {})
      return { ticket, options: await factors.passkeys.toAsk(undefined, site, ticket) }
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
      const userId = proved.is === 'wrong' ? undefined : proved.passkey.userId
      if (proved.is === 'copied') {
        const facts = { account: proved.passkey.userId, address: request.ip, reqId: request.id }
        security.note('second_factor_failed', { ...facts, what: COPIED })
      }
      // One that nobody knows fails for the address alone.
      const comer = { userId, else: `passkey ${request.ip}` }
      const refused = { event: 'sign_in_failed', message: WRONG_PASSKEY } as const
      return await entry.attempt(request, reply, comer, refused, async (_turn, device) =>
        proved.is === 'right'
          ? await entry.start({
              ...{ userId: proved.passkey.userId, checkedHash: undefined, ...device },
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

/** The one of the three that was sent; undefined of none, and of a passkey where there are none. */
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
