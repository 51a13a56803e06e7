import { hash } from 'node:crypto'
import SerializerSelector from '@fastify/fast-json-stringify-compiler'
import * as z from 'zod'
import { EARLIEST_DAY, LATEST_DAY } from '#contract/days.ts'
import { defOf, unwrap } from '#model/describe.ts'
import { isOrdered } from '#model/order.ts'
import { referencesOf } from '#model/references.ts'
import type { Resource } from '#model/resource.ts'
import { clears } from '#model/validate.ts'

/** A JSON schema, for Fastify's serializer and the API description. */
export type JsonSchema = Record<string, unknown>

/** The name of a resource's records in the API description: 'Career Field' becomes CareerField. */
export const schemaName = ({ label }: Resource): string => asName(label.one)

/** Words as a part of a name for programs. */
export const asName = (words: string): string => words.replace(/[^A-Za-z0-9]/g, '')

/**
 * The serializer's schema of a record: the keys in order, with defaults for missing ones. It requires no key: a
 * record that is older than a key lacks it, and must not fail its list.
 */
export function rowSchema(resource: Resource): JsonSchema {
  const schema = toSchema(resource.row, 'output')
  return { ...withoutRequired(schema), $id: schemaName(resource) }
}

/** The description's schema of a record, with the required keys. */
export function recordSchema(resource: Resource): JsonSchema {
  const { required, ...schema } = toSchema(resource.row, 'output')
  const stamps = ['createdAt', 'updatedAt'].filter((key) => key in resource.row.shape)
  return {
    ...schema,
    properties: {
      ...mapValues(propertiesOf(schema), withoutEntries),
      ...(resource.actions.includes('delete') && DELETION),
    },
    required: [...new Set([...textsIn(required), ...stamps])],
  }
}

/** A default list has entries without ids, unlike those of an answer. */
function withoutEntries(schema: JsonSchema): JsonSchema {
  const { default: absent, ...rest } = schema
  return Array.isArray(absent) && absent.some(isSchema) ? rest : schema
}

/** Further keys in a list of deleted records. */
export const DELETION: Record<string, JsonSchema> = {
  deletedAt: {
    type: 'string',
    format: 'date-time',
    description: 'In a list of deleted ones alone: when',
  },
  deletedBy: {
    ...object({ _id: { type: 'string' }, name: { type: 'string' } }),
    description: 'In a list of deleted ones alone: by whom, where it is known',
  },
}

/** The body that creates a record. Null is allowed where it stands for nothing. */
export function createSchema(resource: Resource): JsonSchema {
  const schema = withNulls(resource.create, bodySchema(resource.create))
  return { ...schema, examples: [resource.sample] }
}

/** The body that changes a record: any of the keys. Null clears an optional one. */
export function changeSchema(resource: Resource): JsonSchema {
  const { required, ...schema } = withNulls(resource.update, bodySchema(resource.update))
  const properties = propertiesOf(schema)
  const changes = Object.entries(resource.sample).filter(
    ([key]) => properties[key] && properties[key].type !== 'null',
  )
  return {
    ...schema,
    // A missing key keeps its stored value, so defaults do not apply.
    properties: mapValues(properties, ({ default: _, ...inner }) => inner),
    ...(changes.length > 0 && { examples: [Object.fromEntries(changes)] }),
  }
}

/** The schema of a body that is not a record. */
export const bodySchema = (schema: z.ZodType): JsonSchema => toSchema(schema, 'input')

/** The schema of an answer that is not a record. */
export const answerSchema = (schema: z.ZodType): JsonSchema => toSchema(schema, 'output')

/** Allows null wherever parseBody reads it as nothing, at any depth. */
function withNulls(schema: z.core.$ZodType, json: JsonSchema): JsonSchema {
  const def = defOf(unwrap(schema))
  if (def.type === 'array' && isSchema(json.items))
    return { ...json, items: withNulls(def.element, json.items) }
  if (def.type !== 'object' || !isSchema(json.properties)) return json
  const entries = Object.entries(json.properties).map(([key, inner]) => {
    const at = def.shape[key]
    if (!(at && isSchema(inner))) return [key, inner]
    const whole = withNulls(at, inner)
    return [key, clears(at, null) ? orNull(whole) : whole]
  })
  return { ...json, properties: Object.fromEntries(entries) }
}

function orNull(schema: JsonSchema): JsonSchema {
  if (schema.not) return { type: 'null' }
  if (typeof schema.type === 'string' && !schema.enum)
    return { ...schema, type: [schema.type, 'null'] }
  const { description, ...rest } = schema
  return { ...(description !== undefined && { description }), anyOf: [rest, { type: 'null' }] }
}

/** An object whose keys are all required. */
export function object(properties: Record<string, JsonSchema>): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties) }
}

/** Many routes share a schema, and converting it is most of the work at start. */
const converted = {
  input: new WeakMap<z.ZodType, JsonSchema>(),
  output: new WeakMap<z.ZodType, JsonSchema>(),
}

function toSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const known = converted[io].get(schema) ?? convert(schema, io)
  converted[io].set(schema, known)
  // Callers may change the result.
  return structuredClone(known)
}

function convert(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ jsonSchema, zodSchema }) {
      const def = defOf(zodSchema)
      if (io === 'output') {
        // The answer has the default, and each entry of a list has its id.
        if (def.type === 'prefault') jsonSchema.default = z.parse(zodSchema, undefined)
        if (def.type === 'object' && isOrdered(zodSchema))
          jsonSchema.required = ['_id', ...textsIn(jsonSchema.required)]
      }
      const reference = referencesOf(zodSchema).find(({ path }) => path === '')
      if (reference) {
        for (const key of Object.keys(jsonSchema)) delete jsonSchema[key]
        Object.assign(jsonSchema, referenceSchema(reference.to, io))
      }
      // Validators would divide binary fractions. The description says it in words.
      if (Number(jsonSchema.multipleOf) < 1) delete jsonSchema.multipleOf
      // The keys of any object are strings.
      if (Object.keys(Object(jsonSchema.propertyNames)).join() === 'type')
        delete jsonSchema.propertyNames
      // The format says the same.
      if (jsonSchema.format) delete jsonSchema.pattern
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
    },
  })
  return json
}

/** A body may have the record in place of its id (specification section 3). */
function referenceSchema(to: string, io: 'input' | 'output'): JsonSchema {
  const description = `The id of one of ${to}`
  const id = { type: 'string' }
  if (io === 'output') return { ...id, description }
  const record = (key: string) => ({ type: 'object', properties: { [key]: id }, required: [key] })
  return { description: `${description}, or the record`, anyOf: [id, record('_id'), record('id')] }
}

/** Removes `required` at any depth, and writes nullable types as one: the serializer is faster with those. */
function withoutRequired({ required, anyOf, ...rest }: JsonSchema): JsonSchema {
  const entries = Object.entries(rest).map(([key, inner]) => [
    key,
    // A record may have a key of the name `required`.
    key === 'properties' && isSchema(inner) ? mapValues(inner, deep) : deep(inner),
  ])
  return { ...Object.fromEntries(entries), ...nullable(anyOf) }
}

function deep(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(deep)
  return isSchema(value) ? withoutRequired(value) : value
}

function nullable(anyOf: unknown): JsonSchema {
  if (!Array.isArray(anyOf)) return {}
  const [inner, none, ...more] = anyOf
  const isPlain = isSchema(inner) && isSchema(none) && more.length === 0 && none.type === 'null'
  if (!isPlain || typeof inner.type !== 'string') return { anyOf: deep(anyOf) }
  return { ...withoutRequired(inner), type: [inner.type, 'null'] }
}

function mapValues<Value, Result>(
  all: Record<string, Value>,
  map: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(all).map(([key, value]) => [key, map(value)]))
}

/** The properties of an object's schema; none of another schema. */
export function propertiesOf({ properties }: JsonSchema): Record<string, JsonSchema> {
  const entries = isSchema(properties) ? Object.entries(properties) : []
  return Object.fromEntries(
    entries.filter((entry): entry is [string, JsonSchema] => isSchema(entry[1])),
  )
}

/** The items of a list as strings; none if it is not a list. */
export const textsIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A query parameter with a day, for a route's description. */
export function dayParameter(meaning: string): JsonSchema {
  const bounds = `${EARLIEST_DAY} to ${LATEST_DAY}`
  return { type: 'string', format: 'date', description: `${meaning}. A day from ${bounds}` }
}

type Factory = ReturnType<typeof SerializerSelector>
type Serializer = ReturnType<ReturnType<Factory>>

const factory = SerializerSelector()
/** Many routes have the same answers, above all the errors. */
const serializers = new Map<string, Serializer>()

/**
 * Fastify's serializers, each compiled for the first answer that needs it, once for all routes with the same schema.
 * Compiled at start, they would take most of its time and 40 MB.
 */
export const lazySerializers: Factory = (schemas, options) => {
  const compile = factory(schemas, options)
  let shared: string | undefined
  return (route) => {
    let serialize: Serializer | undefined
    return (value) => {
      if (serialize === undefined) {
        shared ??= JSON.stringify([schemas, options])
        const key = hash('sha1', JSON.stringify(route.schema) + shared)
        serialize = serializers.get(key) ?? compile(route)
        serializers.set(key, serialize)
      }
      return serialize(value)
    }
  }
}
