import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { brand } from '#brand'
import { API_BASE } from '#contract/api.ts'
import { CONFIRM_ENTRY_PATH, UNSUBSCRIBE_PATH } from '#contract/forms.ts'
import { CONFIRM_PAGE_PATH, CONFIRMED_PATH } from '#contract/pages.ts'
import { foldEmail } from '#model/schema.ts'
import { faultOf } from '#server/db/faults.ts'
import type { Changes } from '#server/history/changes.ts'
import type { Erasing } from '#server/history/erase.ts'
import type { Author } from '#server/http/authorise.ts'
import { bodySchema, object } from '#server/http/json-schema.ts'
import type { Pages } from '#server/http/pages.ts'
import { readBody } from '#server/http/query.ts'
import { invalid, Refusal } from '#server/http/refusal.ts'
import { type Data, isId, type Stored } from '#server/records/shape.ts'
import type { Context, Store } from '#server/services.ts'
import { FORM_LIMIT, isPlainForm, parseFormsToo, URLENCODED } from './form-routes.ts'
import type { Letter, Mail, Mailing } from './mailing.ts'

export const WAITLIST = 'waitlist'
/** The kind of mail that asks to confirm an entry. */
export const CONFIRM_ENTRY = 'waitlist-confirm'

const ASKS_TO_CONFIRM: Pick<Mail, 'kind' | 'subject' | 'body'> = {
  kind: CONFIRM_ENTRY,
  subject: `Join the waitlist of ${brand.name}?`,
  body: `Hello,\n\nsomebody left this address on the waitlist of ${brand.name}. If that was you, confirm it here within 7 days:\n\n{confirm}\n\nIf it was not, you need do nothing: the address is then erased. To have it erased now:\n\n{unsubscribe}\n`,
}

const DAY_MS = 86_400_000
const UNCONFIRMED_MS = 7 * DAY_MS
/** In one round, so that it ends within its deadline. */
const MOST_AT_ONCE = 100
const NOBODY: Author = { id: null, requestId: null, role: null, via: 'command' }

const isUnconfirmed = ({ data }: Stored) => data.status === 'unconfirmed'

/** Addresses that join the waitlist and leave it (decision 012). */
export function createWaitlist(
  store: Store,
  changes: Changes,
  erasing: Erasing,
  mailing: Pick<Mailing, 'isOn' | 'add'>,
  links: EntryLinks,
) {
  const records = () => store.records(WAITLIST)
  return {
    /** True when new addresses are confirmed by mail. */
    asksByMail: mailing.isOn,

    /** Adds an address. A known one stays as it is, and the answer does not show it. */
    async join(values: Data, author: Author): Promise<void> {
      const status = mailing.isOn ? 'unconfirmed' : 'confirmed'
      try {
        await changes.create(WAITLIST, { ...values, status }, author)
      } catch (error) {
        if (faultOf(error)?.kind !== 'taken') throw error
      }
      const email = String(values.email)
      // The entry is read when the mail is sent, so that the time of the answer does not depend on it.
      if (mailing.isOn && !(await store.askingLimits.isMailed(email)))
        await mailing.add({ ...ASKS_TO_CONFIRM, recipient: email })
    },

    /** Confirms the entry of a token. False for a wrong token; a second call changes nothing. */
    async confirm(token: string, author: Author): Promise<boolean> {
      const id = entryIn(token)
      const entry = id === undefined ? undefined : await records().get(id)
      if (!entry || !isSame(token, links.confirming(entry.id, String(entry.data.email))))
        return false
      if (!isUnconfirmed(entry)) return true
      return succeeds(() =>
        changes.update(WAITLIST, entry.id, { status: 'confirmed' }, undefined, author),
      )
    },

    /** Erases the entry of a token. False for a wrong token; a second call changes nothing. */
    async leave(token: string, author: Author): Promise<boolean> {
      const id = entryIn(token)
      if (id === undefined || !isSame(token, links.leaving(id))) return false
      // The entry may be erased already, or missing from a restored backup.
      await succeeds(() => erasing.one(WAITLIST, id, undefined, author))
      return true
    },

    /** Erases entries that were not confirmed in time. Returns whether there may be more. */
    async sweep(signal?: AbortSignal): Promise<boolean> {
      const unconfirmed = [{ path: 'status', is: 'unconfirmed' }]
      const oldest = await records().firstOf(store.pool, unconfirmed, MOST_AT_ONCE)
      const late = oldest.filter(
        ({ createdAt }) => Date.now() - Date.parse(createdAt) > UNCONFIRMED_MS,
      )
      for (const { id, version } of late) {
        if (signal?.aborted) return false
        // An entry that is confirmed at this moment stays.
        await succeeds(() => erasing.one(WAITLIST, id, [version], NOBODY), 'stale')
      }
      return late.length === MOST_AT_ONCE
    },
  }
}

/** False when the record is gone, or for the codes in `also`. Other errors are thrown. */
async function succeeds(work: () => Promise<unknown>, ...also: string[]): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (error instanceof Refusal && ['not_found', ...also].includes(error.error.code)) return false
    throw error
  }
}

export type EntryLinks = ReturnType<typeof createEntryLinks>

/** The tokens of the waitlist's mails. None is stored: each is the entry's id, signed for one purpose. */
export function createEntryLinks(secret: string) {
  const make = (id: string, ...purpose: string[]) => {
    const signature = createHmac('sha256', secret).update(JSON.stringify([id, ...purpose]))
    const packed = Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')
    return `${packed}.${signature.digest('base64url')}`
  }
  return {
    /** Confirms the entry while it has this address. */
    confirming: (id: string, email: string) => make(id, 'confirm', foldEmail(email)),
    /** Takes the entry off the waitlist. */
    leaving: (id: string) => make(id, 'unsubscribe'),
  }
}

/** The id in a token; undefined for any other text. */
function entryIn(token: string): string | undefined {
  const [, packed = ''] = /^([\w-]{22})\.[\w-]{43}$/.exec(token) ?? []
  const id = Buffer.from(packed, 'base64url')
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return isId(id) ? id : undefined
}

/** Compares in constant time. */
function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

type EntryStore = Pick<Store, 'uniqueHolders' | 'records' | 'pool'>

/**
 * Makes the content of a mail when it is sent, because the queue stores no token; undefined when the address does not
 * wait for it. Each mail can be unsubscribed from by one press in the mail program (RFC 8058).
 */
export function createEntryMails(store: EntryStore, links: EntryLinks, origin: string) {
  return async (email: string, body: string): Promise<Omit<Letter, 'subject'> | undefined> => {
    const entry = await entryOf(store, email)
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
}

/** The live entry of an address, in any case. */
async function entryOf(store: EntryStore, email: string): Promise<Stored | undefined> {
  const records = store.records(WAITLIST)
  const rule = records.resource.unique.find(({ path }) => path === 'email')
  if (!rule) throw new Error('The waitlist has to have each email once.')
  const [taken] = await store.uniqueHolders(WAITLIST).of(store.pool, rule, [{ email }])
  return taken?.holder ? records.get(taken.holder) : undefined
}

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
const ANSWER = object({ message: { ...text, description: 'To show to the visitor' } })
const TOKEN = object({
  token: { ...text, description: 'The token of the mailed link, for this purpose only' },
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
  const author = ({ id: requestId }: FastifyRequest): Author => ({
    ...NOBODY,
    requestId,
    via: 'public',
  })

  /** Answers a browser with a page, and others with 400. */
  const refuse = async (request: FastifyRequest, reply: FastifyReply) => {
    if (isPlainForm(request) && (await pages.has('waitlist-link')))
      return pages.send(request, reply, 'waitlist-link', { status: 400 })
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
            'Takes the token of the mailed link. A urlencoded post is answered for a browser.',
          consumes: ['application/json', URLENCODED],
          body: {
            ...bodySchema(confirmedEntry),
            examples: [{ token: 'the part of the link after #' }],
          },
          response: {
            200: { ...ANSWER, description: 'JSON: the address is confirmed' },
            303: {
              type: 'null',
              description: 'Urlencoded: the address is confirmed; Location is a page',
            },
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
            'For the link in a mail’s List-Unsubscribe header (RFC 8058). Erases the entry for good. It is safe to repeat. The body is ignored.',
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
