import type * as z from 'zod'
import { defOf, schemaAt, unwrap } from './describe.ts'
import { isObject } from './paths.ts'

/**
 * Sets the `order` of items of every ordered list from their position, starting at 0. With `newId`, adds missing
 * ids. Values that do not fit the schema are unchanged.
 */
export function numbered<T>(
  schema: z.core.$ZodType,
  value: T,
  newId?: (() => string) | undefined,
): T {
  return eachOrdered(schema, value, (items) => place(items, newId)) as T
}

/** Returns the value with every ordered list sorted by the `order` of its items. */
export function inPlaces<T>(schema: z.core.$ZodType, value: T): T {
  const placeOf = (item: unknown) => (isObject(item) && Number(item.order)) || 0
  return eachOrdered(schema, value, (items) =>
    items.toSorted((one, other) => placeOf(one) - placeOf(other)),
  ) as T
}

type Items = readonly unknown[]

/** Changes every ordered list, inner ones first. */
function eachOrdered(
  schema: z.core.$ZodType,
  value: unknown,
  change: (items: Items) => Items,
): unknown {
  const def = defOf(unwrap(schema))
  if (def.type === 'array' && Array.isArray(value)) {
    const { element } = def
    const items = value.map((item) => eachOrdered(element, item, change))
    return isOrdered(element) ? change(items) : items
  }
  if (def.type !== 'object' || !isObject(value)) return value
  const done = { ...value }
  for (const [key, inner] of Object.entries(def.shape))
    if (Object.hasOwn(value, key)) done[key] = eachOrdered(inner, value[key], change)
  return done
}

/** Returns whether the items of a list have an `order`. */
export function isOrdered(element: z.core.$ZodType): boolean {
  const def = defOf(unwrap(element))
  return def.type === 'object' && Object.hasOwn(def.shape, 'order')
}

/** Returns whether the dotted path leads to an ordered list. */
export function isOrderedAt(schema: z.core.$ZodType, path: string): boolean {
  const at = schemaAt(schema, path)
  const def = at && defOf(unwrap(at))
  return def?.type === 'array' && isOrdered(def.element)
}

function place(items: Items, newId: (() => string) | undefined): Items {
  const seen = new Set<unknown>()
  return items.map((item, order) => {
    if (!isObject(item)) return item
    const isOwn = typeof item._id === 'string' && item._id !== '' && !seen.has(item._id)
    const placed = { ...item, order, ...(newId && !isOwn && { _id: newId() }) }
    seen.add(placed._id)
    return placed
  })
}
