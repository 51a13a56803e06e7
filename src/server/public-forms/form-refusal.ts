import type { FastifyReply, FastifyRequest } from 'fastify'
import { type FormName, STAMP, STAMP_HEADER, slot } from '#contract/forms.ts'
import { isObject } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import type { Pages } from '#server/http/pages.ts'
import { Refusal, tooManyRequests } from '#server/http/refusal.ts'
import { bodyOf, statusOf, tooLarge, unsupportedMediaType } from '#server/http/refusals.ts'
import { FORM_LIMIT, isPlainForm, URLENCODED } from './form-body.ts'
import type { FormLimits, PlaceRefusal } from './form-limits.ts'
import type { Stamps } from './form-stamp.ts'

/** One of the public forms: what it is called, where it is kept, and which fields the public fills in. */
export interface Form {
  name: FormName
  resource: Resource
  fields: readonly string[]
}

/** Those that end with the visitor at the form, who can send it again. */
const AGAIN: readonly number[] = [400, 429, 500, 503, 507]

/** The same for the API's description. */
export const REFUSAL_ANSWERS = {
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
export function sendRefusals(pages: Pages, stamps: Stamps, limits: FormLimits) {
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
export function tooManyPosts({ whose, retryAfterSeconds }: PlaceRefusal): Refusal {
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
