import SerializerSelector from '@fastify/fast-json-stringify-compiler'
import * as z from 'zod'
import { EARLIEST_DAY, LATEST_DAY } from '#contract/days.ts'
import { defOf } from '#model/describe.ts'
import { isOrdered } from '#model/order.ts'
import { isObject } from '#model/paths.ts'
import { targetOf } from '#model/references.ts'
import type { Resource } from '#model/resource.ts'
import { clears } from '#model/validate.ts'

/** A JSON schema, for Fastify's serializer and the API description. */
export type JsonSchema = Record<string, unknown>

/** Returns the name of a resource's records in the OpenAPI description: 'Career Field' becomes CareerField. */
export const schemaName = ({ label }: Resource): string => asName(label.one)

/** Converts words into a part of an identifier. */
export const asName = (words: string): string => words.replace(/[^A-Za-z0-9]/g, '')

/**
 * Returns the serializer's schema of a record: the keys in order, with defaults for missing ones. It requires no key,
 * because records older than a key lack it and must not break their list.
 */
export function rowSchema(resource: Resource): JsonSchema {
  const schema = convert(resource.row, 'stored record')
  const deletion = resource.actions.includes('delete') ? DELETION : {}
  const properties = { ...propertiesOf(schema), ...deletion }
  return { ...schema, properties, $id: schemaName(resource) }
}

/** Returns the OpenAPI schema of a record, with the required keys. */
export function recordSchema(resource: Resource): JsonSchema {
  const schema = answerSchema(resource.row)
  const properties = propertiesOf(schema)
  // The entries of a default list have no ids, unlike those of a response.
  for (const property of Object.values(properties))
    if (Array.isArray(property.default) && isObject(property.default[0])) delete property.default
  const stamps = ['createdAt', 'updatedAt'].filter((key) => key in resource.row.shape)
  return {
    ...schema,
    properties: { ...properties, ...(resource.actions.includes('delete') && DELETION) },
    required: [...new Set([...textsIn(schema.required), ...stamps])],
  }
}

/** Further keys in a list of deleted records. */
const DELETION: Record<string, JsonSchema> = {
  deletedAt: {
    type: 'string',
    format: 'date-time',
    description: 'Only in a list of deleted records: when it was deleted',
  },
  deletedBy: {
    ...object({ _id: { type: 'string' }, name: { type: 'string' } }),
    description: 'Only in a list of deleted records: who deleted it, if known',
  },
}

/** Returns the schema of the body that creates a record. */
export function createSchema({ create, sample }: Resource): JsonSchema {
  return { ...convert(create, 'record body'), examples: [sample] }
}

/** Returns the schema of the body that changes a record: any of the keys. Null clears an optional one. */
export function changeSchema({ update, sample }: Resource): JsonSchema {
  const { required, ...schema } = convert(update, 'record body')
  const properties = propertiesOf(schema)
  // A missing key keeps its stored value, so defaults do not apply.
  for (const property of Object.values(properties)) delete property.default
  const changes = Object.entries(sample).filter(
    ([key]) => properties[key] && properties[key].type !== 'null',
  )
  return { ...schema, ...(changes.length > 0 && { examples: [Object.fromEntries(changes)] }) }
}

/** The schemas of bodies and responses other than records. */
export const bodySchema = (schema: z.ZodType) => convert(schema, 'body')
export const answerSchema = (schema: z.ZodType) => convert(schema, 'answer')

/** Returns the schema of an object with required and optional keys. */
export function object(
  properties: Record<string, JsonSchema>,
  optional: Record<string, JsonSchema> = {},
): JsonSchema {
  const required = Object.keys(properties)
  return { type: 'object', properties: { ...properties, ...optional }, required }
}

/** Returns the schema of a text with its description. */
export const textSchema = (description: string): JsonSchema => ({ type: 'string', description })

function convert(
  schema: z.ZodType,
  purpose: 'body' | 'record body' | 'answer' | 'stored record',
): JsonSchema {
  const isOutput = purpose === 'answer' || purpose === 'stored record'
  const { $schema, ...result } = z.toJSONSchema(schema, {
    io: isOutput ? 'output' : 'input',
    unrepresentable: 'any',
    // Zod calls it for inner schemas first.
    override({ jsonSchema: json, zodSchema }) {
      const def = defOf(zodSchema)
      const target = targetOf(zodSchema)
      if (target !== undefined) {
        for (const key of Object.keys(json)) delete json[key]
        Object.assign(json, referenceSchema(target, isOutput))
      }
      // Validators would fail on binary fractions. The description says it in words.
      if (Number(json.multipleOf) < 1) delete json.multipleOf
      // The keys of any object are strings.
      if (Object.keys(Object(json.propertyNames)).join() === 'type') delete json.propertyNames
      // The format says the same.
      if (json.format) delete json.pattern
      if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum
      if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum
      // Responses include defaults, and each entry of a list has its id.
      if (isOutput && def.type === 'prefault') json.default = z.parse(zodSchema, undefined)
      if (isOutput && def.type === 'object' && isOrdered(zodSchema))
        json.required = ['_id', ...textsIn(json.required)]
      if (purpose === 'stored record') {
        delete json.required
        if (def.type === 'nullable') mergeNull(json)
      }
      if (purpose === 'record body' && def.type === 'object') allowNulls(json, def.shape)
    },
  })
  return result
}

/** Returns the schema of a reference. A body may have the record in place of its id. */
function referenceSchema(to: string, isOutput: boolean): JsonSchema {
  const description = `The id of one of ${to}`
  const id = { type: 'string' }
  if (isOutput) return { ...id, description }
  const record = (key: string) => ({ type: 'object', properties: { [key]: id }, required: [key] })
  return { description: `${description}, or the record`, anyOf: [id, record('_id'), record('id')] }
}

/** Merges a nullable type into one schema, which makes the serializer faster. */
function mergeNull(json: JsonSchema): void {
  const [inner] = Array.isArray(json.anyOf) ? json.anyOf : []
  if (typeof inner?.type !== 'string') return
  delete json.anyOf
  Object.assign(json, inner, { type: [inner.type, 'null'] })
}

/** Allows null for each key where parseBody reads null as absent. */
function allowNulls(json: JsonSchema, shape: Readonly<Record<string, z.core.$ZodType>>): void {
  const properties = propertiesOf(json)
  for (const [key, inner] of Object.entries(properties)) {
    if (!(shape[key] && clears(shape[key], null))) continue
    const { description, ...rest } = inner
    const described = description === undefined ? {} : { description }
    if (inner.not) properties[key] = { type: 'null' }
    else if (typeof inner.type === 'string' && !inner.enum)
      properties[key] = { ...inner, type: [inner.type, 'null'] }
    else properties[key] = { ...described, anyOf: [rest, { type: 'null' }] }
  }
  json.properties = properties
}

/** The properties of an object's schema; none of another schema. */
export const propertiesOf = ({ properties }: JsonSchema) =>
  ({ ...Object(properties) }) as Record<string, JsonSchema>

/** The items of a list as strings; none if it is not a list. */
export const textsIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** Returns the OpenAPI schema of a query parameter with a day. */
export function dayParameter(meaning: string): JsonSchema {
  const bounds = `${EARLIEST_DAY} to ${LATEST_DAY}`
  return { type: 'string', format: 'date', description: `${meaning}. A day from ${bounds}` }
}

type Factory = ReturnType<typeof SerializerSelector>

const factory = SerializerSelector()

/**
 * Returns Fastify's serializers. Each is compiled for the first response that needs it, once for all routes with the
 * same schema. Compiling all of them at startup would take most of the time and 40 MB.
 */
export const lazySerializers: Factory = (schemas, options) => {
  const compile = factory(schemas, options)
  const serializers = new Map<string, ReturnType<typeof compile>>()
  return (route) => {
    let serialize: ReturnType<typeof compile> | undefined
    return (value) => {
      if (serialize === undefined) {
        const key = JSON.stringify(route.schema)
        serialize = serializers.get(key) ?? compile(route)
        serializers.set(key, serialize)
      }
      return serialize(value)
    }
  }
}
