import type { ErrorBody, ErrorCode } from '#contract/api.ts'
import { invalid, Refusal } from './refusal.ts'

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

export function statusOf({ error }: Refusal): number {
  return STATUS[error.code]
}

export function bodyOf({ error }: Refusal): ErrorBody {
  return { error }
}

const refusal = (code: ErrorCode, message: string) => new Refusal({ code, message })

/** For the statistics: whoever it is for has gone. */
export function brokenOff(): Refusal {
  return invalid('The request was broken off.')
}

export function tooLarge(limit = '1 MB'): Refusal {
  return refusal('too_large', `The body is larger than ${limit}.`)
}

export function unsupportedMediaType(kinds = 'application/json'): Refusal {
  return refusal('unsupported_media_type', `Send the body as ${kinds}.`)
}

export function unavailable(): Refusal {
  const message = 'The service is busy or starting again. Please try again in a moment.'
  return new Refusal({ code: 'unavailable', message }, 2)
}

export function storageFull(): Refusal {
  return refusal('storage_full', 'The storage is full, so nothing can be saved at present.')
}

/** 500 for all that nobody foresaw. It says nothing of the cause; the log does. */
export function internal(): Refusal {
  return refusal('internal', 'Something went wrong on the server.')
}
