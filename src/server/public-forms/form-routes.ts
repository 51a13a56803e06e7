import type { FastifyPluginCallback, FastifyRequest } from 'fastify'
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
  THANKS_PATHS,
  TRAP,
} from '#contract/forms.ts'
import { MAILED_PATH } from '#contract/pages.ts'
import { parseBody } from '#model/validate.ts'
import { createErrorHandler } from '#server/http/error-handler.ts'
import { createSchema, type JsonSchema, object, propertiesOf } from '#server/http/json-schema.ts'
import type { Pages } from '#server/http/pages.ts'
import { invalid } from '#server/http/refusal.ts'
import type { Context } from '#server/http/route-context.ts'
import type { Data } from '#server/records/shape.ts'
import { FORM_LIMIT, isPlainForm, parseFormsToo, readFields, URLENCODED } from './form-body.ts'
import { createOriginCheck } from './form-origin.ts'
import { type Form, REFUSAL_ANSWERS, sendRefusals, tooManyPosts } from './form-refusal.ts'

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
            ...(context.room && { room: context.room }),
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
