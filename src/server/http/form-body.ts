import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isObject } from '#model/paths.ts'
import type { Data } from '../store/shape.ts'
import { invalid } from './errors.ts'

/** What browsers send of a form without script. */
export const URLENCODED = 'application/x-www-form-urlencoded'

/**
 * Longest body of a form, in bytes: 5,000 characters of four bytes each, written with percent signs as
 * browsers without script send them, fit in.
 */
export const FORM_LIMIT = 65_536

/** Lets the routes of this scope, and no others, take urlencoded bodies beside JSON. */
export function parseFormsToo(app: FastifyInstance): void {
  app.addContentTypeParser(URLENCODED, { parseAs: 'string' }, (_request, body, done) =>
    done(null, fieldsOf(String(body))),
  )
}

/** Whether a browser without script sent this, so that a page has to answer. */
export function isPlainForm(request: FastifyRequest): boolean {
  const [kind = ''] = (request.headers['content-type'] ?? '').split(';', 1)
  return kind.trim().toLowerCase() === URLENCODED
}

/** The fields of a body. Throws 400 when it holds none. */
export function readFields(body: unknown): Data {
  if (isObject(body)) return body
  throw invalid('Send the fields of the form, as a JSON object or urlencoded.')
}

/** A field that occurs several times has a list, which no form of ours takes. */
function fieldsOf(body: string): Data {
  const sent = new URLSearchParams(body)
  const fields = [...new Set(sent.keys())].map((key) => {
    // Forms are sent with two characters for each line end, which nobody typed.
    const values = sent.getAll(key).map((value) => value.replaceAll('\r\n', '\n'))
    return [key, values.length === 1 ? values[0] : values]
  })
  return Object.fromEntries(fields)
}
