import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { API_BASE } from '#contract/api.ts'
import { SIGN_ON_CALLBACK_PATH, SIGN_ON_SESSION_PATH, SIGN_ON_START_PATH } from '#contract/auth.ts'
import { callerFacts } from '#server/http/authorise.ts'
import { keepCookie } from '#server/http/cookies.ts'
import { object, textSchema } from '#server/http/json-schema.ts'
import { readBody } from '#server/http/query.ts'
import { notFound, unauthenticated } from '#server/http/refusal.ts'
import type { Context } from '#server/services.ts'
import { route, SIGNED_IN_OR_ASKED, signOnTicket } from './auth-schemas.ts'
import { newSecret } from './secrets.ts'
import { signIn } from './sign-in.ts'
import {
  browserOf,
  type Failure,
  isOfBrowser,
  SIGN_ON_COOKIE,
  type SignOn,
  secretOf,
} from './sign-on.ts'
import { originOf } from './site.ts'

const TAG = 'Session'
const SIGN_IN_PAGE = '/admin/login'
/** The lifetime of the cookie and the ticket. */
const SECONDS = 15 * 60
const RUN_OUT = 'This sign-in has expired. Sign in again.'
const AWAY = {
  302: { type: 'null', description: 'Redirects to the provider, or back to the sign-in page' },
}

/** Registers the routes of single sign-on with an OpenID Connect provider. */
export function signOnRoutes(app: FastifyInstance, context: Context): void {
  const { store, factors, security, config } = context
  const provider = (): SignOn => {
    if (!context.signOn) throw notFound('Single sign-on is not configured on this server.')
    return context.signOn
  }
  const failed = (request: FastifyRequest, { problem, why }: Failure) => {
    request.log.warn({ err: why, problem }, 'single sign-on failed')
    return { problem }
  }
  const callback = (request: FastifyRequest) =>
    `${originOf(request, config)}${API_BASE}${SIGN_ON_CALLBACK_PATH}`

  app.get<{ Querystring: { to?: unknown } }>(
    SIGN_ON_START_PATH,
    route(TAG, 'beginSignOn', 'Start single sign-on', {
      config: { access: 'public', refuses: [404] },
      description: 'For browsers. Redirects to the provider. 404 if none is configured.',
      querystring: object({}, { to: textSchema('The console page to open after the sign-in') }),
      response: AWAY,
    }),
    async (request, reply) => {
      const signOn = provider()
      const to = pageIn(request.query.to)
      // A browser gets the sign-in page, not an error in JSON.
      if ((await store.askingLimits.step(request.ip)) !== undefined)
        return back(reply, to, { problem: 'failed' })
      const secret = newSecret()
      const url = await signOn.start(callback(request), secret)
      if ('problem' in url) return back(reply, to, failed(request, url))
      await store.tickets.make('sign-on', { ticket: secret, holds: { to } })
      keepCookie(request, reply, { ...SIGN_ON_COOKIE, value: secret, seconds: SECONDS })
      return reply.redirect(url.href)
    },
  )

  app.get(
    SIGN_ON_CALLBACK_PATH,
    route(TAG, 'endSignOn', 'Return from the provider', {
      config: { access: 'public', refuses: [404] },
      description:
        'For browsers. The provider redirects here, and this route redirects to the sign-in page, with a ticket, a link or a problem after the #.',
      querystring: object(
        {},
        {
          code: textSchema('The code of the provider'),
          state: textSchema('The state that was sent to the provider'),
          iss: textSchema('The issuer of the response'),
          error: textSchema('Why the provider sent no code'),
        },
      ),
      response: AWAY,
    }),
    async (request, reply) => {
      const signOn = provider()
      const secret = secretOf(request)
      const begun = secret && (await store.tickets.take(store.pool, 'sign-on', secret))
      if (!begun) return back(reply, '', { problem: 'expired' })
      const to = pageIn(begun.holds.to)
      const { search } = new URL(request.url, 'http://localhost')
      const outcome = await signOn.finish(callback(request), search, secret)
      if ('problem' in outcome) {
        security.note('sign_in_failed', callerFacts(request))
        return back(reply, to, failed(request, outcome))
      }
      const { userId, ...facts } = outcome
      const holds = { browser: browserOf(secret), ...facts }
      const kind = 'subject' in facts ? 'link' : 'signed-on'
      const { ticket } = await store.tickets.make(kind, { userId, holds })
      return back(reply, to, kind === 'link' ? { link: ticket } : { ticket })
    },
  )

  app.post(
    SIGN_ON_SESSION_PATH,
    route(TAG, 'signInByProvider', 'Finish single sign-on', {
      config: { access: 'public', refuses: [401, 404, 429] },
      description:
        'Works only in the browser that started the sign-in. A user with a second factor must send it, unless the provider already verified one (`amr` contains `mfa`).',
      body: signOnTicket,
      response: { 200: SIGNED_IN_OR_ASKED },
    }),
    async (request, reply) => {
      const { ticket } = readBody(signOnTicket, request.body)
      provider()
      const { userId, holds } = (await store.tickets.find('signed-on', ticket)) ?? {}
      if (!(userId && holds && isOfBrowser(request, holds.browser))) throw unauthenticated(RUN_OUT)
      const attempt = { userId, event: 'sign_in_failed', message: RUN_OUT } as const
      const answer = await signIn(context, request, reply, attempt, async (start) => {
        const kinds = holds.isMultiFactor === true ? [] : await factors.kindsOf(userId)
        if (kinds.length === 0)
          return await start({
            userId,
            use: async (tx) => (await store.tickets.take(tx, 'signed-on', ticket)) !== undefined,
          })
        const taken = await store.tickets.take(store.pool, 'signed-on', ticket)
        return taken && (await factors.ask(userId, kinds))
      })
      keepCookie(request, reply, { ...SIGN_ON_COOKIE, value: '', seconds: 0 })
      return answer
    },
  )
}

/** Returns the path of a console page. Anything else returns an empty string, so that no redirect leaves this site. */
function pageIn(to: unknown): string {
  const isPage = typeof to === 'string' && /^\/admin(?:[/?][^\\\s]*)?$/.test(to) && to.length < 1000
  return isPage ? to : ''
}

/** Redirects to the sign-in page. The values come after the #, which browsers do not send to servers. */
function back(reply: FastifyReply, to: string, values: Record<string, string>) {
  const query = to === '' ? '' : `?${new URLSearchParams({ to })}`
  return reply.redirect(`${SIGN_IN_PAGE}${query}#${new URLSearchParams(values)}`)
}
