import type { Changed, ErrorBody, ErrorCode } from '#contract/api.ts'
import type { FieldErrors } from '#model/words.ts'

/** A refusal with its status and body. Made by the functions below and nowhere else. */
export class HttpError extends Error {
  override name = 'HttpError'
  readonly status: number
  readonly body: ErrorBody
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, error: ErrorBody['error'], retryAfterSeconds?: number) {
    super(error.message)
    this.status = status
    this.body = { error }
    this.retryAfterSeconds = retryAfterSeconds
  }
}

const refusal = (status: number, code: ErrorCode, message: string) =>
  new HttpError(status, { code, message })

/** 400 for any wrong input. `fields` says it once more for each field. */
export function invalid(message: string, fields?: FieldErrors): HttpError {
  return new HttpError(400, { code: 'invalid', message, ...(fields && { fields }) })
}

/** 400 for a parameter of the query; `fault` stands after its name. */
export function invalidParameter(name: string, fault: string): HttpError {
  const message = `The parameter '${name}' ${fault}.`
  return invalid(message, { [name]: message })
}

/** For the statistics: whoever it is for has gone. */
export function brokenOff(): HttpError {
  return invalid('The request was broken off.')
}

export function unauthenticated(message = 'Please sign in.'): HttpError {
  return refusal(401, 'unauthenticated', message)
}

export function forbidden(message = 'Only administrators may do this.'): HttpError {
  return refusal(403, 'forbidden', message)
}

export function notFound(message = 'There is nothing at this address.'): HttpError {
  return refusal(404, 'not_found', message)
}

/** 409: the request is well formed, but what is stored stands against it. */
export function conflict(message: string, fields?: FieldErrors): HttpError {
  return new HttpError(409, { code: 'conflict', message, ...(fields && { fields }) })
}

/** 412: the record has another version by now; `current` is what it holds, `changed` who made it so, and when. */
export function stale(
  noun: string,
  current: Record<string, unknown>,
  changed: Changed | undefined,
): HttpError {
  const message = `This ${noun} was changed by someone else meanwhile.`
  return new HttpError(412, { code: 'stale', message, current, ...(changed && { changed }) })
}

export function tooLarge(limit = '1 MB'): HttpError {
  return refusal(413, 'too_large', `The body is larger than ${limit}.`)
}

export function unsupportedMediaType(kinds = 'application/json'): HttpError {
  return refusal(415, 'unsupported_media_type', `Send the body as ${kinds}.`)
}

/** 429. `why` is a sentence; another one says how long to wait. */
export function tooManyRequests(why: string, retryAfterSeconds: number): HttpError {
  const message = `${why} Please try again in ${inWords(retryAfterSeconds)}.`
  return new HttpError(429, { code: 'too_many_requests', message }, retryAfterSeconds)
}

function inWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  if (seconds < 60) return seconds === 1 ? 'a second' : `${seconds} seconds`
  return minutes === 1 ? 'a minute' : `${minutes} minutes`
}

export function unavailable(): HttpError {
  const message = 'The service is busy or starting again. Please try again in a moment.'
  return new HttpError(503, { code: 'unavailable', message }, 2)
}

export function storageFull(): HttpError {
  return refusal(507, 'storage_full', 'The storage is full, so nothing can be saved at present.')
}

/** 500 for all that nobody foresaw. It says nothing of the cause; the log does. */
export function internal(): HttpError {
  return refusal(500, 'internal', 'Something went wrong on the server.')
}
