import * as z from 'zod'
import type { Rule } from './declaration.ts'
import { defOf, unwrap } from './describe.ts'
import { withoutExcess } from './excess.ts'
import { isSameValue } from './field-changes.ts'
import { numbered } from './order.ts'
import { getAt, isObject } from './paths.ts'
import { labelOf, type Resource } from './resource.ts'
import { explainIssues, type FieldErrors, humanise } from './words.ts'

export type Parsed =
  | { ok: true; value: Record<string, unknown> }
  | { ok: false; errors: FieldErrors }

/**
 * Checks a whole body by the create or update schema and by the rules, in the browser and at the API alike. `before`
 * is the stored record that the body changes. Null and '' clear a key that may be absent, and ordered entries are
 * numbered. Returns the value with defaults and without unknown keys, or a sentence for each wrong field.
 */
export function parseBody(
  resource: Resource,
  mode: 'create' | 'edit',
  body: unknown,
  before?: unknown,
): Parsed {
  const parsed = parseFields(resource, mode, body)
  return parsed.ok ? obeyRules(resource, parsed.value, before) : parsed
}

/** Refuses values that break a rule. A stored record that already breaks it may keep its value. */
export function obeyRules(
  { rules }: Pick<Resource, 'rules'>,
  value: Record<string, unknown>,
  before?: unknown,
): Parsed {
  const errors: FieldErrors = {}
  for (const rule of rules) {
    const { field, message } = rule
    const isKept =
      before !== undefined &&
      !isMet(rule, before) &&
      isSameValue(getAt(value, field), getAt(before, field))
    if (!isMet(rule, value) && !isKept) errors[field] ??= message
  }
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, value }
}

/** Stored values may be older than the schema, so that `holds` cannot read them. */
function isMet({ holds }: Rule, record: unknown): boolean {
  try {
    return holds(record as never)
  } catch {
    return false
  }
}

/** Validates a body by the schema alone, without the rules that `parseBody` adds. */
export function parseFields(resource: Resource, mode: 'create' | 'edit', body: unknown): Parsed {
  const { given, parsed } = tryBody(mode === 'create' ? resource.create : resource.update, body)
  if (parsed.success) return { ok: true, value: parsed.data }
  return { ok: false, errors: explainIssues(parsed.error.issues, given, wordsFor(resource)) }
}

/**
 * Parses a body by a schema. Returns the prepared body as `given`: without excess keys and blanks, with entries
 * numbered.
 */
export function tryBody(schema: z.ZodObject, body: unknown) {
  const given = withoutBlanks(schema, numbered(schema, withoutExcess(schema, body)))
  return { given, parsed: z.safeParse(schema, given) }
}

/** Returns the label of a path for error messages. */
export function wordsFor(resource: Resource): (path: string) => string {
  return (path) => labelOf(resource, path) ?? (path ? humanise(path) : 'The body')
}

/**
 * Removes keys that are null or '' where the schema accepts neither but allows absence. Returns the same value if
 * there are none.
 */
function withoutBlanks(schema: z.core.$ZodType, value: unknown): unknown {
  const def = defOf(unwrap(schema))
  if (def.type === 'array' && Array.isArray(value)) {
    const items = value.map((item) => withoutBlanks(def.element, item))
    return items.every((item, index) => item === value[index]) ? value : items
  }
  if (def.type !== 'object' || !isObject(value)) return value
  let done = value
  for (const [key, inner] of Object.entries(def.shape)) {
    if (!Object.hasOwn(value, key)) continue
    const one = value[key]
    const isBlank = one === null || one === ''
    const kept = isBlank ? one : withoutBlanks(inner, one)
    const isCleared = isBlank && clears(inner, one)
    if (kept === one && !isCleared) continue
    if (done === value) done = { ...value }
    if (isCleared) delete done[key]
    else done[key] = kept
  }
  return done
}

/** Returns whether a blank that the schema refuses means absence: JSON has no undefined. */
export function clears(schema: z.core.$ZodType, blank: null | ''): boolean {
  const absent = z.safeParse(schema, undefined)
  // With a default, a blank would silently choose that value.
  return absent.success && absent.data === undefined && !z.safeParse(schema, blank).success
}
