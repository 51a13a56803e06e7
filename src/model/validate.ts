import * as z from 'zod'
import { unwrap } from './describe.ts'
import { numbered } from './order.ts'
import { isObject } from './paths.ts'
import { labelOf, type Resource } from './resource.ts'
import { explainIssues, type FieldErrors, humanise } from './words.ts'

export type Parsed =
  | { ok: true; value: Record<string, unknown> }
  | { ok: false; errors: FieldErrors }

/**
 * Checks a body by the resource's create or update schema, in the browser and at the API alike.
 * Null clears a key that may be absent. Entries of ordered lists are numbered by their position.
 * Gives the value with defaults filled and unknown keys left out, or one sentence per wrong field.
 */
export function parseBody(resource: Resource, mode: 'create' | 'edit', body: unknown): Parsed {
  const schema = mode === 'create' ? resource.create : resource.update
  const given = withoutNulls(schema, numbered(schema, body))
  const parsed = z.safeParse(schema, given)
  if (parsed.success) return { ok: true, value: parsed.data }
  const label = (path: string) => labelOf(resource, path) ?? (path ? humanise(path) : 'The body')
  return { ok: false, errors: explainIssues(parsed.error.issues, given, label) }
}

/** Without the keys that are null where they may be absent but not null, at any depth. */
function withoutNulls(schema: z.core.$ZodType, value: unknown): unknown {
  const def = (unwrap(schema) as z.core.$ZodTypes)._zod.def
  if (def.type === 'array' && Array.isArray(value))
    return value.map((item) => withoutNulls(def.element, item))
  if (def.type !== 'object' || !isObject(value)) return value
  const entries = Object.entries(value).flatMap(([key, one]): [string, unknown][] => {
    const inner = Object.hasOwn(def.shape, key) ? def.shape[key] : undefined
    if (!inner) return [[key, one]]
    return one === null && isClearable(inner) ? [] : [[key, withoutNulls(inner, one)]]
  })
  return Object.fromEntries(entries)
}

const clearable = new WeakMap<z.core.$ZodType, boolean>()

/** May be absent but not null: null clears it, since JSON cannot say undefined. */
function isClearable(schema: z.core.$ZodType): boolean {
  const known = clearable.get(schema)
  if (known !== undefined) return known
  const absent = z.safeParse(schema, undefined)
  const is = absent.success && absent.data === undefined && !z.safeParse(schema, null).success
  clearable.set(schema, is)
  return is
}
