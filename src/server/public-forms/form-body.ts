import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LEAST_FILL_MS, MOST_FILL_MS } from '#contract/forms.ts'
import { isObject } from '#model/paths.ts'
import type { Config } from '#server/config.ts'
import { invalid } from '#server/http/refusal.ts'
import type { Data } from '#server/records/shape.ts'

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
export function readFields(body: unknown): Data {
  if (!isObject(body)) throw invalid('Send the fields of the form, as a JSON object or urlencoded.')
  if (Object.keys(body).length > MOST_FIELDS) throw tooManyFields()
  return body
}

/** A repeated field becomes a list, which no form accepts. Throws 400 for too many fields before it reads them. */
function fieldsOf(body: string): Data {
  if (body.split('&', MOST_FIELDS + 1).length > MOST_FIELDS) throw tooManyFields()
  const fields = new Map<string, string | string[]>()
  for (const [key, sent] of new URLSearchParams(body)) {
    // Browsers send CR LF for each line end.
    const value = sent.replaceAll('\r\n', '\n')
    const before = fields.get(key)
    fields.set(key, before === undefined ? value : [before, value].flat())
  }
  return Object.fromEntries(fields)
}

function tooManyFields() {
  return invalid(`A form has at most ${MOST_FIELDS} fields.`)
}

/**
 * Makes the check of where a post was typed: on a page of this site, or of an origin that may call the API. Browsers of
 * today say where; a post without that is accepted, because the other checks apply.
 */
export function createOriginCheck({
  publicUrl,
  corsOrigins,
}: Pick<Config, 'publicUrl' | 'corsOrigins'>) {
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
