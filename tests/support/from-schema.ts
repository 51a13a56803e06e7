import { Ajv, type ValidateFunction } from 'ajv'
import fc from 'fast-check'
import { isObject, setAt } from '#model/paths.ts'
import { MOST_VALUES } from '#server/http/body-limits.ts'

/** As much of a JSON schema as the API's description uses. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  format?: string
  description?: string
  enum?: unknown[]
  const?: unknown
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  readOnly?: boolean
}

export interface Drawing {
  /** Leads to the schema of a name. */
  resolve(ref: string): Schema
  /** Gives what a description in words asks for, which no keyword can say; undefined leaves it to the keywords. */
  special(schema: Schema, key: string): fc.Arbitrary<unknown> | undefined
  /** Whether a schema of the description allows a value. */
  allows(schema: Schema, value: unknown): boolean
}

const LONGEST_DRAWN = 40
const LARGEST_DRAWN = 1_000_000

/** Draws values that a schema allows. */
export function valuesOf(schema: Schema, drawing: Drawing, key = ''): fc.Arbitrary<unknown> {
  const special = drawing.special(schema, key)
  if (special) return special
  if (schema.$ref) return valuesOf(drawing.resolve(schema.$ref), drawing, key)
  const kinds = schema.anyOf ?? schema.oneOf
  if (kinds) return fc.oneof(...kinds.map((one) => valuesOf(one, drawing, key)))
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (Array.isArray(schema.type))
    return fc.oneof(...schema.type.map((type) => valuesOf({ ...schema, type }, drawing, key)))
  switch (schema.type) {
    case 'string':
      return textsOf(schema)
    case 'integer':
      return fc.integer({
        min: Math.max(schema.minimum ?? 0, -LARGEST_DRAWN),
        max: Math.min(schema.maximum ?? LARGEST_DRAWN, LARGEST_DRAWN),
      })
    case 'number':
      return fc.double({ min: schema.minimum ?? 0, max: schema.maximum ?? 1e6, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array': {
      const { items = {}, minItems = 0, maxItems = 4 } = schema
      const most = Math.max(minItems, Math.min(maxItems, 4))
      // Entries have ids of their own, and words to sort by come once, turned round or not.
      const selector = (one: unknown) =>
        isObject(one) ? (one.id ?? one._id ?? one) : String(one).replace(/^-/, '').toLowerCase()
      return fc.uniqueArray(valuesOf(items, drawing), {
        minLength: minItems,
        maxLength: most,
        selector,
      })
    }
    default:
      return objectsOf(schema, drawing)
  }
}

function objectsOf({ properties = {}, required = [] }: Schema, drawing: Drawing) {
  const entries = Object.entries(properties).map(([key, inner]) => {
    const value = valuesOf(inner, drawing, key)
    return [key, required.includes(key) ? value : fc.option(value, { nil: undefined })] as const
  })
  return fc
    .record(Object.fromEntries(entries))
    .map((all) => Object.fromEntries(Object.entries(all).filter(([, one]) => one !== undefined)))
}

const LETTERS = [
  ...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789äßçéñøłžЖ中あ👩=,;"\'<&',
]

function textsOf({ format, pattern, minLength = 0, maxLength = LONGEST_DRAWN }: Schema) {
  const word = fc.string({
    unit: fc.constantFrom(...LETTERS.slice(0, 62)),
    minLength: 12,
    maxLength: 20,
  })
  switch (format) {
    case 'email':
      return word.map((name) => `${name}@example.org`)
    case 'uri':
      return word.map((name) => `https://${name.toLowerCase()}.example.org/a?b=c`)
    case 'date':
      return fc.constantFrom('2026-10-01', '2026-11-01')
    case 'date-time':
      return fc.constantFrom('2026-10-01T08:30:00Z', '2026-11-01T08:30:00.250Z')
    case 'uuid':
      return fc.uuid({ version: 7 })
    default: {
      // A pattern of the whole text draws it; others only ask that it is not blank.
      if (pattern?.startsWith('^')) return fc.stringMatching(new RegExp(pattern))
      const least = Math.max(minLength, pattern ? 1 : 0)
      const most = Math.max(least, Math.min(maxLength, LONGEST_DRAWN))
      const unit = fc.constantFrom(...LETTERS)
      // The length of a text is counted in UTF-16 at either end.
      return fc
        .string({ unit, minLength: least, maxLength: most, size: 'max' })
        .map((text) =>
          text.length > most ? text.slice(0, most).toWellFormed().replaceAll('\uFFFD', 'x') : text,
        )
    }
  }
}

/** A body with one thing wrong, and where. */
export interface Wrong {
  path: string
  what: string
  body: unknown
}

/** The bodies that differ from an allowed one in one place, and are forbidden there: each place, each way. */
export function wrongBodies(schema: Schema, body: unknown, drawing: Drawing): Wrong[] {
  return faultsAt(schema, body, drawing).map(({ path, what, value }) => ({
    path,
    what,
    body: setAt(body, path, value),
  }))
}

interface Fault {
  path: string
  what: string
  value: unknown
}

function faultsAt(schema: Schema, value: unknown, drawing: Drawing, path = ''): Fault[] {
  if (schema.$ref) return faultsAt(drawing.resolve(schema.$ref), value, drawing, path)
  const below = (name: string | number) => (path ? `${path}.${name}` : String(name))
  // What is set by the server is not looked at.
  const own = path === '' || schema.readOnly ? [] : ownFaults(schema, drawing, path)
  if (Array.isArray(value) && schema.items) {
    const [first] = value
    const inner = first === undefined ? [] : faultsAt(schema.items, first, drawing, below(0))
    return [...own, ...inner]
  }
  if (!isObject(value) || !schema.properties) return own
  const missing = (schema.required ?? []).map((name) => ({
    path: below(name),
    what: 'missing',
    value: undefined,
  }))
  const inner = Object.entries(schema.properties).flatMap(([name, one]) =>
    faultsAt(one, value[name], drawing, below(name)),
  )
  return [...own, ...missing, ...inner]
}

/** Whether more than a limit can be sent at all: larger bodies are refused as a whole. */
function fits(limit: number | undefined): limit is number {
  return limit !== undefined && limit < MOST_VALUES
}

/** What a schema may be given that it must refuse. */
function ownFaults(schema: Schema, { allows }: Drawing, path: string): Fault[] {
  const { minimum, maximum, maxLength, maxItems } = schema
  const faults = [
    { what: 'null', value: null },
    { what: 'an object', value: { wrong: true } },
    { what: 'a flag', value: true },
    { what: 'a word', value: 'no such word' },
    { what: 'a number', value: 1.5 },
    ...(fits(maxLength) ? [{ what: 'too long', value: 'x'.repeat(maxLength + 1) }] : []),
    ...(maximum === undefined ? [] : [{ what: 'too much', value: maximum + 1 }]),
    ...(minimum === undefined ? [] : [{ what: 'too little', value: minimum - 1 }]),
    ...(fits(maxItems) ? [{ what: 'too many', value: Array(maxItems + 1).fill('x') }] : []),
  ]
  return faults.filter(({ value }) => !allows(schema, value)).map((fault) => ({ ...fault, path }))
}

/**
 * Makes the judge of a document: whether one of its schemas allows a value; undefined, or what is wrong, in words.
 * Formats are left to the server: for whoever reads the document they are words.
 */
export function judgeOf(document: object): (schema: object, value: unknown) => string | undefined {
  const ajv = new Ajv({ strict: false, validateFormats: false })
  ajv.addSchema({ $id: 'api', ...document })
  const known = new WeakMap<object, ValidateFunction>()
  return (schema, value) => {
    const whole = JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"api#/')
    const check = known.get(schema) ?? ajv.compile(JSON.parse(whole) as object)
    known.set(schema, check)
    return check(value) ? undefined : ajv.errorsText(check.errors)
  }
}
