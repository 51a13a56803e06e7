import { createHmac } from 'node:crypto'
import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { API_BASE } from '#contract/api.ts'
import { CONFIRM_ENTRY_PATH, UNSUBSCRIBE_PATH } from '#contract/forms.ts'
import { CONFIRM_PAGE_PATH, CONFIRMED_PATH } from '#contract/pages.ts'
import { foldEmail } from '#model/schema.ts'
import { route } from '#server/auth/auth-schemas.ts'
import { isSame } from '#server/auth/secrets.ts'
import { faultOf } from '#server/db/faults.ts'
import type { Changes } from '#server/history/changes.ts'
import type { Erasing } from '#server/history/erase.ts'
import type { Author } from '#server/http/authorise.ts'
import { object, textSchema } from '#server/http/json-schema.ts'
import type { Pages } from '#server/http/pages.ts'
import { readBody } from '#server/http/query.ts'
import { invalidField, Refusal } from '#server/http/refusal.ts'
import { type Data, isId, type Stored } from '#server/records/shape.ts'
import { uniqueHolders } from '#server/records/uniqueness.ts'
import type { Context, Store } from '#server/services.ts'
import { FORM_LIMIT, isPlainForm, parseFormsToo, URLENCODED } from './form-routes.ts'
import type { Letter, Mailing } from './mailing.ts'

export const WAITLIST = 'waitlist'

const UNCONFIRMED_MS = 7 * 86_400_000
/** The most in one run of the job, so that it ends within its deadline. */
const MOST_AT_ONCE = 100
const NOBODY: Author = { id: null, requestId: null, role: null, via: 'command' }

const isUnconfirmed = ({ data }: Stored) => data.status === 'unconfirmed'

/** Creates the service with which addresses join and leave the waitlist. */
export function createWaitlist(
  store: Store,
  changes: Changes,
  erasing: Erasing,
  mailing: Pick<Mailing, 'isOn' | 'add'>,
  links: EntryLinks,
) {
  const records = () => store.records(WAITLIST)
  return {
    /** True if new addresses must be confirmed by email. */
    asksByMail: mailing.isOn,

    /** Adds an address. A known address stays unchanged, and the response is the same. */
    async join(values: Data, author: Author): Promise<void> {
      const status = mailing.isOn ? 'unconfirmed' : 'confirmed'
      try {
        await changes.create(WAITLIST, { ...values, status }, author)
      } catch (error) {
        if (faultOf(error)?.kind !== 'taken') throw error
      }
      const recipient = String(values.email)
      // The record is read when the email is sent, so that the time of the response does not depend on it.
      if (mailing.isOn && (await store.askingLimits.waitlistMail(recipient)) === undefined)
        await mailing.add('waitlist-confirm', { recipient })
    },

    /** Confirms the record of a token. Returns false for a wrong token. A second call changes nothing. */
    async confirm(token: string, author: Author): Promise<boolean> {
      const id = entryIn(token)
      const entry = id === undefined ? undefined : await records().get(id)
      if (!entry || !isSame(token, links.confirming(entry.id, String(entry.data.email))))
        return false
      if (!isUnconfirmed(entry)) return true
      const confirmed = { status: 'confirmed' }
      return succeeds(changes.update(WAITLIST, entry.id, confirmed, undefined, author))
    },

    /** Erases the record of a token. Returns false for a wrong token. A second call changes nothing. */
    async leave(token: string, author: Author): Promise<boolean> {
      const id = entryIn(token)
      if (id === undefined || !isSame(token, links.leaving(id))) return false
      // The record may already be erased, or missing from a restored backup.
      await succeeds(erasing.one(WAITLIST, id, undefined, author))
      return true
    },

    /** Erases records that were not confirmed in time. Returns whether there may be more. */
    async sweep(signal?: AbortSignal): Promise<boolean> {
      const unconfirmed = [{ path: 'status', is: 'unconfirmed' }]
      const oldest = await records().firstOf(store.pool, unconfirmed, MOST_AT_ONCE)
      const late = oldest.filter(
        ({ createdAt }) => Date.now() - Date.parse(createdAt) > UNCONFIRMED_MS,
      )
      for (const { id, version } of late) {
        if (signal?.aborted) return false
        // A record that is confirmed at this moment stays.
        await succeeds(erasing.one(WAITLIST, id, [version], NOBODY))
      }
      return late.length === MOST_AT_ONCE
    },
  }
}

/** Returns false if the record is gone or was changed in between. Throws other errors. */
async function succeeds(work: Promise<unknown>): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    const isGone = error instanceof Refusal && ['not_found', 'stale'].includes(error.error.code)
    if (isGone) return false
    throw error
  }
}

export type EntryLinks = ReturnType<typeof createEntryLinks>

/** Creates the tokens of the waitlist's emails. None is stored: each is the record's id, signed for one purpose. */
export function createEntryLinks(secret: string) {
  const make = (id: string, ...purpose: string[]) => {
    const signature = createHmac('sha256', secret).update(JSON.stringify([id, ...purpose]))
    const packed = Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')
    return `${packed}.${signature.digest('base64url')}`
  }
  return {
    /** A token that confirms the record while it has this address. */
    confirming: (id: string, email: string) => make(id, 'confirm', foldEmail(email)),
    /** A token that removes the record from the waitlist. */
    leaving: (id: string) => make(id, 'unsubscribe'),
  }
}

/** Returns the id in a token; undefined for any other text. */
function entryIn(token: string): string | undefined {
  const [, packed = ''] = /^([\w-]{22})\.[\w-]{43}$/.exec(token) ?? []
  const id = Buffer.from(packed, 'base64url')
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return isId(id) ? id : undefined
}

/**
 * Returns the email that asks to confirm a record; undefined if the address is no longer waiting. Mail programs can
 * show an unsubscribe button for it (RFC 8058).
 */
export async function entryMail(
  store: Pick<Store, 'records' | 'pool'>,
  links: EntryLinks,
  origin: string,
  email: string,
  body: string,
): Promise<Letter | undefined> {
  const records = store.records(WAITLIST)
  const rule = records.resource.unique.find(({ path }) => path === 'email')
  if (!rule) throw new Error('The waitlist must declare its email as unique.')
  const [taken] = await uniqueHolders(store.pool, records.resource, rule, [{ email }])
  const entry = taken?.holder ? await records.get(taken.holder) : undefined
  if (!entry || !isUnconfirmed(entry)) return undefined
  const to = String(entry.data.email)
  const confirm = `${origin}${CONFIRM_PAGE_PATH}#${links.confirming(entry.id, to)}`
  const unsubscribe = `${origin}${API_BASE}${UNSUBSCRIBE_PATH}/${links.leaving(entry.id)}`
  return {
    to,
    text: body.replaceAll('{confirm}', confirm).replaceAll('{unsubscribe}', unsubscribe),
    headers: {
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}

interface Unsubscribing {
  Params: { token: string }
}

const TAG = 'Public forms'
const PUBLIC = { access: 'public' } as const
const PAGE = { content: { 'text/html': { schema: { type: 'string' } } } }
const BAD_LINK = 'This link is incomplete, or its address is no longer waiting for confirmation.'
const CONFIRMED = 'Your address is on the waitlist.'
const LEFT = 'Your address was removed from the waitlist and erased.'
const ANSWER = object({ message: textSchema('The message to show to the visitor') })
const TOKEN = object({
  token: textSchema('The token of the emailed link. It is valid only for this purpose'),
})

/** The token of the emailed link. */
const confirmedEntry = z
  .strictObject({ token: z.string().trim().min(1, 'The code of the link is missing.').max(100) })
  .meta({ examples: [{ token: 'the part of the link after the #' }] })

/**
 * Creates the plugin for the links in the waitlist's emails. GET changes nothing, because mail scanners open all links.
 * The button of the page or the mail program sends a POST (RFC 8058).
 */
export function waitlistRoutes(context: Context, pages: Pages): FastifyPluginCallback {
  const { registry, waitlist } = context
  // Logs no address, so that nothing remains of a visitor who leaves.
  const author = ({ id: requestId }: FastifyRequest): Author => ({
    ...NOBODY,
    requestId,
    via: 'public',
  })

  /** Sends a page to browsers, and 400 to other clients. */
  const refuse = async (request: FastifyRequest, reply: FastifyReply) => {
    if (isPlainForm(request) && (await pages.has('waitlist-link')))
      return pages.send(request, reply, 'waitlist-link', { status: 400 })
    throw invalidField('token', BAD_LINK)
  }

  return (app, _options, done) => {
    if (!registry.some(({ name }) => name === WAITLIST)) return done()
    parseFormsToo(app)
    // Some mail programs send a body. It is ignored.
    app.addContentTypeParser(/^multipart\/form-data/, { parseAs: 'string' }, async () => undefined)

    app.post(
      CONFIRM_ENTRY_PATH,
      route(TAG, 'confirmEntry', 'Confirm a waitlist address', {
        config: PUBLIC,
        description:
          'Needs the token of the emailed link. The response to a urlencoded post is a page for browsers.',
        consumes: ['application/json', URLENCODED],
        body: confirmedEntry,
        response: {
          200: { ...ANSWER, description: 'JSON: the address is confirmed' },
          303: {
            type: 'null',
            description: 'Urlencoded: the address is confirmed; Location is a page',
          },
        },
      }),
      async (request, reply) => {
        // A mail program may modify the link, so browsers get a page, not JSON.
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
      route(TAG, 'askToUnsubscribe', 'Show the unsubscribe page', {
        config: PUBLIC,
        description:
          'For browsers. Returns a page whose button posts to this address. Changes nothing.',
        params: TOKEN,
        response: { 200: { ...PAGE, description: 'The page' } },
      }),
      (request, reply) => pages.send(request, reply, 'waitlist-unsubscribe'),
    )

    app.post<Unsubscribing>(
      `${UNSUBSCRIBE_PATH}/:token`,
      {
        ...route(TAG, 'unsubscribe', 'Leave the waitlist', {
          config: PUBLIC,
          description:
            'For the link in an email’s List-Unsubscribe header (RFC 8058). Erases the record permanently. It is safe to repeat. The body is ignored.',
          params: TOKEN,
          response: {
            200: { ...ANSWER, description: 'The address was removed from the waitlist' },
          },
        }),
        bodyLimit: FORM_LIMIT,
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
