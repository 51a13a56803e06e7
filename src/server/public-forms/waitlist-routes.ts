import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { CONFIRM_ENTRY_PATH, UNSUBSCRIBE_PATH } from '#contract/forms.ts'
import { CONFIRMED_PATH, type WaitlistPageName } from '#contract/pages.ts'
import type { Author } from '#server/http/authorise.ts'
import { bodySchema, object } from '#server/http/json-schema.ts'
import type { Pages } from '#server/http/pages.ts'
import { readBody } from '#server/http/query.ts'
import { invalid } from '#server/http/refusal.ts'
import type { Context } from '#server/services.ts'
import { FORM_LIMIT, isPlainForm, parseFormsToo, URLENCODED } from './form-body.ts'
import { WAITLIST } from './waitlist.ts'

interface Unsubscribing {
  Params: { token: string }
}

const tags = ['Public forms']
const text = { type: 'string' }
const PAGE = { content: { 'text/html': { schema: text } } }
const BAD_LINK =
  'This link does not work any more: it is not whole, or its address is no longer waiting.'
const CONFIRMED = 'Your address is on the waitlist.'
const LEFT = 'Your address is off the waitlist, and erased.'
const ANSWER = object({ message: { ...text, description: 'For people' } })
const TOKEN = object({
  token: { ...text, description: 'As it stands in the mail, good for this alone' },
})

/** POST /waitlist/confirm: the token of the mailed link. */
const confirmedEntry = z.strictObject({
  token: z.string().trim().min(1, 'The link’s code is missing.').max(100),
})

/**
 * The links in the waitlist's mails. GET changes nothing, because mail scanners open all links. POST does, by the
 * button of the page or by the mail program (RFC 8058).
 */
export function waitlistRoutes(context: Context, pages: Pages): FastifyPluginCallback {
  const { registry, waitlist } = context
  // Without the address: nothing remains of a visitor who leaves.
  const author = ({ id }: FastifyRequest): Author => ({
    ...{ id: null, requestId: id, role: null, via: 'public' },
  })

  /** Answers a browser with a page, and others with 400. */
  const refuse = async (request: FastifyRequest, reply: FastifyReply) => {
    const page: WaitlistPageName = 'waitlist-link'
    if (isPlainForm(request) && (await pages.has(page)))
      return pages.send(request, reply, page, { status: 400 })
    throw invalid(BAD_LINK, { token: BAD_LINK })
  }

  return (app, _options, done) => {
    if (!registry.some(({ name }) => name === WAITLIST)) return done()
    parseFormsToo(app)
    // Some mail programs send it. The body is ignored.
    app.addContentTypeParser(/^multipart\/form-data/, { parseAs: 'string' }, async () => undefined)

    app.post(
      CONFIRM_ENTRY_PATH,
      {
        config: { access: 'public' },
        schema: {
          ...{ tags, operationId: 'confirmEntry', summary: 'Confirm an address of the waitlist' },
          description:
            'With the token of the mailed link. What comes urlencoded is answered as by a page.',
          consumes: ['application/json', URLENCODED],
          body: {
            ...bodySchema(confirmedEntry),
            examples: [{ token: 'what stands after the # of the link' }],
          },
          response: {
            200: { ...ANSWER, description: 'JSON: the address is confirmed, now or before' },
            303: { type: 'null', description: 'Urlencoded: the same; Location leads to a page' },
          },
        },
      },
      async (request, reply) => {
        // A mail program may change the link: a browser gets a page, not JSON.
        if (isPlainForm(request) && !confirmedEntry.safeParse(request.body).success)
          return refuse(request, reply)
        const { token } = readBody(confirmedEntry, request.body)
        if (!(await waitlist.confirm(token, author(request)))) return refuse(request, reply)
        if (isPlainForm(request)) return reply.redirect(CONFIRMED_PATH, 303)
        return reply.send({ message: CONFIRMED })
      },
    )

    app.get<Unsubscribing>(
      `${UNSUBSCRIBE_PATH}/:token`,
      {
        config: { access: 'public' },
        schema: {
          ...{ tags, operationId: 'askToUnsubscribe', summary: 'Ask before unsubscribing' },
          description: 'For browsers: a page whose button posts to this address. Changes nothing.',
          params: TOKEN,
          response: { 200: { ...PAGE, description: 'The page' } },
        },
      },
      (request, reply) => pages.send(request, reply, 'waitlist-unsubscribe'),
    )

    app.post<Unsubscribing>(
      `${UNSUBSCRIBE_PATH}/:token`,
      {
        config: { access: 'public' },
        bodyLimit: FORM_LIMIT,
        schema: {
          ...{ tags, operationId: 'unsubscribe', summary: 'Leave the waitlist' },
          description:
            'By the address in a mail’s List-Unsubscribe (RFC 8058). The entry is erased for good; once more does nothing. The body is not looked at.',
          params: TOKEN,
          response: { 200: { ...ANSWER, description: 'The address is off the waitlist' } },
        },
      },
      async (request, reply) => {
        const { token } = request.params
        if (!(await waitlist.leave(token, author(request)))) return refuse(request, reply)
        if (isPlainForm(request) && (await pages.has('waitlist-left')))
          return pages.send(request, reply, 'waitlist-left')
        return reply.send({ message: LEFT })
      },
    )
    done()
  }
}
