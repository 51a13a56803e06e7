import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import { defOf, unwrap } from '#model/describe.ts'
import { getAt, isObject } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { obeyRules, type Parsed, tryBody, wordsFor } from '#model/validate.ts'
import { explainIssues } from '#model/words.ts'
import type { Data } from './shape.ts'

/**
 * Checks an edit of a record that is older than its declaration: what stands exactly as it is stored is kept, at
 * any depth, and everything else is checked as ever. Entries of lists are the same by their _id, or else by their
 * place. A new entry, and what moved to another key, was never stored there.
 */
export function keepStored(resource: Resource, body: Data, before: Data): Parsed {
  const { given } = tryBody(resource.update, body)
  const { value, issues } = keep(resource.update, given, before)
  return issues.length === 0
    ? obeyRules(resource, value as Data, before)
    : { ok: false, errors: explainIssues(issues, given, wordsFor(resource)) }
}

interface Kept {
  value: unknown
  issues: readonly z.core.$ZodIssue[]
}

/** Stands where nothing was stored that could be compared, not even an absent key. */
const NOTHING = Symbol('nothing')

function keep(schema: z.core.$ZodType, given: unknown, before: unknown): Kept {
  const parsed = z.safeParse(schema, given)
  if (parsed.success) return { value: parsed.data, issues: [] }
  if (isDeepStrictEqual(given, before)) return { value: given, issues: [] }
  const inner = unwrap(schema)
  const def = defOf(inner)
  if (def.type === 'object' && isObject(given)) {
    const stored = isObject(before) ? before : undefined
    const keys = Object.keys(def.shape)
    const parts = Object.entries(def.shape).map(([key, one]) =>
      keep(one, getAt(given, key), stored ? getAt(stored, key) : NOTHING),
    )
    const shape = Object.fromEntries(keys.map((key) => [key, z.optional(z.any())]))
    const values = keys.map((key, at) => [key, parts[at]?.value] as const)
    const whole = Object.fromEntries(values.filter(([, value]) => value !== undefined))
    return together(parts, keys, z.core.clone(inner, { ...def, shape } as never), whole)
  }
  if (def.type === 'array' && Array.isArray(given)) {
    const parts = given.map((one, at) => keep(def.element, one, entryOf(before, one, at)))
    const lenient = z.core.clone(inner, { ...def, element: z.any() } as never)
    const values = parts.map(({ value }) => value)
    return together(parts, [...given.keys()], lenient, values)
  }
  return { value: given, issues: parsed.error.issues }
}

/** What is wrong with the parts; when nothing is, what the whole asks of them, whatever they are. */
function together(
  parts: readonly Kept[],
  keys: readonly PropertyKey[],
  whole: z.core.$ZodType,
  value: unknown,
): Kept {
  const issues = parts.flatMap((part, at) =>
    part.issues.map((issue) => ({ ...issue, path: [keys[at] ?? '', ...issue.path] })),
  )
  if (issues.length > 0) return { value, issues }
  const parsed = z.safeParse(whole, value)
  return parsed.success
    ? { value: parsed.data, issues: [] }
    : { value, issues: parsed.error.issues }
}

function entryOf(before: unknown, entry: unknown, at: number): unknown {
  if (!Array.isArray(before)) return NOTHING
  const id = isObject(entry) ? entry._id : undefined
  const idOf = (one: unknown) => (isObject(one) ? one._id : undefined)
  const found = id === undefined ? before[at] : before.find((one) => idOf(one) === id)
  // An entry without an id is none of those that have one.
  return found === undefined || idOf(found) !== id ? NOTHING : found
}
