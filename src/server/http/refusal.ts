import type { Changed, ErrorBody, ErrorCode } from '#contract/api.ts'
import { type FieldErrors, plural } from '#model/words.ts'

const STATUS: Readonly<Record<ErrorCode, number>> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  stale: 412,
  key_reused: 422,
  too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
  storage_full: 507,
}

/** An error that the client may read. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly error: ErrorBody['error']
  readonly retryAfterSeconds: number | undefined

  constructor(error: ErrorBody['error'], retryAfterSeconds?: number) {
    super(error.message)
    this.error = error
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export const statusOf = ({ error }: Refusal): number => STATUS[error.code]

export const bodyOf = ({ error }: Refusal): ErrorBody => ({ error })

const refusal = (code: ErrorCode, message: string, more: Partial<ErrorBody['error']> = {}) =>
  new Refusal({ code, message, ...more })

/** Wrong input. `fields` has one sentence for each wrong field. */
export const invalid = (message: string, fields?: FieldErrors) =>
  refusal('invalid', message, fields && { fields })

/** A query that selects more records than may be changed at once. */
export const tooMany = (most: number) =>
  invalid(
    `More than ${most.toLocaleString('en')} records match. Narrow them down by a search or a filter.`,
  )

/** A wrong parameter of the query. `fault` completes "The parameter 'x' …". */
export function invalidParameter(name: string, fault: string): Refusal {
  return invalidField(name, parameterFault(name, fault))
}

/** One wrong field. */
export const invalidField = (name: string, message: string) => invalid(message, { [name]: message })

export const parameterFault = (name: string, fault: string) => `The parameter '${name}' ${fault}.`

export const unauthenticated = (message = 'Sign in first.') => refusal('unauthenticated', message)

/** The response names the rule. With `field`, the message is also at that field. */
export const forbidden = (
  { rule, message }: { rule: string; message: string },
  field?: string,
): Refusal =>
  refusal('forbidden', message, {
    rule,
    ...(field !== undefined && { fields: { [field]: message } }),
  })

export const notFound = (message = 'Nothing exists at this address.') =>
  refusal('not_found', message)

/** A well-formed request that conflicts with stored data. */
export const conflict = (message: string, fields?: FieldErrors) =>
  refusal('conflict', message, fields && { fields })

/** The record has another version now. `current` is its content, `changed` says who changed it and when. */
export const stale = (
  noun: string,
  current: Record<string, unknown>,
  changed: Changed | undefined,
): Refusal =>
  refusal('stale', `This ${noun} was changed by another user.`, {
    current,
    ...(changed && { changed }),
  })

/** The Idempotency-Key belongs to another request. */
export const keyReused = () =>
  refusal('key_reused', 'Another request used this Idempotency-Key. Use a new one.')

export const tooLarge = (limit = '1 MB') =>
  refusal('too_large', `The body is larger than ${limit}.`)

export const fileTooLarge = (most: number) =>
  refusal(
    'too_large',
    `The file is larger than ${Math.round(most / 1_048_576)} MB. Split it into smaller files.`,
  )

export const unsupportedMediaType = (kinds = 'application/json') =>
  refusal('unsupported_media_type', `Send the body as ${kinds}.`)

/** `why` is a sentence, to which another one adds how long to wait. */
export function tooManyRequests(why: string, retryAfterSeconds: number): Refusal {
  const minutes = Math.ceil(retryAfterSeconds / 60)
  const wait =
    retryAfterSeconds < 60
      ? plural(retryAfterSeconds, 'a second', `${retryAfterSeconds} seconds`)
      : plural(minutes, 'a minute', `${minutes} minutes`)
  const message = `${why} Try again in ${wait}.`
  return new Refusal({ code: 'too_many_requests', message }, retryAfterSeconds)
}

export const unavailable = (
  message = 'The service is busy or restarting. Try again in a moment.',
) => new Refusal({ code: 'unavailable', message }, 2)

export const storageFull = () =>
  refusal('storage_full', 'The storage is full. Nothing can be saved right now.')

export const internal = () => refusal('internal', 'Something went wrong on the server.')
