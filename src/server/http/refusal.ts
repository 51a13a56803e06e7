import type { Changed, ErrorBody, ErrorCode } from '#contract/api.ts'
import { plural } from '#model/plural.ts'
import type { FieldErrors } from '#model/words.ts'

/** Why something may not happen, in words for people. Which status that is, http/refusals.ts knows. */
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

const refusal = (code: ErrorCode, message: string) => new Refusal({ code, message })

/** Any wrong input. `fields` says it once more for each field. */
export function invalid(message: string, fields?: FieldErrors): Refusal {
  return new Refusal({ code: 'invalid', message, ...(fields && { fields }) })
}

/** A wrong parameter of the query; `fault` stands after its name. */
export function invalidParameter(name: string, fault: string): Refusal {
  const message = parameterFault(name, fault)
  return invalid(message, { [name]: message })
}

export function parameterFault(name: string, fault: string): string {
  return `The parameter '${name}' ${fault}.`
}

export function unauthenticated(message = 'Please sign in.'): Refusal {
  return refusal('unauthenticated', message)
}

/** By a rule, which the answer names; with a field, its sentence stands there too. */
export function forbidden(
  { rule, message }: { rule: string; message: string },
  field?: string,
): Refusal {
  const fields = field === undefined ? {} : { fields: { [field]: message } }
  return new Refusal({ code: 'forbidden', message, rule, ...fields })
}

export function notFound(message = 'There is nothing at this address.'): Refusal {
  return refusal('not_found', message)
}

/** The request is well formed, but what is stored stands against it. */
export function conflict(message: string, fields?: FieldErrors): Refusal {
  return new Refusal({ code: 'conflict', message, ...(fields && { fields }) })
}

/** The record has another version by now; `current` is what it holds, `changed` who made it so, and when. */
export function stale(
  noun: string,
  current: Record<string, unknown>,
  changed: Changed | undefined,
): Refusal {
  const message = `This ${noun} was changed by someone else meanwhile.`
  return new Refusal({ code: 'stale', message, current, ...(changed && { changed }) })
}

/** Another thing was asked under this Idempotency-Key before. */
export function keyReused(): Refusal {
  return refusal(
    'key_reused',
    'Another request was sent under this Idempotency-Key. Use a new one.',
  )
}

/** A file that is larger than any may be. */
export function fileTooLarge(most: number): Refusal {
  return refusal(
    'too_large',
    `The file is larger than ${Math.round(most / 1_048_576)} MB. Divide it.`,
  )
}

/** `why` is a sentence; another one says how long to wait. */
export function tooManyRequests(why: string, retryAfterSeconds: number): Refusal {
  const message = `${why} Please try again in ${inWords(retryAfterSeconds)}.`
  return new Refusal({ code: 'too_many_requests', message }, retryAfterSeconds)
}

function inWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  if (seconds < 60) return plural(seconds, 'a second', `${seconds} seconds`)
  return plural(minutes, 'a minute', `${minutes} minutes`)
}
