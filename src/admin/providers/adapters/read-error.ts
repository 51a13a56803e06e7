import type { Changed } from '#contract/api.ts'
import { getAt, isObject } from '#model/paths.ts'
import type { FieldErrors } from '#model/words.ts'

/** An error answer; `message` is absent without readable text. */
export interface ErrorAnswer {
  message?: string
  fields: FieldErrors
  /** For a 403: the rule that refused. */
  rule?: string
  current?: Record<string, unknown> | undefined
  changed?: Changed | undefined
}

export function readError(body: unknown): ErrorAnswer {
  if (!isObject(body)) {
    const message = readable(body)
    return { fields: {}, ...(message && { message }) }
  }
  const error = getAt(body, 'error')
  const inner = isObject(error) ? error : {}
  const message = [inner.message, error, body.message, body.detail, body.title]
    .map(readable)
    .find((text) => text !== undefined)
  const current = getAt(inner, 'current')
  const rule = readable(inner.rule)
  const [at, by] = ['at', 'by'].map((key) => readable(getAt(inner, `changed.${key}`)))
  return {
    fields: { ...readFields(getAt(body, 'errors')), ...readFields(getAt(inner, 'fields')) },
    ...(message && { message }),
    ...(rule && { rule }),
    ...(isObject(current) && { current }),
    ...(at && { changed: { at, ...(by && { by }) } }),
  }
}

function readable(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  return text && text.length <= 300 && !/^\s*[<{[]/.test(text) ? text : undefined
}

/** Field messages as {field: text}, {field: [texts]} or [{path, message}]. */
function readFields(value: unknown): FieldErrors {
  const fields: FieldErrors = {}
  const add = (path: unknown, message: unknown) => {
    const text = readable(Array.isArray(message) ? message[0] : message)
    const at = Array.isArray(path) ? path.join('.') : path
    if (typeof at === 'string' && text) fields[at] = text
  }
  if (Array.isArray(value)) {
    for (const one of value)
      if (isObject(one)) add(getAt(one, 'path') ?? getAt(one, 'field'), getAt(one, 'message'))
  } else if (isObject(value))
    for (const [path, message] of Object.entries(value)) add(path, message)
  return fields
}
