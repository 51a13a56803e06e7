import type * as z from 'zod'
import { type Def, defOf, mapBySchema, schemaAt, unwrap } from './describe.ts'
import { isObject } from './paths.ts'

/**
 * Sets the `order` of items of every ordered list from their position, starting at 0. With `newId`, adds missing
 * ids. Values that do not fit the schema are unchanged.
 */
export function numbered<T>(schema: z.core.$ZodType, value: T, newId?: () => string): T {
  return mapBySchema(schema, value, (one, def) => inOrder(one, def, newId)) as T
}

/** Numbers one list, without the lists inside its entries. */
export function inOrder(value: unknown, def: Def, newId?: () => string): unknown {
  return isOrderedList(value, def) ? place(value, newId) : value
}

/** Returns the value with every ordered list sorted by the `order` of its items. */
export function inPlaces<T>(schema: z.core.$ZodType, value: T): T {
  const placeOf = (item: unknown) => (isObject(item) && Number(item.order)) || 0
  return mapBySchema(schema, value, (list, def) =>
    isOrderedList(list, def) ? list.toSorted((one, other) => placeOf(one) - placeOf(other)) : list,
  ) as T
}

function isOrderedList(value: unknown, def: Def): value is unknown[] {
  return def.type === 'array' && Array.isArray(value) && isOrdered(def.element)
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

function place(items: readonly unknown[], newId: (() => string) | undefined): unknown[] {
  const seen = new Set<unknown>()
  return items.map((item, order) => {
    if (!isObject(item)) return item
    const isOwn = typeof item._id === 'string' && item._id !== '' && !seen.has(item._id)
    const placed = { ...item, order, ...(newId && !isOwn && { _id: newId() }) }
    seen.add(placed._id)
    return placed
  })
}
