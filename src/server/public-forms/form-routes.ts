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
import { createErrorHandler } from '#server/http/error-handler.ts'
import {
  createSchema,
  type JsonSchema,
  object,
  propertiesOf,
  textSchema,
} from '#server/http/json-schema.ts'
import type { Pages } from '#server/http/pages.ts'
import {
  bodyOf,
  invalid,
  invalidField,
  Refusal,
  statusOf,
  tooLarge,
  unsupportedMediaType,
} from '#server/http/refusal.ts'
import type { Data } from '#server/records/shape.ts'
import type { Context } from '#server/services.ts'
import { isOurs, WAIT } from './form-checks.ts'

interface Form {
  name: FormName
  resource: string
  operationId: string
  /** The fields that the public may set. */
  fields: readonly string[]
  summary: string
  stored: string
}
const FORMS: readonly Form[] = [
  {
    name: 'contact',
    resource: 'messages',
    operationId: 'sendMessage',
    fields: ['name', 'email', 'subject', 'message'],
    summary: 'Send a contact message',
    stored: 'JSON: the message is stored',
  },
  {
    name: 'waitlist',
    resource: 'waitlist',
    operationId: 'joinWaitlist',
    fields: ['email', 'who'],
    summary: 'Join the waitlist',
    stored:
      'JSON: the address is on the waitlist, or will be once it is confirmed by the emailed link. A known address gets the same response',
  },
]

const NO_STAMP = `This page has expired or did not load completely. Wait ${WAIT}, then send the form again. If that does not help, reload the page.`
const TOO_OLD = `This page has expired. Wait ${WAIT}, then send the form again.`
const FOREIGN = 'This form was sent from another site. Check it, then send it again from this page.'
const TOO_FAST = `The form was sent too quickly. Wait ${WAIT}, then send it again.`

/**
 * Creates the plugin for the public forms: a contact message, and an address for the waitlist. Cheap checks come first:
 * a post must be valid, stamped and within the limits before it costs a query.
 */
export function formRoutes(context: Context, pages: Pages): FastifyPluginCallback {
  const { config, registry, store, stamps, changes, waitlist } = context

  return (app, _options, done) => {
    parseFormsToo(app)
    for (const form of FORMS) {
      const { name, operationId, summary, stored } = form
      const resource = registry.find((one) => one.name === form.resource)
      if (!resource) continue
      // Trapped programs and known addresses get the same response.
      const thanks =
        name === 'waitlist' && waitlist.asksByMail
          ? { path: MAILED_PATH, answer: { message: MAILED_ANSWER, title: MAILED_TITLE } }
          : { path: THANKS_PATHS[name], answer: { message: FORM_ANSWERS[name] } }

      const accept = async (request: FastifyRequest): Promise<void> => {
        const sent = readFields(request.body)
        if (!isOurs(request, config)) throw invalid(FOREIGN)
        // Browsers leave the hidden field empty.
        if ((sent[TRAP] ?? '') !== '') {
          request.log.debug({ form: name }, 'a spam post was not stored')
          return
        }
        const parsed = parseBody(resource, 'create', only(form, sent))
        if (!parsed.ok) throw invalid(Object.values(parsed.errors).join(' '), parsed.errors)
        const age = stamps.ageOf(sent[STAMP])
        // The error is at the stamp, so that the page's script waits for the new one.
        if (age === undefined) throw invalidField(STAMP, NO_STAMP)
        if (age > MOST_FILL_MS) throw invalidField(STAMP, TOO_OLD)
        if (age < LEAST_FILL_MS) throw invalidField(STAMP, TOO_FAST)
        await store.formLimits.count(request.ip, String(sent[STAMP]))
        const by = { id: null, requestId: request.id, role: null, via: 'public' } as const
        if (name === 'waitlist') await waitlist.join(parsed.value, by)
        else await changes.create(resource.name, parsed.value, by)
      }

      app.post<{ Reply: FormAnswer }>(
        FORM_PATHS[name],
        {
          config: { access: 'public', refuses: [429], refusalAnswers: REFUSAL_ANSWERS },
          bodyLimit: FORM_LIMIT,
          errorHandler: createErrorHandler(registry, (...refused) =>
            answerRefusal(context, pages, form, ...refused),
          ),
          schema: {
            tags: ['Public forms'],
            operationId,
            summary,
            description: DESCRIPTION,
            consumes: ['application/json', URLENCODED],
            body: formSchema(form, resource),
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

/** Removes fields that the public may not set, such as the status of a message. */
function only({ fields }: Form, sent: Data): Data {
  return Object.fromEntries(Object.entries(sent).filter(([key]) => fields.includes(key)))
}

const DESCRIPTION = `Accepts JSON or a urlencoded form, without a token. A post needs the stamp of its page. A stamp must be between ${WAIT} and a day old, and is valid for a few posts. A client without a page gets a stamp from the header ${STAMP_HEADER} of any error. Posts that browsers send from other sites are refused, unless CORS_ORIGINS lists the site. The response to a urlencoded post is for browsers: 303 to the thanks page, or the form again with its errors.`
const ANSWER = object(
  { message: textSchema('The thank-you message to show to the visitor') },
  {
    title: textSchema(
      'The heading of the thank-you message, if the visitor has something left to do',
    ),
  },
)
const THANKS = { type: 'null', description: 'Urlencoded: stored; Location is the thanks page' }

/** The form's own fields, the stamp and the trap. */
function formSchema(form: Form, resource: Resource): JsonSchema {
  const { required, examples, ...schema } = createSchema(resource)
  const needed: readonly string[] = Array.isArray(required) ? required : []
  return {
    ...schema,
    properties: {
      ...only(form, propertiesOf(schema)),
      [STAMP]: textSchema('The signed time at which the form was served'),
      [TRAP]: textSchema('Must stay empty; only spam programs fill it in'),
    },
    required: [...needed.filter((key) => form.fields.includes(key)), STAMP],
    examples: [{ ...only(form, resource.sample), [STAMP]: 'the stamp of the page' }],
  }
}

/** Statuses after which the visitor sees the form again. */
const AGAIN: readonly number[] = [400, 429, 500, 503, 507]
const REFUSAL_ANSWERS = {
  headers: { [STAMP_HEADER]: textSchema('The stamp to send the form again with') },
  content: {
    'text/html': {
      of: AGAIN,
      schema: textSchema('Urlencoded: the form again, with its errors'),
    },
  },
}

/**
 * Sends a refusal in JSON or, for a browser without script, as the form with the sent values and each error at its
 * field. Both include a stamp to send the form again. An address with too many refusals has to wait.
 */
async function answerRefusal(
  { stamps, store }: Context,
  pages: Pages,
  form: Form,
  refusal: Refusal,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const isCounted = statusOf(refusal) < 500 && refusal.error.code !== 'too_many_requests'
  const flood = isCounted ? await store.formLimits.countRefused(request.ip) : undefined
  const answer = flood ?? inWordsOfForms(refusal, request)
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

function inWordsOfForms(refusal: Refusal, { id }: FastifyRequest): Refusal {
  const { error, retryAfterSeconds } = refusal
  if (error.code === 'too_large') return tooLarge(`${FORM_LIMIT / 1024} KB`)
  if (error.code === 'unsupported_media_type')
    return unsupportedMediaType(`application/json or ${URLENCODED}`)
  if (statusOf(refusal) < 500) return refusal
  // The request id lets a visitor report the error.
  return new Refusal({ ...error, message: `${error.message} Code: ${id}` }, retryAfterSeconds)
}

/** The values of the page's placeholders, in plain text. */
function slotsOf({ fields }: Form, sent: Data, error: Refusal['error']): Record<string, string> {
  const wrong = error.fields ?? {}
  const isAtFields = fields.some((field) => wrong[field])
  const failure = isAtFields ? 'Not sent. Correct the marked fields.' : error.message
  const slots: Record<string, string> = { [slot.failure]: failure }
  for (const field of fields) {
    const typed = sent[field]
    const value = typeof typed === 'string' ? typed : ''
    slots[slot.value(field)] = value
    // The page has this placeholder at the choice with that value.
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

/**
 * Also parses urlencoded bodies, only in the routes of this scope. A repeated field becomes a list, which no form
 * accepts.
 */
export function parseFormsToo(app: FastifyInstance): void {
  app.addContentTypeParser(
    URLENCODED,
    { parseAs: 'string' },
    async (_request: unknown, body: string) => fieldsIn(body),
  )
}

/** Returns whether the request comes from a browser without script, which gets a page as response. */
export function isPlainForm(request: FastifyRequest): boolean {
  const [kind = ''] = (request.headers['content-type'] ?? '').split(';', 1)
  return kind.trim().toLowerCase() === URLENCODED
}

function fieldsIn(body: string): Data {
  requireFew(body.split('&'))
  // Browsers send CR LF for each line end.
  return { ...parse(body.replaceAll(/%0D%0A/gi, '%0A')) }
}

function requireFew({ length }: readonly string[]): void {
  if (length > MOST_FIELDS) throw invalid(`A form has at most ${MOST_FIELDS} fields.`)
}

/** The fields of a body. Throws 400 for any other body, and for too many. */
function readFields(body: unknown): Data {
  if (!isObject(body)) throw invalid('Send the fields of the form, as a JSON object or urlencoded.')
  requireFew(Object.keys(body))
  return body
}
