import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import { defOf, describe, unwrap } from '#model/describe.ts'
import { getAt, isObject } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { obeyRules, type Parsed, tryBody, wordsFor } from '#model/validate.ts'
import { explainIssues } from '#model/words.ts'
import { type Runner, raw, rowsOf, sql } from '#server/db/sql.ts'
import { columnsOf, type Data, tableName } from './shape.ts'

// Stored values that no longer fit a changed declaration: how responses show them, edits keep them, filters find them.
// docs/changing-a-resource.md describes it; stored-findings.ts reports them.

/** Returns a value without what its schema cannot serialise; undefined if nothing is left. */
type Fit = (value: unknown) => unknown

/**
 * Creates the function that removes values of a wrong kind from rows, at any depth, so that they do not fail a list.
 * Rows that fit are returned as they are. Keys that no form writes are the server's own and always fit.
 */
export function createFit({ row, create, update }: Resource): (data: Data) => Data {
  const written = Object.entries(row.shape).filter(
    ([key]) => key in create.shape || key in update.shape,
  )
  return fitKeys(Object.fromEntries(written))
}

function fitKeys(shape: Readonly<Record<string, z.core.$ZodType>>): (data: Data) => Data {
  const fits = Object.entries(shape).flatMap(([key, schema]) => {
    const fit = fitOf(schema)
    return fit ? [[key, fit] as const] : []
  })
  return (data) => {
    let done = data
    for (const [key, fitValue] of fits) {
      const value = data[key]
      if (value === undefined) continue
      const next = fitValue(value)
      if (next === value) continue
      if (done === data) done = { ...data }
      if (next === undefined) delete done[key]
      else done[key] = next
    }
    return done
  }
}

/** Undefined where the serialiser accepts any value. */
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
      // The serialiser makes a plain text of any value.
      return isNullable || 'format' in def ? only((value) => typeof value === 'string') : undefined
    case 'array': {
      const [inner, list] = [fitOf(def.element), only(Array.isArray)]
      return (value) => {
        if (!(inner && Array.isArray(value))) return list(value)
        const items = value.map(inner)
        if (items.every((item, at) => item === value[at])) return value
        return items.filter((item) => item !== undefined)
      }
    }
    case 'object': {
      const [fitInner, none] = [fitKeys(def.shape), only(() => false)]
      return (value) => (isObject(value) ? fitInner(value) : none(value))
    }
    case 'union':
      return only((value) => z.safeParse(schema, value).success)
    default:
      return undefined
  }
}

/**
 * Validates an edit of a stored record that does not fit its declaration. Keeps values that equal the stored ones, at
 * any depth, and validates all others. Matches entries of lists by their _id, or else by their position.
 */
export function keepStored(resource: Resource, body: Data, before: Data): Parsed {
  const { given } = tryBody(resource.update, body)
  const { value, issues } = keep(resource.update, given, before)
  return issues.length === 0
    ? obeyRules(resource, value as Data, before)
    : { ok: false, errors: explainIssues(issues, given, wordsFor(resource)) }
}

type Validated = { value: unknown; issues: readonly z.core.$ZodIssue[] }

/** Equals no value: nothing was stored there, not even an absent key. */
const NOTHING = Symbol('nothing')
const ANY = z.optional(z.any())

function keep(schema: z.core.$ZodType, given: unknown, before: unknown): Validated {
  const parsed = z.safeParse(schema, given)
  if (parsed.success) return { value: parsed.data, issues: [] }
  if (isDeepStrictEqual(given, before)) return { value: given, issues: [] }
  const inner = unwrap(schema)
  const def = defOf(inner)
  if (def.type === 'object' && isObject(given)) {
    const keys = Object.keys(def.shape)
    const parts = Object.entries(def.shape).map(([key, one]) =>
      keep(one, getAt(given, key), isObject(before) ? getAt(before, key) : NOTHING),
    )
    const shape = Object.fromEntries(keys.map((key) => [key, ANY]))
    const values = keys.map((key, place) => [key, parts[place]?.value] as const)
    const whole = Object.fromEntries(values.filter(([, value]) => value !== undefined))
    return together(parts, keys, z.core.clone(inner, { ...def, shape } as never), whole)
  }
  if (def.type === 'array' && Array.isArray(given)) {
    const parts = given.map((one, place) => keep(def.element, one, entryOf(before, one, place)))
    const lenient = z.core.clone(inner, { ...def, element: ANY } as never)
    const values = parts.map(({ value }) => value)
    return together(parts, [...given.keys()], lenient, values)
  }
  return { value: given, issues: parsed.error.issues }
}

/** Returns the issues of the parts, or else those of the whole. */
function together(
  parts: readonly Validated[],
  keys: readonly PropertyKey[],
  whole: z.core.$ZodType,
  value: unknown,
): Validated {
  const issues = parts.flatMap((part, place) =>
    part.issues.map((issue) => ({ ...issue, path: [keys[place] ?? '', ...issue.path] })),
  )
  if (issues.length > 0) return { value, issues }
  const parsed = z.safeParse(whole, value)
  return { value: parsed.data ?? value, issues: parsed.error?.issues ?? [] }
}

function entryOf(before: unknown, entry: unknown, place: number): unknown {
  if (!Array.isArray(before)) return NOTHING
  const idOf = (one: unknown) => (isObject(one) ? one._id : undefined)
  const id = idOf(entry)
  const found = id === undefined ? before[place] : before.find((one) => idOf(one) === id)
  // An entry without an id matches no entry with an id.
  return found === undefined || idOf(found) !== id ? NOTHING : found
}

/** Returns whether records have a choice that is no longer offered. */
export type IsLegacyChoice = (resource: string, path: string, value: string) => boolean

/** The most distinct choices of a filter that are read. Each takes one step in the index. */
const MOST_CHOICES = 50

/** Finds the choices that records have but the declarations no longer offer. Lists can still be filtered by them. */
export async function readLegacyChoices(
  runner: Runner,
  registry: readonly Resource[],
): Promise<IsLegacyChoice> {
  const found = new Set<string>()
  for (const resource of registry)
    for (const path of resource.filters) {
      const choices = describe(resource.row, path)?.choices
      if (!choices) continue
      const live = raw(`from ${tableName(resource)} where deleted_at is null`)
      const value = raw(columnsOf(resource).value(path))
      const rows = await rowsOf<{ value: string }>(
        runner,
        sql`with recursive seen(value, n) as (
            select (select min(${value}) ${live}), 1
            union all
            select (select min(${value}) ${live} and ${value} > seen.value), n + 1
            from seen where seen.value is not null and n < ${MOST_CHOICES}
          )
          select value from seen where value <> all(${['', ...choices.map((one) => one.value)]}::text[])`,
      )
      for (const row of rows) found.add(JSON.stringify([resource.name, path, row.value]))
    }
  return (...choice) => found.has(JSON.stringify(choice))
}
