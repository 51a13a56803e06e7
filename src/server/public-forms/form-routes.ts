import { createHmac, timingSafeEqual } from 'node:crypto'
import { parse } from 'node:querystring'
import type { FastifyInstance, FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify'
import {
  FORM_ANSWERS,
  FORM_PATHS,
  type FormAnswer,
  type FormName,
  LEAST_FILL_MS,
  MAILED_ANSWER,
  MAILED_TITLE,
  MOST_FILL_MS,
  STAMP,
  STAMP_HEADER,
  slot,
  THANKS_PATHS,
  TRAP,
} from '#contract/forms.ts'
import { MAILED_PATH } from '#contract/pages.ts'
import { isObject } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { parseBody } from '#model/validate.ts'
import type { PlaceRefusal } from '#server/auth/limits.ts'
import type { Config } from '#server/config.ts'
import { createErrorHandler } from '#server/http/error-handler.ts'
import { createSchema, type JsonSchema, object, propertiesOf } from '#server/http/json-schema.ts'
import type { Pages } from '#server/http/pages.ts'
import {
  bodyOf,
  invalid,
  Refusal,
  statusOf,
  tooLarge,
  tooManyRequests,
  unsupportedMediaType,
} from '#server/http/refusal.ts'
import type { Data } from '#server/records/shape.ts'
import type { Context } from '#server/services.ts'

/** The public forms, each with its resource and the fields that the public may set. */
const FORMS = {
  contact: {
    resource: 'messages',
    operationId: 'sendMessage',
    fields: ['name', 'email', 'subject', 'message'],
    summary: 'Write a message to us',
    stored: 'JSON: the message is stored',
  },
  waitlist: {
    resource: 'waitlist',
    operationId: 'joinWaitlist',
    fields: ['email', 'who'],
    summary: 'Join the waitlist',
    stored:
      'JSON: the address is on the waitlist, or will be once its mailed link is followed. A known address gets the same answer',
  },
} satisfies Record<FormName, object>

const SECONDS = `${LEAST_FILL_MS / 1000} seconds`

const NO_STAMP = `This page has been open for too long, or was not loaded whole. Please wait ${SECONDS} and send it once more; if that does not help, open the page anew.`
const TOO_OLD = `This page has been open for too long. Please wait ${SECONDS} and send it once more.`
const SPENT = `This page has sent enough. Please wait ${SECONDS} and send it once more.`
const FOREIGN =
  'This was sent by another site. Please look it over, and send it from a page of ours.'
const TOO_FAST = `That was faster than a person types. Please wait ${SECONDS} and send it again.`

/** An error at the stamp: the page's script waits for the new one. */
const stampError = (words: string) => invalid(words, { [STAMP]: words })

/**
 * The public forms: a message, and an address for the waitlist. Cheap checks come first: the database is not asked
 * before a post is valid, stamped, and within the limits.
 */
export function formRoutes(context: Context, pages: Pages): FastifyPluginCallback {
  const { registry, store, stamps, changes, waitlist } = context
  const isOurs = createOriginCheck(context.config)
  const send = createRefusalAnswer(pages, context)

  return (app, _options, done) => {
    parseFormsToo(app)
    for (const form of formsOf(context)) {
      const { name, resource, operationId, summary, stored } = form
      // Trapped programs and known addresses get the same answer.
      const thanks =
        name === 'waitlist' && waitlist.asksByMail
          ? { path: MAILED_PATH, answer: { message: MAILED_ANSWER, title: MAILED_TITLE } }
          : { path: THANKS_PATHS[name], answer: { message: FORM_ANSWERS[name] } }

      const accept = async (request: FastifyRequest): Promise<void> => {
        const sent = readFields(request.body)
        if (!isOurs(request)) throw invalid(FOREIGN)
        // Browsers leave the hidden field empty.
        if ((sent[TRAP] ?? '') !== '') {
          request.log.debug({ form: name }, 'a post that fell into the trap was not stored')
          return
        }
        const parsed = parseBody(resource, 'create', only(form, sent))
        if (!parsed.ok) throw invalid(Object.values(parsed.errors).join(' '), parsed.errors)
        const age = stamps.ageOf(sent[STAMP])
        if (age === undefined) throw stampError(NO_STAMP)
        if (age > MOST_FILL_MS) throw stampError(TOO_OLD)
        if (age < LEAST_FILL_MS) throw stampError(TOO_FAST)
        const refusal = await store.formLimits.count(request.ip, String(sent[STAMP]))
        if (refusal?.whose === 'stamp') throw stampError(SPENT)
        if (refusal) throw tooManyPosts(refusal)
        const by = { id: null, requestId: request.id, role: null, via: 'public' } as const
        if (name === 'waitlist') await waitlist.join(parsed.value, by)
        else await changes.create(resource.name, parsed.value, by)
      }

      app.post<{ Reply: FormAnswer }>(
        FORM_PATHS[name],
        {
          config: { access: 'public', refuses: [429], refusalAnswers: REFUSAL_ANSWERS },
          bodyLimit: FORM_LIMIT,
          errorHandler: createErrorHandler(registry, (refusal, request, reply) =>
            send(form, refusal, request, reply),
          ),
          schema: {
            tags: ['Public forms'],
            operationId,
            summary,
            description: DESCRIPTION,
            consumes: ['application/json', URLENCODED],
            body: formSchema(form),
            response: { 200: { ...ANSWER, description: stored }, 303: THANKS },
          },
        },
        async (request, reply) => {
          await accept(request)
          if (isPlainForm(request)) return reply.redirect(thanks.path, 303)
          return reply.send(thanks.answer)
        },
      )
    }
    done()
  }
}

interface Form {
  name: FormName
  resource: Resource
  fields: readonly string[]
}

/** The forms whose resource the registry has. */
function formsOf({ registry }: Context) {
  return (Object.keys(FORMS) as FormName[]).flatMap((name) => {
    const resource = registry.find((one) => one.name === FORMS[name].resource)
    return resource ? [{ ...FORMS[name], name, resource }] : []
  })
}

/** Without fields that the public may not set, such as the status of a message. */
function only({ fields }: Form, sent: Data): Data {
  return Object.fromEntries(Object.entries(sent).filter(([key]) => fields.includes(key)))
}

const DESCRIPTION = `Takes JSON or a urlencoded form, without a token. A post needs the stamp of the page it was typed on. A stamp is at least ${SECONDS} and at most a day old, and good for a few posts. A client without a page gets a stamp from a refusal: each has one in the header ${STAMP_HEADER}. A post that a browser sends from another site is refused, unless CORS_ORIGINS lists that site. A urlencoded post is answered for a browser: 303 to the thanks page, or the form again with its errors.`

const ANSWER = {
  ...object({
    message: { type: 'string', description: 'The thanks, to show to the visitor' },
    title: {
      type: 'string',
      description: 'The heading of the thanks, when something is left to do',
    },
  }),
  required: ['message'],
}

const THANKS = { type: 'null', description: 'Urlencoded: stored; Location is the thanks page' }

/** The form's own fields, the stamp and the trap. */
function formSchema(form: Form): JsonSchema {
  const { required, examples, ...schema } = createSchema(form.resource)
  const needed: readonly string[] = Array.isArray(required) ? required : []
  return {
    ...schema,
    properties: {
      ...only(form, propertiesOf(schema)),
      [STAMP]: { type: 'string', description: 'The signed time at which the form was served' },
      [TRAP]: { type: 'string', description: 'Stays empty: only programs fill it in' },
    },
    required: [...needed.filter((key) => form.fields.includes(key)), STAMP],
    examples: [{ ...only(form, form.resource.sample), [STAMP]: 'the stamp of the page' }],
  }
}

/** Statuses after which the visitor sees the form again. */
const AGAIN: readonly number[] = [400, 429, 500, 503, 507]

const REFUSAL_ANSWERS = {
  headers: {
    [STAMP_HEADER]: { type: 'string', description: 'The stamp to send the form again with' },
  },
  content: {
    'text/html': {
      of: AGAIN,
      schema: { type: 'string', description: 'Urlencoded: the form again, with its errors' },
    },
  },
}

/**
 * Answers a refusal in JSON or, for a browser without script, with the form: filled in as sent, each error at its
 * field. Both have a stamp to send it again. An address with too many refusals has to wait.
 */
function createRefusalAnswer(pages: Pages, { stamps, store }: Pick<Context, 'stamps' | 'store'>) {
  /** Counts the refusal, except for errors of the server and reached limits. */
  const counted = async (refusal: Refusal, { ip, id }: FastifyRequest): Promise<Refusal> => {
    if (statusOf(refusal) >= 500) return withCode(refusal, id)
    if (refusal.error.code === 'too_many_requests') return refusal
    const excess = await store.formLimits.countRefused(ip)
    return excess ? tooManyPosts(excess) : inWordsOfForms(refusal)
  }

  return async (form: Form, refusal: Refusal, request: FastifyRequest, reply: FastifyReply) => {
    const answer = await counted(refusal, request)
    const { error, retryAfterSeconds } = answer
    const status = statusOf(answer)
    if (retryAfterSeconds) reply.header('retry-after', retryAfterSeconds)
    const sent = isObject(request.body) ? request.body : {}
    const stamp = stamps.again(sent[STAMP], error.fields?.[STAMP] !== undefined)
    reply.header(STAMP_HEADER, stamp)
    const page = `${form.name}-again` as const
    if (!isPlainForm(request) || !AGAIN.includes(status) || !(await pages.has(page)))
      return reply.code(status).send(bodyOf(answer))
    return pages.send(request, reply, page, { status, slots: slotsOf(form, sent, error), stamp })
  }
}

function tooManyPosts({ whose, retryAfterSeconds }: PlaceRefusal): Refusal {
  const why =
    whose === 'address'
      ? 'Too much has been sent from your internet address.'
      : 'More is being sent to us than we can take.'
  return tooManyRequests(why, retryAfterSeconds)
}

/** Names the request of the log, for a visitor who reports the error. */
function withCode({ error, retryAfterSeconds }: Refusal, code: string): Refusal {
  return new Refusal({ ...error, message: `${error.message} Code: ${code}` }, retryAfterSeconds)
}

function inWordsOfForms(refusal: Refusal): Refusal {
  if (refusal.error.code === 'too_large') return tooLarge(`${FORM_LIMIT / 1024} KB`)
  if (refusal.error.code === 'unsupported_media_type')
    return unsupportedMediaType(`application/json or ${URLENCODED}`)
  return refusal
}

/** The values of the page's marks, in plain text. */
function slotsOf(
  { fields }: Form,
  sent: Readonly<Record<string, unknown>>,
  error: Refusal['error'],
): Record<string, string> {
  const wrong = error.fields ?? {}
  const isAtFields = fields.some((field) => wrong[field])
  const failure = isAtFields ? 'Not sent yet. Please correct the marked fields.' : error.message
  const slots: Record<string, string> = { [slot.failure]: failure }
  for (const field of fields) {
    const typed = sent[field]
    const value = typeof typed === 'string' ? typed : ''
    slots[slot.value(field)] = value
    // The page has this mark at the choice with that value.
    slots[slot.chosen(field, value)] = 'selected'
    slots[slot.error(field)] = wrong[field] ?? ''
    slots[slot.invalid(field)] = String(wrong[field] !== undefined)
  }
  return slots
}

/** The body of a form without script. */
export const URLENCODED = 'application/x-www-form-urlencoded'

/** Bytes of the longest body: 5,000 percent-encoded characters of four bytes each fit in. */
export const FORM_LIMIT = 65_536

/** More than any form has, because browsers may add some. */
const MOST_FIELDS = 20

/** Parses urlencoded bodies beside JSON, in the routes of this scope alone. */
export function parseFormsToo(app: FastifyInstance): void {
  app.addContentTypeParser(
    URLENCODED,
    { parseAs: 'string' },
    async (_request: unknown, body: string) => fieldsOf(body),
  )
}

/** Recognises a browser without script, which gets a page as answer. */
export function isPlainForm(request: FastifyRequest): boolean {
  const [kind = ''] = (request.headers['content-type'] ?? '').split(';', 1)
  return kind.trim().toLowerCase() === URLENCODED
}

/** The fields of a body. Throws 400 for any other body, and for too many. */
function readFields(body: unknown): Data {
  if (!isObject(body)) throw invalid('Send the fields of the form, as a JSON object or urlencoded.')
  if (Object.keys(body).length > MOST_FIELDS) throw tooManyFields()
  return body
}

/** A repeated field becomes a list, which no form accepts. Throws 400 for too many fields before it reads them. */
function fieldsOf(body: string): Data {
  if (body.split('&', MOST_FIELDS + 1).length > MOST_FIELDS) throw tooManyFields()
  // Browsers send CR LF for each line end.
  return { ...parse(body.replaceAll(/%0D%0A/gi, '%0A')) }
}

function tooManyFields() {
  return invalid(`A form has at most ${MOST_FIELDS} fields.`)
}

/**
 * Makes the check of where a post was typed: on a page of this site, or of an origin that may call the API. Browsers of
 * today say where; a post without that is accepted, because the other checks apply.
 */
function createOriginCheck({ publicUrl, corsOrigins }: Pick<Config, 'publicUrl' | 'corsOrigins'>) {
  const ours = new Set([...corsOrigins, ...(publicUrl ? [publicUrl] : [])])
  return ({ headers, host }: Pick<FastifyRequest, 'headers' | 'host'>): boolean => {
    const { origin, 'sec-fetch-site': site } = headers
    if (origin !== undefined && ours.has(origin)) return true
    // A proxy may change the host, but not this header.
    if (site !== undefined) return site === 'same-origin' || site === 'none'
    return origin === undefined || hostOf(origin) === host.toLowerCase()
  }
}

/** Undefined for `null`, the origin of opaque pages. */
function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}

/** Clocks of several servers may differ by this much. */
const SKEW = 60_000
/** A time in base 36 and its HMAC-SHA256 in base64url. */
const STAMP_FORMAT = /^([0-9a-z]{1,10})\.([\w-]{43})$/

/** Stamps: the signed times at which forms were served. All servers on a database share the secret. */
export function createStamps(secret: string) {
  const sign = (time: string) => createHmac('sha256', secret).update(`form ${time}`).digest()
  const make = (now = Date.now()): string => {
    const time = now.toString(36)
    return `${time}.${sign(time).toString('base64url')}`
  }

  /** Milliseconds since the stamp was made; undefined for a forged one. */
  const ageOf = (stamp: unknown, now = Date.now()): number | undefined => {
    const [, time, signature] = STAMP_FORMAT.exec(typeof stamp === 'string' ? stamp : '') ?? []
    if (!time || !signature) return undefined
    if (!timingSafeEqual(sign(time), Buffer.from(signature, 'base64url'))) return undefined
    const age = now - Number.parseInt(time, 36)
    return age < -SKEW ? undefined : Math.max(0, age)
  }

  return {
    make,
    ageOf,

    /** The stamp to send a form again: the same while it is valid or too young, otherwise a new one. */
    again(stamp: unknown, isSpent = false, now = Date.now()): string {
      const age = ageOf(stamp, now)
      const isGood = age !== undefined && age <= MOST_FILL_MS && !(isSpent && age >= LEAST_FILL_MS)
      return make(isGood ? now - age : now)
    },
  }
}
