import { API_BASE } from '#contract/api.ts'
import type { Resource } from '#model/resource.ts'
import type { Older } from '#server/db/older.ts'
import { isSchema, type JsonSchema, schemaName, textsIn } from './json-schema.ts'

/**
 * The API's description with what stored records hold that is older than their declaration: choices in use that
 * are no longer offered are among those of answers, of edits, which may send them back, and of filters; limits
 * that some records break are left out there; and what some lack is not said to be always there.
 */
export function withOlder<T extends object>(
  document: T,
  registry: readonly Resource[],
  older: Older,
): T {
  if (older.isEmpty) return document
  const copy = structuredClone(document)
  for (const resource of registry) {
    const { path } = resource.api
    const one = at(copy, 'paths', `${API_BASE}${path}/{id}`, 'put', 'requestBody')
    for (const schema of [
      at(copy, 'components', 'schemas', schemaName(resource)),
      at(one, 'content', 'application/json', 'schema'),
    ])
      widen(schema, resource, '', older)
    const parameters = at(copy, 'paths', `${API_BASE}${path}`, 'get', 'parameters')
    for (const parameter of Array.isArray(parameters) ? parameters : [])
      for (const schema of [at(parameter, 'schema'), at(parameter, 'schema', 'items')])
        widen(schema, resource, String(at(parameter, 'name')), older)
  }
  return copy
}

const LIMITS = [
  ...['minLength', 'maxLength', 'pattern', 'format', 'minItems', 'maxItems', 'multipleOf'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
]

/** Changes the schema of a path, and what is below it. */
function widen(schema: unknown, resource: Resource, path: string, older: Older): void {
  if (!isSchema(schema)) return
  const below = (key: string) => (path ? `${path}.${key}` : key)
  const choices = older.choices(resource, path)
  if (choices.length > 0 && Array.isArray(schema.enum)) {
    schema.enum = [...new Set([...schema.enum, ...choices])]
    const said = typeof schema.description === 'string' ? `${schema.description}. ` : ''
    schema.description = `${said}No longer offered, and kept where it stands: ${choices.join(', ')}`
  }
  if (older.isBeyond(resource, path)) for (const limit of LIMITS) delete schema[limit]
  for (const one of Array.isArray(schema.anyOf) ? schema.anyOf : [])
    widen(one, resource, path, older)
  widen(schema.items, resource, below('*'), older)
  if (!isSchema(schema.properties)) return
  if (schema.required)
    schema.required = textsIn(schema.required).filter(
      (key) => !older.isLacking(resource, below(key)),
    )
  for (const [key, inner] of Object.entries(schema.properties))
    widen(inner, resource, below(key), older)
}

function at(value: unknown, ...keys: string[]): unknown {
  let here = value
  for (const key of keys) here = isSchema(here) ? (here as JsonSchema)[key] : undefined
  return here
}
