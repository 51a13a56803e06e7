import * as z from 'zod'
import { defOf, unwrap } from '#model/describe.ts'
import { isObject } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import type { Data } from './shape.ts'

/** Gives a value as an answer may show it, without what its schema has no place for; undefined for nothing of it. */
type Fit = (value: unknown) => unknown

/**
 * Makes what takes values of another kind out of rows, at any depth: what was stored before its declaration, or
 * beside it, must not fail a list. The findings tell of it (findings/). Rows that fit are given back as they are;
 * keys that no form writes are the server's own, and always do.
 */
export function createFit({ row, create, update }: Resource): (data: Data) => Data {
  const written = Object.entries(row.shape).filter(
    ([key]) => key in create.shape || key in update.shape,
  )
  const fits = written.flatMap(([key, schema]) => {
    const fit = fitOf(schema)
    return fit ? [[key, fit] as const] : []
  })
  return (data) => fitted(data, fits)
}

function fitted(data: Data, cuts: readonly (readonly [string, Fit])[]): Data {
  let done = data
  for (const [key, cut] of cuts) {
    const value = data[key]
    if (value === undefined) continue
    const next = cut(value)
    if (next === value) continue
    if (done === data) done = { ...data }
    if (next === undefined) delete done[key]
    else done[key] = next
  }
  return done
}

/** Undefined where the serialiser writes whatever comes. */
function fitOf(schema: z.core.$ZodType): Fit | undefined {
  const isNullable = z.safeParse(schema, null).success
  const only = (is: (value: unknown) => boolean): Fit => {
    return (value) => ((value === null ? isNullable : is(value)) ? value : undefined)
  }
  const def = defOf(unwrap(schema))
  switch (def.type) {
    case 'number':
      return only((value) => typeof value === 'number')
    case 'boolean':
      return only((value) => typeof value === 'boolean')
    case 'string':
    case 'enum':
      // Of any other text the serialiser makes one.
      return isNullable || 'format' in def ? only((value) => typeof value === 'string') : undefined
    case 'array': {
      const inner = fitOf(def.element)
      const list = only(Array.isArray)
      if (!inner) return list
      return (value) => (Array.isArray(value) ? fittedList(value, inner) : list(value))
    }
    case 'object': {
      const fits = Object.entries(def.shape).flatMap(([key, one]) => {
        const fit = fitOf(one)
        return fit ? [[key, fit] as const] : []
      })
      const none = only(() => false)
      return (value) => (isObject(value) ? fitted(value, fits) : none(value))
    }
    case 'union':
      return only((value) => z.safeParse(schema, value).success)
    default:
      return undefined
  }
}

function fittedList(list: readonly unknown[], fit: Fit): readonly unknown[] {
  const items = list.map(fit)
  if (items.every((item, at) => item === list[at])) return list
  return items.filter((item) => item !== undefined)
}
