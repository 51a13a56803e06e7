import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isObject } from '#model/paths.ts'
import { invalid } from '#server/http/refusal.ts'
import type { Data } from '#server/records/shape.ts'

/** What browsers send of a form without script. */
export const URLENCODED = 'application/x-www-form-urlencoded'

/**
 * Longest body of a form, in bytes: 5,000 characters of four bytes each, written with percent signs as
 * browsers without script send them, fit in.
 */
export const FORM_LIMIT = 65_536

/** Fields that a post may have: more than any form of ours has, for what browsers add to them. */
const MOST_FIELDS = 20

/** Lets the routes of this scope, and no others, take urlencoded bodies beside JSON. */
export function parseFormsToo(app: FastifyInstance): void {
  app.addContentTypeParser(
    URLENCODED,
    { parseAs: 'string' },
    async (_request: unknown, body: string) => fieldsOf(body),
  )
}

/** Whether a browser without script sent this, so that a page has to answer. */
export function isPlainForm(request: FastifyRequest): boolean {
  const [kind = ''] = (request.headers['content-type'] ?? '').split(';', 1)
  return kind.trim().toLowerCase() === URLENCODED
}

/** The fields of a body. Throws 400 when it holds none, or more than any form. */
export function readFields(body: unknown): Data {
  if (!isObject(body)) throw invalid('Send the fields of the form, as a JSON object or urlencoded.')
  if (Object.keys(body).length > MOST_FIELDS) throw tooManyFields()
  return body
}

/**
 * A field that occurs several times has a list, which no form of ours takes. Throws 400 for more fields than any form
 * has, before they are looked at.
 */
function fieldsOf(body: string): Data {
  if (body.split('&', MOST_FIELDS + 1).length > MOST_FIELDS) throw tooManyFields()
  const fields = new Map<string, string | string[]>()
  for (const [key, sent] of new URLSearchParams(body)) {
    // Forms are sent with two characters for each line end, which nobody typed.
    const value = sent.replaceAll('\r\n', '\n')
    const before = fields.get(key)
    fields.set(key, before === undefined ? value : [before, value].flat())
  }
  return Object.fromEntries(fields)
}

function tooManyFields() {
  return invalid(`A form has at most ${MOST_FIELDS} fields.`)
}
