import fc from 'fast-check'
import * as z from 'zod'
import { defOf, schemaAt, unwrap } from '#model/describe.ts'
import { isObject, setAt } from '#model/paths.ts'
import { referencesOf } from '#model/references.ts'
import type { Resource } from '#model/resource.ts'
import { clears } from '#model/validate.ts'
import type { Values } from '../../support/values.ts'
import { goodOf, wrongOf } from './values.ts'

/** What a drawn body says in place of an id: the so-manieth record of a resource, or one that never was. */
export interface Ref {
  ref: string
  /** Taken by the number of records there are; below 0 it is nobody's. */
  at: number
}

/** Bodies that the schema takes: texts mostly their own, keys that are left out, nulls that clear, unknown keys. */
export function bodiesOf(resource: Resource, mode: 'create' | 'edit'): fc.Arbitrary<Values> {
  const schema = mode === 'create' ? resource.create : resource.update
  const known = objectOf(schema, mode === 'edit')
  return fc
    .tuple(known, fc.option(fc.constantFrom('invented', 'createdAt', '_id'), { freq: 8 }))
    .map(([body, more]) => (more ? { ...body, [more]: 'x' } : body))
}

/** Such bodies, many of them with something wrong in one place or two. */
export function roughBodiesOf(resource: Resource, mode: 'create' | 'edit'): fc.Arbitrary<Values> {
  const schema = mode === 'create' ? resource.create : resource.update
  return bodiesOf(resource, mode).chain((body) => {
    const places = placesOf(schema, body, '')
    const change = fc
      .constantFrom(...places)
      .chain((path) => wrongOf(schemaAt(schema, path)).map((value) => ({ path, value })))
    return fc
      .array(change, { maxLength: 2 })
      .map((changes) =>
        changes.reduce<Values>((done, { path, value }) => setAt(done, path, value), body),
      )
  })
}

/** The body as it is sent: as JSON has it, with ids of records that exist in place of references. */
export function settled<T>(value: T, idsOf: (resource: string) => readonly string[]): T {
  return JSON.parse(JSON.stringify(value), (_key, one: unknown) => {
    if (!isRef(one)) return one
    const ids = idsOf(one.ref)
    return (one.at >= 0 && ids[one.at % ids.length]) || NOBODY
  })
}

const NOBODY = '01890a5d-ac96-774b-bcce-b302099a8057'

function isRef(value: unknown): value is Ref {
  return isObject(value) && typeof value.ref === 'string' && typeof value.at === 'number'
}

function drawn(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const to = referencesOf(schema).find(({ path }) => path === '')?.to
  if (to !== undefined) return referenceTo(to)
  const inner = unwrap(schema)
  const def = defOf(inner)
  if (def.type === 'object') return objectOf(inner, false)
  if (def.type !== 'array') return goodOf(inner)
  const { element } = def
  const isOfReferences = referencesOf(element).some(({ path }) => path === '')
  const least = z.safeParse(inner, []).success ? 0 : 1
  // Widgets have ids of their own.
  const selector = (one: unknown) => (isObject(one) && (one.id ?? one._id)) || {}
  return fc.uniqueArray(drawn(element), {
    minLength: least,
    maxLength: isOfReferences ? 3 : 4,
    selector,
  })
}

/** An id, now and then of nobody, or the record that it is of. */
function referenceTo(to: string): fc.Arbitrary<unknown> {
  const id = fc.record({
    ref: fc.constant(to),
    at: fc.oneof({ weight: 30, arbitrary: fc.nat(50) }, { weight: 1, arbitrary: fc.constant(-1) }),
  })
  return fc.oneof(
    { weight: 8, arbitrary: id },
    { weight: 1, arbitrary: fc.record({ _id: id }) },
    { weight: 1, arbitrary: fc.record({ id, name: fc.constant('Somebody') }) },
  )
}

function objectOf(schema: z.core.$ZodType, isPart: boolean): fc.Arbitrary<Values> {
  const def = defOf(unwrap(schema))
  const shape = def.type === 'object' ? Object.entries(def.shape) : []
  const entries = shape
    .filter(([, inner]) => defOf(unwrap(inner)).type !== 'never')
    .map(([key, inner]) => {
      const mayBeAbsent = isPart || z.safeParse(inner, undefined).success
      const value = clears(inner, null)
        ? fc.option(drawn(inner), { nil: null, freq: 9 })
        : drawn(inner)
      return [key, mayBeAbsent ? fc.option(value, { nil: undefined, freq: 2 }) : value] as const
    })
  return fc
    .record(Object.fromEntries(entries))
    .map((all) => Object.fromEntries(Object.entries(all).filter(([, one]) => one !== undefined)))
}

/** Every place of a body that its schema knows, whether something stands there or not. */
function placesOf(schema: z.core.$ZodType, value: unknown, path: string): string[] {
  const below = (key: string | number) => (path ? `${path}.${key}` : String(key))
  const def = defOf(unwrap(schema))
  if (def.type === 'array' && Array.isArray(value) && !isRef(value[0]))
    return value.flatMap((one, at) => [below(at), ...placesOf(def.element, one, below(at))])
  if (def.type !== 'object' || !isObject(value) || isRef(value)) return []
  return Object.entries(def.shape).flatMap(([key, inner]) => [
    below(key),
    ...placesOf(inner, value[key], below(key)),
  ])
}
