import { MOST_ROWS } from '#contract/imports.ts'
import { LONGEST_BODY, MOST_VALUES } from './json-bounds.ts'
import { isSchema, type JsonSchema } from './json-schema.ts'

/** Node reads no more of a request's head; the address is a part of it. */
const LONGEST_HEAD = 16_384
/** A longer part of a path meets no route. */
const LONGEST_PART = 100
const LARGEST = Number.MAX_SAFE_INTEGER
const LARGEST_OF_32_BITS = 2_147_483_647

/** Of texts in a format, wherever they stand. */
const OF_FORMAT: Readonly<Record<string, number>> = { uuid: 36, date: 10 }
/** The longest time that is answered has nine digits of a second and an offset; one that is sent may have more. */
const LONGEST_TIME = 35

/** What holds everywhere at a place of the description, beside what its schemas say. */
interface Bounds {
  text: number
  list: number
}

const IN_PATH: Bounds = { text: LONGEST_PART, list: 0 }
const IN_HEAD: Bounds = { text: LONGEST_HEAD, list: LONGEST_HEAD }
const IN_BODY: Bounds = { text: LONGEST_BODY, list: MOST_VALUES }
/** No list that is answered is longer than what one import changed. */
const IN_ANSWER: Bounds = { text: LONGEST_BODY, list: MOST_ROWS }

const HOUSE = new Set([LARGEST, -LARGEST, LONGEST_HEAD, LONGEST_BODY, MOST_VALUES, MOST_ROWS])

/** Whether a limit is one that holds for everything, which people need not read at each key. */
export function isOfHouse(limit: number): boolean {
  return HOUSE.has(limit)
}

/**
 * A finished description with the limits that hold for everything, wherever no schema has a narrower one: programs,
 * gateways and scanners read limits from keywords, not from words. Nothing that is given is changed: serialisers read
 * the same schemas.
 */
export function withLimits<Described>(described: Described): Described {
  return stated(described, IN_ANSWER) as Described
}

function stated(value: unknown, bounds: Bounds): unknown {
  if (Array.isArray(value)) return value.map((one) => stated(one, bounds))
  if (!isSchema(value)) return value
  const entries = Object.entries(value).flatMap(([key, inner]) => {
    // Keys are texts anyway.
    if (key === 'propertyNames' && isSchema(inner) && Object.keys(inner).join() === 'type')
      return []
    return [[key, inside(key, inner, bounds)] as const]
  })
  return limited(Object.fromEntries(entries), bounds)
}

/** Values, which may look like schemas, stay as they are. */
const VALUES = new Set(['default', 'enum', 'const', 'example', 'examples', 'required'])

function inside(key: string, inner: unknown, bounds: Bounds): unknown {
  if (VALUES.has(key)) return inner
  if (key === 'properties' && isSchema(inner))
    return Object.fromEntries(
      Object.entries(inner).map(([name, one]) => [name, stated(one, bounds)]),
    )
  if (key === 'parameters' && Array.isArray(inner))
    return inner.map((one) => stated(one, Object(one).in === 'path' ? IN_PATH : IN_HEAD))
  return stated(inner, key === 'requestBody' ? IN_BODY : bounds)
}

function limited(schema: JsonSchema, bounds: Bounds): JsonSchema {
  const kinds = [schema.type].flat()
  if (schema.type === 'string' && schema.format === 'binary') {
    // A file is no text, and OpenAPI 3.1 has no type for it.
    const { type, ...file } = schema
    return file
  }
  return {
    ...schema,
    ...(kinds.includes('string') && textLimits(schema, bounds)),
    ...(kinds.includes('integer') && wholeNumberLimits(schema)),
    ...(kinds.includes('array') && { maxItems: schema.maxItems ?? bounds.list }),
  }
}

function textLimits(schema: JsonSchema, bounds: Bounds): JsonSchema {
  if ('maxLength' in schema || 'enum' in schema || 'const' in schema) return {}
  const isTime = schema.format === 'date-time' && bounds === IN_ANSWER
  const longest = isTime ? LONGEST_TIME : OF_FORMAT[String(schema.format)]
  return { maxLength: longest ?? bounds.text }
}

function wholeNumberLimits(schema: JsonSchema): JsonSchema {
  const { exclusiveMinimum, exclusiveMaximum } = schema
  const least = Number(schema.minimum ?? exclusiveMinimum ?? -LARGEST)
  const most = Number(schema.maximum ?? exclusiveMaximum ?? LARGEST)
  const isShort = least >= -LARGEST_OF_32_BITS && most <= LARGEST_OF_32_BITS
  return {
    ...(exclusiveMinimum === undefined && { minimum: least }),
    ...(exclusiveMaximum === undefined && { maximum: most }),
    format: isShort ? 'int32' : 'int64',
  }
}
