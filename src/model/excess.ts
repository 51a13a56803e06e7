import type * as z from 'zod'
import { defOf, mostEntries, unwrap } from './describe.ts'
import { isObject } from './paths.ts'

/**
 * Cuts each list that is longer than its schema lets it be to one entry more, at any depth: enough to be refused, and
 * what was sent beyond that costs nothing. To be asked before anything looks at the entries. What the schema
 * does not know stays as it is. The same value when nothing is cut.
 */
export function withoutExcess(schema: z.core.$ZodType, value: unknown): unknown {
  const inner = unwrap(schema)
  const def = defOf(inner)
  if (def.type === 'array' && Array.isArray(value)) {
    const few = value.slice(0, mostEntries(inner) + 1)
    const items = few.map((item) => withoutExcess(def.element, item))
    const isSame = items.length === value.length && items.every((item, at) => item === value[at])
    return isSame ? value : items
  }
  if (def.type !== 'object' || !isObject(value)) return value
  const { shape } = def
  let done = value
  for (const key in shape) {
    const schema = shape[key]
    if (!schema || !Object.hasOwn(value, key)) continue
    const one = withoutExcess(schema, value[key])
    if (one === value[key]) continue
    if (done === value) done = { ...value }
    done[key] = one
  }
  return done
}
