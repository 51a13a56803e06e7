import type * as z from 'zod'
import { defOf, mostEntries, unwrap } from './describe.ts'
import { isObject } from './paths.ts'

/**
 * Cuts each list that is longer than its schema lets it be to one entry more, at any depth: enough to be refused, and
 * what was sent beyond that costs nothing. To be asked before anything looks at the entries. What the schema
 * does not know stays as it is.
 */
export function withoutExcess(schema: z.core.$ZodType, value: unknown): unknown {
  const inner = unwrap(schema)
  const def = defOf(inner)
  if (def.type === 'array' && Array.isArray(value)) {
    return value.slice(0, mostEntries(inner) + 1).map((item) => withoutExcess(def.element, item))
  }
  if (def.type !== 'object' || !isObject(value)) return value
  const done = { ...value }
  for (const [key, one] of Object.entries(def.shape))
    if (Object.hasOwn(value, key)) done[key] = withoutExcess(one, value[key])
  return done
}
