import { Ajv, type ValidateFunction } from 'ajv'
import { cleanText, trimUnseen } from '#model/clean-text.ts'
import { isObject } from '#model/paths.ts'
import type { Schema } from '../../support/from-schema.ts'
import type { Values } from '../../support/values.ts'

/** What only the server can know of what the document says in words. */
export interface Known {
  isRecord(resource: string, id: string): boolean
  isCommonPassword(password: string): boolean
}

interface Operation {
  requestBody?: { content: Record<string, { schema: Schema }> }
}

/**
 * The published document, read as a stranger would who writes a client: its keywords by a validator, its formats
 * by what RFC 3339 and RFC 3986 say of them, and the few rules that it says in words.
 */
export function readDocument(document: Values) {
  const ajv = new Ajv({ strict: false, formats: FORMATS })
  const compiled = new WeakMap<object, ValidateFunction>()
  const paths = document.paths as Record<string, Record<string, Operation>>

  return {
    /** The schema of the bodies of a call. */
    bodyOf(method: string, path: string): Schema {
      const found =
        paths[path]?.[method.toLowerCase()]?.requestBody?.content['application/json']?.schema
      if (!found) throw new Error(`The document has no body of ${method} ${path}.`)
      return found
    },

    /** Why a body is refused; undefined when it is not. */
    faultOf(schema: Schema, body: unknown, known: Known): string | undefined {
      const check = compiled.get(schema) ?? ajv.compile(schema)
      compiled.set(schema, check)
      const read = asRead(schema, body)
      if (!check(read)) return ajv.errorsText(check.errors)
      return inWords(schema, read, known)
    },
  }
}

const DAY = /^[1-9]\d{3}-\d\d-\d\d$/
const isDay = (text: string) =>
  DAY.test(text) && new Date(`${text}T00:00:00Z`).toISOString().startsWith(text)
const TIME =
  /^[Tt](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

const FORMATS = {
  email: /^[^\s@"(),:;<>[\\\]]+@[\w-]+(?:\.[\w-]+)+$/,
  uri: (text: string) => /^[\x21-\x7e]+$/.test(text) && URL.canParse(text),
  date: (text: string) => {
    try {
      return isDay(text)
    } catch {
      return false
    }
  },
  'date-time': (text: string) => FORMATS.date(text.slice(0, 10)) && TIME.test(text.slice(10)),
  uuid: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i,
  // What a whole number's limits say already.
  int32: true,
  int64: true,
  password: true,
} as const

/**
 * The body as the document says that it is read: free texts and addresses of emails cleaned; '' where a key may be
 * left out and only null would do is null; what is set by the server is not looked at.
 */
function asRead(schema: Schema, value: unknown, isRequired = false): unknown {
  if (typeof value === 'string') {
    // The rules of a text that may be null stand one level below.
    const { enum: words, format } = schema.anyOf?.find(({ type }) => type === 'string') ?? schema
    const isFree = !words && format === undefined
    const text = isFree ? cleanText(value) : format === 'email' ? trimUnseen(value) : value
    const isBlank = value === '' && !isRequired && takesNull(schema) && !takesText(schema)
    return isBlank ? null : text
  }
  if (Array.isArray(value)) return value.map((one) => asRead(schema.items ?? {}, one))
  if (!isObject(value)) return value
  const { properties = {}, required = [] } = partOf(schema)
  const entries = Object.entries(value).flatMap(([key, one]) => {
    const inner = Object.hasOwn(properties, key) ? properties[key] : undefined
    return inner?.readOnly ? [] : [[key, inner ? asRead(inner, one, required.includes(key)) : one]]
  })
  return Object.fromEntries(entries)
}

function takesNull({ type, anyOf = [] }: Schema): boolean {
  return type === 'null' || type?.includes('null') === true || anyOf.some(takesNull)
}

/** Whether '' is a value of its own there. */
function takesText(schema: Schema): boolean {
  const { type, format, enum: words, minLength, pattern, description = '', anyOf = [] } = schema
  if (/^The id of one of /.test(description)) return false
  const isText = type === 'string' || (Array.isArray(type) && type.includes('string'))
  return (isText && !(format || words || minLength || pattern)) || anyOf.some(takesText)
}

/** The object of a schema that may be null as well. */
function partOf(schema: Schema): Schema {
  return schema.anyOf?.find(({ properties, type }) => properties && type === 'object') ?? schema
}

/** What is said by a description or of all bodies, and not by a keyword. */
function inWords(schema: Schema, value: unknown, known: Known): string | undefined {
  if (value === null) return undefined
  const { description = '' } = schema
  const [, to] = /^The id of one of ([\w/-]+)/.exec(description) ?? []
  if (to) {
    const id = isObject(value) ? (value._id ?? value.id) : value
    return known.isRecord(to, String(id)) ? undefined : `${String(id)} is no record of ${to}`
  }
  if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed()))
    return 'a text holds what cannot be stored'
  if (/without a name before an @/.test(description) && typeof value === 'string' && value !== '')
    if (!/^https?:/i.test(value) || /\\/.test(value) || new URL(value).username !== '')
      return 'an address is none that may be opened'
  const [, decimals] = /^An amount in .*, with (\d) decimals/.exec(description) ?? []
  if (decimals && typeof value === 'number' && Number(value.toFixed(Number(decimals))) !== value)
    return 'an amount has too many decimals'
  if (schema.type === 'integer' && typeof value === 'number' && !Number.isSafeInteger(value))
    return 'a whole number is too large'
  if (schema.format === 'password' && known.isCommonPassword(String(value)))
    return 'a password is a common one'
  if (Array.isArray(value)) {
    const ids = value.map((one) => (isObject(one) ? one.id : undefined))
    if (/Each has an id of its own/.test(description) && new Set(ids).size < ids.length)
      return 'two entries have one id'
    return first(value.map((one) => inWords(schema.items ?? {}, one, known)))
  }
  if (!isObject(value)) return undefined
  const properties = partOf(schema).properties ?? {}
  return first(
    Object.entries(value).map(([key, one]) => {
      const inner = Object.hasOwn(properties, key) ? properties[key] : undefined
      return inner && inWords(inner, one, known)
    }),
  )
}

function first(all: readonly (string | undefined)[]): string | undefined {
  return all.find((one) => one !== undefined)
}
