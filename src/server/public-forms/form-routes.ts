import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify'
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
import type { FormLimits, PlaceRefusal } from '#server/auth/limits.ts'
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
import type { Context } from '#server/http/route-context.ts'
import type { Data } from '#server/records/shape.ts'
import { FORM_LIMIT, isPlainForm, parseFormsToo, readFields, URLENCODED } from './form-body.ts'

interface Kept {
  /** Where the form's posts are kept. */
  resource: string
  /** Its call, for clients. */
  operationId: string
  /** Those that the public fills in. */
  fields: readonly string[]
  /** For the API's description, with what a 200 means. */
  summary: string
  stored: string
}

const FORMS: Readonly<Record<FormName, Kept>> = {
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
      'JSON: the address is on the waitlist, from now on, already, or once the link that is mailed to it is pressed: the same answer',
  },
}

const SECONDS = `${LEAST_FILL_MS / 1000} seconds`

/** Each is true of the stamp that comes with it, which Stamps.again makes. */
const NO_STAMP = `This page has been open for too long, or was not loaded whole. Please wait ${SECONDS} and send it once more; if that does not help, open the page anew.`
const TOO_OLD = `This page has been open for too long. Please wait ${SECONDS} and send it once more.`
const SPENT = `This page has sent enough. Please wait ${SECONDS} and send it once more.`
const FOREIGN =
  'This was sent by another site. Please look it over, and send it from a page of ours.'
const TOO_FAST = `That was faster than a person types. Please wait ${SECONDS} and send it again.`

/** Named as the stamp's fault, so that the page's script waits for the fresh one, and for no other. */
const waitFor = (words: string) => invalid(words, { [STAMP]: words })

/**
 * What anybody may post: a message, and an address for the waitlist. Cheap checks come first, and nothing
 * reaches the database before a post is whole, stamped, and within the limits.
 */
export function formRoutes(context: Context, pages: Pages): FastifyPluginCallback {
  const { registry, store, stamps, changes, waitlist } = context
  const isOurs = createOriginCheck(context.config)
  const send = sendRefusals(pages, stamps, store.formLimits)

  return (app, _options, done) => {
    parseFormsToo(app)
    for (const form of formsOf(context)) {
      const { name, resource, operationId, summary, stored } = form
      // Also to whoever fell into the trap, or is known.
      const isAsked = name === 'waitlist' && waitlist.asksByMail
      const thanks = isAsked
        ? { path: MAILED_PATH, answer: { message: MAILED_ANSWER, title: MAILED_TITLE } }
        : { path: THANKS_PATHS[name], answer: { message: FORM_ANSWERS[name] } }

      const accept = async (request: FastifyRequest): Promise<void> => {
        const sent = readFields(request.body)
        if (!isOurs(request)) throw invalid(FOREIGN)
        if (isFilled(sent[TRAP])) {
          request.log.debug({ form: name }, 'a post that fell into the trap was not stored')
          return
        }
        const parsed = parseBody(resource, 'create', only(form, sent))
        if (!parsed.ok) throw invalid(Object.values(parsed.errors).join(' '), parsed.errors)
        const age = stamps.ageOf(sent[STAMP])
        if (age === undefined) throw waitFor(NO_STAMP)
        if (age > MOST_FILL_MS) throw waitFor(TOO_OLD)
        if (age < LEAST_FILL_MS) throw waitFor(TOO_FAST)
        const refusal = await store.formLimits.count(request.ip, String(sent[STAMP]))
        if (refusal?.whose === 'stamp') throw waitFor(SPENT)
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
          errorHandler: createErrorHandler(registry, {
            send: (refusal, request, reply) => send(form, refusal, request, reply),
          }),
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

/** Those whose resource the registry has. */
function formsOf({ registry }: Context) {
  return (Object.keys(FORMS) as FormName[]).flatMap((name) => {
    const kept = FORMS[name]
    const resource = registry.find((one) => one.name === kept.resource)
    return resource ? [{ ...kept, name, resource }] : []
  })
}

/** Without what is not the public's to say, like the status of a message. */
function only({ fields }: Form, sent: Data): Data {
  return Object.fromEntries(Object.entries(sent).filter(([key]) => fields.includes(key)))
}

/** A person sees no such field and leaves it as it came, empty or not sent at all. */
function isFilled(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}

const DESCRIPTION = `In JSON or urlencoded, without a token. A post takes the stamp of the page it was typed on, at least ${SECONDS} and at most a day old, and good for a few posts. What a browser sends from another site is refused, unless CORS_ORIGINS has it. A client without such a page sends none first and takes one from the refusal: each refusal here has one in the header ${STAMP_HEADER}. What comes urlencoded is answered as by a page: 303 to the thanks, or the form again with its errors.`

const ANSWER = {
  ...object({
    message: { type: 'string', description: 'The thanks, for people' },
    title: { type: 'string', description: 'What stands over them, where more is to be done' },
  }),
  required: ['message'],
}

const THANKS = { type: 'null', description: 'Urlencoded: stored; Location leads to the thanks' }

/** What the public may send: the form's own fields, and the two that tell people from programs. */
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
    examples: [{ ...only(form, form.resource.sample), [STAMP]: 'as it came with the page' }],
  }
}

/**
 * Makes the judge of where a post was typed: on a page of this site, or of an origin that may call the API. A post
 * without a word of it was sent by no browser of today, and takes what all take.
 */
function createOriginCheck({ publicUrl, corsOrigins }: Pick<Config, 'publicUrl' | 'corsOrigins'>) {
  const ours = new Set([...corsOrigins, ...(publicUrl ? [publicUrl] : [])])
  return ({ headers, host }: Pick<FastifyRequest, 'headers' | 'host'>): boolean => {
    const { origin, 'sec-fetch-site': site } = headers
    if (origin !== undefined && ours.has(origin)) return true
    // A proxy may change the host that we see, and nothing changes this.
    if (site !== undefined) return site === 'same-origin' || site === 'none'
    return origin === undefined || hostOf(origin) === host.toLowerCase()
  }
}

/** Undefined for `null`, which browsers send of pages that shall not be known. */
function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}

/** One of the public forms: what it is called, where it is kept, and which fields the public fills in. */
interface Form {
  name: FormName
  resource: Resource
  fields: readonly string[]
}

/** Those that end with the visitor at the form, who can send it again. */
const AGAIN: readonly number[] = [400, 429, 500, 503, 507]

/** The same for the API's description. */
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
 * Answers a refusal of a form: in JSON, or to a browser without script with the form again, what was typed
 * kept and each error at its field. Both carry a stamp to send it again with. An address that is refused all the
 * time is told to wait instead.
 */
function sendRefusals(pages: Pages, stamps: Stamps, limits: FormLimits) {
  /** What nobody can mend but us, and what was limited already, is not counted. */
  const counted = async (
    refusal: Refusal,
    { ip: address, id }: FastifyRequest,
  ): Promise<Refusal> => {
    if (statusOf(refusal) >= 500) return withCode(refusal, id)
    if (refusal.error.code === 'too_many_requests') return inWordsOfForms(refusal)
    const excess = await limits.countRefused(address)
    return excess ? tooManyPosts(excess) : inWordsOfForms(refusal)
  }

  return async (
    form: Form,
    refusal: Refusal,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    const answer = await counted(refusal, request)
    const { error, retryAfterSeconds } = answer
    const status = statusOf(answer)
    if (retryAfterSeconds) reply.header('retry-after', retryAfterSeconds)
    const sent = isObject(request.body) ? request.body : {}
    const stamp = stamps.again(sent[STAMP], error.fields?.[STAMP] !== undefined)
    reply.header(STAMP_HEADER, stamp)
    const page = `${form.name}-again` as const
    if (isPlainForm(request) && AGAIN.includes(status) && (await pages.has(page)))
      return pages.send(request, reply, page, {
        status,
        slots: slotsOf(form, sent, error),
        stamp,
      })
    return reply.code(status).send(bodyOf(answer))
  }
}

/** 429 in words that say when to come back. */
function tooManyPosts({ whose, retryAfterSeconds }: PlaceRefusal): Refusal {
  const why =
    whose === 'address'
      ? 'Too much has been sent from your internet address.'
      : 'More is being sent to us than we can take.'
  return tooManyRequests(why, retryAfterSeconds)
}

/** What a visitor can tell us, and the log knows. */
function withCode({ error, retryAfterSeconds }: Refusal, code: string): Refusal {
  return new Refusal({ ...error, message: `${error.message} Code: ${code}` }, retryAfterSeconds)
}

function inWordsOfForms(refusal: Refusal): Refusal {
  if (refusal.error.code === 'too_large') return tooLarge(`${FORM_LIMIT / 1024} KB`)
  if (refusal.error.code === 'unsupported_media_type')
    return unsupportedMediaType(`application/json or ${URLENCODED}`)
  return refusal
}

/** What the page's marks are filled with, in plain text. */
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
    // The page has this mark at a choice of that value, and nowhere when there is none.
    slots[slot.chosen(field, value)] = 'selected'
    slots[slot.error(field)] = wrong[field] ?? ''
    slots[slot.invalid(field)] = String(wrong[field] !== undefined)
  }
  return slots
}

/** The signed times at which forms were served: how long somebody took to fill one in. */
export interface Stamps {
  make(now?: number): string
  /**
   * For sending once more: the same stamp while it is good, or only too young, so that whoever has taken the time
   * need not take it again. Who shows none of ours, one that is too old or one that is spent, begins anew.
   */
  again(stamp: unknown, isSpent?: boolean, now?: number): string
  /** Milliseconds since the stamp was made; undefined when we did not make it, or not yet. */
  ageOf(stamp: unknown, now?: number): number | undefined
}

/** How far the clocks of several servers may be apart. */
const SKEW = 60_000
/** A time in base 36 and its HMAC-SHA256 in base64url. */
const STAMP_FORMAT = /^([0-9a-z]{1,10})\.([\w-]{43})$/

/** Stamps under a secret that all servers on one database share. */
export function createStamps(secret: string): Stamps {
  const sign = (time: string) => createHmac('sha256', secret).update(`form ${time}`).digest()
  const make = (now = Date.now()) => {
    const time = now.toString(36)
    return `${time}.${sign(time).toString('base64url')}`
  }
  const ageOf = (stamp: unknown, now = Date.now()) => {
    const [, time, signature] = STAMP_FORMAT.exec(typeof stamp === 'string' ? stamp : '') ?? []
    if (!time || !signature) return undefined
    if (!timingSafeEqual(sign(time), Buffer.from(signature, 'base64url'))) return undefined
    const age = now - Number.parseInt(time, 36)
    return age < -SKEW ? undefined : Math.max(0, age)
  }
  return {
    make,
    ageOf,
    again(stamp, isSpent = false, now = Date.now()) {
      const age = ageOf(stamp, now)
      const isGood = age !== undefined && age <= MOST_FILL_MS && !(isSpent && age >= LEAST_FILL_MS)
      // The same again, unless it is of a clock that is ahead of ours.
      return make(isGood ? now - age : now)
    },
  }
}
