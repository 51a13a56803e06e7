/** Result of a post: the confirmation texts, or the error and the invalid fields. */
export type Outcome =
  | { done: string; title?: string }
  | { failure: string; fields?: Record<string, string> }

/** Statuses whose messages tell the visitor what to do. Other errors get a general message. */
const TELLING = [400, 413, 429]

/** Reads an answer of the form routes. `failed` is the message for an unknown answer. */
export function readAnswer(status: number, body: unknown, failed: string): Outcome {
  const { message, title, error } = asRecord(body)
  if (status === 200 && isText(message)) return { done: message, ...(isText(title) && { title }) }
  const refusal = asRecord(error)
  if (!TELLING.includes(status) || !isText(refusal.message)) return { failure: failed }
  const fields = Object.entries(asRecord(refusal.fields)).filter(
    (entry): entry is [string, string] => isText(entry[1]),
  )
  return { failure: refusal.message, fields: Object.fromEntries(fields) }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
