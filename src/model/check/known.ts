import type * as z from 'zod'
import { defOf, schemaAt, unwrap } from '../describe.ts'
import { oneOf } from './nearest.ts'

/** How deep a path may lead (declaration.ts). */
const DEEPEST = 3

/** What to write in the place of a path that leads nowhere: the nearest there is, or the keys to begin with. */
export function adviceFor(path: string, schema: z.ZodObject, more: readonly string[] = []): string {
  return oneOf(path, Object.keys(schema.shape), [...pathsOf(schema, DEEPEST), ...more])
}

function pathsOf(schema: z.core.$ZodType, levels: number): string[] {
  const def = defOf(unwrap(schema))
  if (def.type !== 'object' || levels === 0) return []
  return Object.entries(def.shape).flatMap(([key, inner]) => [
    key,
    ...pathsOf(inner, levels - 1).map((below) => `${key}.${below}`),
  ])
}

/** The keys of the object at a path; none where there is no object. */
export function keysAt(schema: z.core.$ZodType, path: string): string[] {
  const at = path === '' ? schema : schemaAt(schema, path)
  const def = at && defOf(unwrap(at))
  return def?.type === 'object' ? Object.keys(def.shape) : []
}
