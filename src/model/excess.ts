import type * as z from 'zod'
import { defOf, mostEntries, unwrap } from './describe.ts'
import { isObject } from './paths.ts'

/**
 * Cuts excessive lists to one entry above the limit, enough to be refused. Returns the same value if there are
 * none.
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
  let done = value
  for (const [key, inner] of Object.entries(def.shape)) {
    if (!Object.hasOwn(value, key)) continue
    const one = withoutExcess(inner, value[key])
    if (one === value[key]) continue
    if (done === value) done = { ...value }
    done[key] = one
  }
  return done
}
