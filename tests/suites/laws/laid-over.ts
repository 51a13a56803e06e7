import type * as z from 'zod'
import { defOf, unwrap } from '#model/describe.ts'
import { isObject } from '#model/paths.ts'
import type { Values } from '../../support/values.ts'

/** The object that a schema has at a key; undefined for all that is written whole: lists, free JSON, plain values. */
function partAt(schema: z.core.$ZodType, key: string): z.core.$ZodType | undefined {
  const def = defOf(unwrap(schema))
  const inner = def.type === 'object' && Object.hasOwn(def.shape, key) ? def.shape[key] : undefined
  return inner && defOf(unwrap(inner)).type === 'object' ? inner : undefined
}

/** A body over a record, as an edit lays it: objects of the schema key by key, everything else whole. */
export function laidOver(schema: z.core.$ZodType, record: Values, body: Values): Values {
  const entries = Object.entries(body).map(([key, value]) => {
    const [part, before] = [partAt(schema, key), record[key]]
    const isPart = part && isObject(before) && isObject(value)
    return [key, isPart ? laidOver(part, before, value) : value]
  })
  return { ...record, ...Object.fromEntries(entries) }
}

/**
 * The values of a body but for the fields of a record that another one names. An object that the record lacks is one
 * field: whoever writes a part of it writes the defaults of the others.
 */
export function without(
  schema: z.core.$ZodType,
  body: Values,
  other: Values,
  record: Values,
): Values {
  const entries = Object.entries(body).flatMap(([key, value]) => {
    if (!Object.hasOwn(other, key)) return [[key, value]]
    const [part, theirs, before] = [partAt(schema, key), other[key], record[key]]
    if (!(part && isObject(value) && isObject(theirs) && isObject(before))) return []
    const rest = without(part, value, theirs, before)
    return Object.keys(rest).length > 0 ? [[key, rest]] : []
  })
  return Object.fromEntries(entries)
}

/** A record as a body, with null for all that it lacks: so that what a change added goes away again. */
export function wholeBody(schema: z.core.$ZodType, record: Values): Values {
  const def = defOf(unwrap(schema))
  const entries = Object.keys(def.type === 'object' ? def.shape : {}).map((key) => {
    const [part, value] = [partAt(schema, key), record[key] ?? null]
    return [key, part && isObject(value) ? wholeBody(part, value) : value]
  })
  return Object.fromEntries(entries)
}

/** A record without what every write gives anew: version and time, and the ids of new entries. */
export function comparable({ version: _, updatedAt: __, ...record }: Values): unknown {
  return JSON.parse(
    JSON.stringify(record, (_key, value: unknown) => {
      if (!(isObject(value) && Object.hasOwn(value, 'order'))) return value
      const { _id, ...entry } = value
      return entry
    }),
  )
}
