import * as z from 'zod'
import { EARLIEST_DAY, LATEST_DAY } from '#contract/days.ts'
import { defOf, unwrap } from '#model/describe.ts'
import { isOrdered } from '#model/order.ts'
import { referencesOf } from '#model/references.ts'
import type { Resource } from '#model/resource.ts'
import { clears } from '#model/validate.ts'

/** A JSON schema, as Fastify's serialiser and the API description read it. */
export type JsonSchema = Record<string, unknown>

/** The name a resource's records have in the API description: 'Career Field' becomes CareerField. */
export function schemaName({ label }: Resource): string {
  return asName(label.one)
}

/** Words as a part of a name for programs. */
export function asName(words: string): string {
  return words.replace(/[^A-Za-z0-9]/g, '')
}

/**
 * What the serialiser writes of a record, in the wire's order, with the defaults of keys that it was stored
 * without. Nothing is required: a record that is older than a key without a default lacks it, and that must not
 * fail its list.
 */
export function rowSchema(resource: Resource): JsonSchema {
  const schema = toSchema(resource.row, 'output')
  return { ...withoutRequired(schema), $id: schemaName(resource) }
}

/** What the description says of a record: also what is always there. */
export function recordSchema(resource: Resource): JsonSchema {
  const { required, ...schema } = toSchema(resource.row, 'output')
  const stamps = ['createdAt', 'updatedAt'].filter((key) => key in resource.row.shape)
  const properties = Object.entries(propertiesOf(schema)).map(([key, inner]) => [
    key,
    withoutEntries(inner),
  ])
  return {
    ...schema,
    properties: {
      ...Object.fromEntries(properties),
      ...(resource.actions.includes('delete') && DELETION),
    },
    required: [...new Set([...textsIn(required), ...stamps])],
  }
}

/** Entries that stand for an absent list have no ids yet, as those of an answer do. */
function withoutEntries(schema: JsonSchema): JsonSchema {
  const { default: absent, ...rest } = schema
  return Array.isArray(absent) && absent.some(isSchema) ? rest : schema
}

/** What a list of deleted records says of each. */
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

/** What a create of a record takes: null as well, where it stands for nothing. */
export function createSchema(resource: Resource): JsonSchema {
  const schema = withNulls(resource.create, bodySchema(resource.create))
  return { ...schema, examples: [resource.sample] }
}

/** What an edit takes: any of the keys, for the body is laid over what is stored; null clears what may be absent. */
export function changeSchema(resource: Resource): JsonSchema {
  const { required, ...schema } = withNulls(resource.update, bodySchema(resource.update))
  const properties = propertiesOf(schema)
  // What is left out stays as it was: no default takes its place.
  const kept = Object.entries(properties).map(([key, { default: _, ...inner }]) => [key, inner])
  const changes = Object.entries(resource.sample).filter(
    ([key]) => properties[key] && properties[key].type !== 'null',
  )
  return {
    ...schema,
    properties: Object.fromEntries(kept),
    ...(changes.length > 0 && { examples: [Object.fromEntries(changes)] }),
  }
}

/** What a body that is no record holds. */
export function bodySchema(schema: z.ZodType): JsonSchema {
  return toSchema(schema, 'input')
}

/** The schema of a body with null wherever parseBody takes it for nothing, at any depth. */
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

/** What an answer that is no record holds. */
export function answerSchema(schema: z.ZodType): JsonSchema {
  return toSchema(schema, 'output')
}

/** An object whose keys are all required. */
export function object(properties: Record<string, JsonSchema>): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties) }
}

/** What was written already: many routes speak of one schema, and writing it is most of what a start costs. */
const written = {
  input: new WeakMap<z.ZodType, JsonSchema>(),
  output: new WeakMap<z.ZodType, JsonSchema>(),
}

function toSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const known = written[io].get(schema) ?? writeSchema(schema, io)
  written[io].set(schema, known)
  // Callers may change what they get.
  return structuredClone(known)
}

function writeSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ jsonSchema, zodSchema }) {
      const def = defOf(zodSchema)
      if (io === 'output') {
        // What stands for an absent value is filled in here as well, and each entry of a list was given its id.
        if (def.type === 'prefault') jsonSchema.default = z.parse(zodSchema, undefined)
        if (def.type === 'object' && isOrdered(zodSchema))
          jsonSchema.required = ['_id', ...textsIn(jsonSchema.required)]
      }
      const itself = referencesOf(zodSchema).find(({ path }) => path === '')
      if (itself) {
        for (const key of Object.keys(jsonSchema)) delete jsonSchema[key]
        Object.assign(jsonSchema, referenceSchema(itself.to, io))
      }
      // Validators would divide binary fractions: the description says it in words.
      if (Number(jsonSchema.multipleOf) < 1) delete jsonSchema.multipleOf
      // The keys of any object are strings.
      if (Object.keys(Object(jsonSchema.propertyNames)).join() === 'type')
        delete jsonSchema.propertyNames
      // The format says it already, and says it readably.
      if (jsonSchema.format) delete jsonSchema.pattern
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
    },
  })
  return json
}

/** Bodies may hold the record itself where its id belongs (specification section 3). */
function referenceSchema(to: string, io: 'input' | 'output'): JsonSchema {
  const description = `The id of one of ${to}`
  const id = { type: 'string' }
  if (io === 'output') return { ...id, description }
  const record = (key: string) => ({ type: 'object', properties: { [key]: id }, required: [key] })
  return { description: `${description}, or the record`, anyOf: [id, record('_id'), record('id')] }
}

/** Without `required` at any depth, and nullable kinds as one: the serialiser is faster at those. */
function withoutRequired(value: JsonSchema): JsonSchema {
  const { required, anyOf, ...rest } = value
  const entries = Object.entries(rest).map(([key, inner]) => [
    key,
    key === 'properties' && isSchema(inner) ? eachProperty(inner) : deep(inner),
  ])
  return { ...Object.fromEntries(entries), ...nullable(anyOf) }
}

/** A record may well have a key that is called `required`. */
function eachProperty(properties: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(properties).map(([key, inner]) => [key, deep(inner)]))
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

/** The properties of an object's schema; none of another. */
export function propertiesOf({ properties }: JsonSchema): Record<string, JsonSchema> {
  const entries = isSchema(properties) ? Object.entries(properties) : []
  return Object.fromEntries(
    entries.filter((entry): entry is [string, JsonSchema] => isSchema(entry[1])),
  )
}

/** The texts of a list; none of what is no list. */
export function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : []
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A parameter that the contract's `dayFault` reads, for a route's description. */
export function dayParameter(meaning: string): JsonSchema {
  const bounds = `${EARLIEST_DAY} to ${LATEST_DAY}`
  return { type: 'string', format: 'date', description: `${meaning}. A day from ${bounds}` }
}
