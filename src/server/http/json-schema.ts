import * as z from 'zod'
import { referencesOf } from '#model/references.ts'
import type { Resource } from '#model/resource.ts'

/** A JSON schema, as Fastify's serialiser and the API description read it. */
export type JsonSchema = Record<string, unknown>

/** The name a resource's records have in the API description: 'Career Field' becomes CareerField. */
export function schemaName(resource: Resource): string {
  return resource.label.one.replace(/[^A-Za-z0-9]/g, '')
}

/**
 * What an answer holds, in the wire's order. Nothing is required: a record that was stored before a
 * key existed lacks it, and that must not fail its list.
 */
export function rowSchema(resource: Resource): JsonSchema {
  const schema = toSchema(resource.row, 'output')
  return { ...withoutRequired(schema), $id: schemaName(resource) }
}

/** What a create takes. */
export function bodySchema(schema: z.ZodType): JsonSchema {
  return toSchema(schema, 'input')
}

/** What an edit takes: any of the keys, for the body is laid over what is stored; null clears an optional one. */
export function changeSchema(schema: z.ZodType): JsonSchema {
  const { required, properties, ...rest } = toSchema(schema, 'input')
  const needed: readonly unknown[] = Array.isArray(required) ? required : []
  const entries = Object.entries(isSchema(properties) ? properties : {}).map(([key, inner]) => [
    key,
    needed.includes(key) || !isSchema(inner) || inner.not ? inner : orNull(inner),
  ])
  return { ...rest, properties: Object.fromEntries(entries) }
}

function orNull(schema: JsonSchema): JsonSchema {
  if (typeof schema.type === 'string' && !schema.enum)
    return { ...schema, type: [schema.type, 'null'] }
  const { description, default: preset, ...rest } = schema
  return {
    ...(description !== undefined && { description }),
    ...(preset !== undefined && { default: preset }),
    anyOf: [rest, { type: 'null' }],
  }
}

/** What an answer that is no record holds. */
export function answerSchema(schema: z.ZodType): JsonSchema {
  return toSchema(schema, 'output')
}

/** An object whose keys are all required. */
export function object(properties: Record<string, JsonSchema>): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties) }
}

function toSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ jsonSchema, zodSchema }) {
      const itself = referencesOf(zodSchema).find(({ path }) => path === '')
      if (itself) {
        for (const key of Object.keys(jsonSchema)) delete jsonSchema[key]
        Object.assign(jsonSchema, referenceSchema(itself.to, io))
      }
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

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
