import * as z from 'zod'
import { defOf, schemaAt, unwrap } from './describe.ts'
import { idOf, mapAt } from './paths.ts'
import type { Resource } from './resource.ts'

/** Schemas that hold the id of another resource's record, with that resource. */
const targets = z.registry<{ to: string }>()

/** A reference in a schema: `phases.*.milestones.*.missions.*` leads to missions/templates. */
export interface Reference {
  /** A dotted path; a star matches every position of a list. */
  path: string
  /** The Refine name of the resource referred to. */
  to: string
}

/** The id of a record of the resource `to`. Also accepts the record. The server checks that it exists. */
export function reference(to: string) {
  const schema = z.preprocess(idOf, z.string().trim().min(1).max(100))
  targets.add(schema, { to })
  return schema
}

/** A list of unique ids. */
export function references(to: string, max = 100) {
  return z
    .array(reference(to))
    .max(max)
    .overwrite((ids) => [...new Set(ids)])
}

/** Returns every reference of a schema, in its order. */
export function referencesOf(schema: z.core.$ZodType): readonly Reference[] {
  return walk(schema, [])
}

/** Returns every reference of a resource, whichever form writes it. */
export function referencesIn({
  create,
  update,
}: Pick<Resource, 'create' | 'update'>): readonly Reference[] {
  const all = new Map([...referencesOf(update), ...referencesOf(create)].map((r) => [r.path, r]))
  return [...all.values()]
}

/** Returns the reference that a filter's path means: a list of references is filtered by any of its entries. */
export function filteredReference(resource: Resource, path: string): Reference | undefined {
  return referencesIn(resource).find((one) => one.path === path || one.path === `${path}.*`)
}

/** Returns the target of the field or filter at a path, and whether it takes several; undefined for other fields. */
export function referenceAt(
  schema: z.core.$ZodType,
  path: string,
): { to: string; isMany: boolean } | undefined {
  const at = schemaAt(schema, path)
  if (!at) return undefined
  const one = targetOf(at)
  if (one) return { to: one, isMany: false }
  const inner = defOf(unwrap(at))
  const many = inner.type === 'array' ? targetOf(inner.element) : undefined
  return many === undefined ? undefined : { to: many, isMany: true }
}

/** Returns the value with each embedded record replaced by its id. */
export function withIds<T>(schema: z.core.$ZodType, value: T): T {
  return referencesOf(schema).reduce((done, { path }) => mapAt(done, path, idOf), value)
}

function walk(schema: z.core.$ZodType, path: readonly string[]): Reference[] {
  const to = targetOf(schema)
  if (to !== undefined) return [{ path: path.join('.'), to }]
  const def = defOf(unwrap(schema))
  if (def.type === 'array') return walk(def.element, [...path, '*'])
  if (def.type !== 'object') return []
  return Object.entries(def.shape).flatMap(([key, inner]) => walk(inner, [...path, key]))
}

/** Returns the resource that a schema refers to. Unwraps optional, nullable and default schemas, which are not marked. */
export function targetOf(schema: z.core.$ZodType): string | undefined {
  const marked = targets.get(schema)
  if (marked) return marked.to
  const def = defOf(schema)
  return 'innerType' in def ? targetOf(def.innerType) : undefined
}
