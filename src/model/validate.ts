import * as z from 'zod'
import type { Rule } from './declaration.ts'
import { type Def, mapBySchema } from './describe.ts'
import { isSameValue } from './field-changes.ts'
import { inOrder } from './order.ts'
import { attempt, getAt, isObject } from './paths.ts'
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

/** Rejects values that break a rule. A stored record that already breaks it may keep its value. */
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
  return attempt(() => holds(record as never)) ?? false
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
  const given = mapBySchema(schema, body, (value, def) =>
    withoutBlanks(inOrder(cut(value, def), def), def),
  )
  return { given, parsed: z.safeParse(schema, given) }
}

/** Cuts excessive lists, at any depth, to one entry above the limit: enough to be refused. */
export function withoutExcess(schema: z.core.$ZodType, value: unknown): unknown {
  return mapBySchema(schema, value, cut)
}

function cut(value: unknown, def: Def): unknown {
  if (def.type !== 'array' || !Array.isArray(value)) return value
  const limits =
    def.checks?.flatMap(({ _zod }) => ('maximum' in _zod.def ? Number(_zod.def.maximum) : [])) ?? []
  const most = Math.min(...limits)
  return value.length > most ? value.slice(0, most + 1) : value
}

/** Returns the label of a path for error messages. */
export function wordsFor(resource: Resource): (path: string) => string {
  return (path) => labelOf(resource, path) ?? (path ? humanise(path) : 'The body')
}

/** Removes the keys of an object that are null or '' where the schema accepts neither but allows absence. */
function withoutBlanks(value: unknown, def: Def): unknown {
  if (def.type !== 'object' || !isObject(value)) return value
  const entries = Object.entries(value)
  const left = entries.filter(([key, one]) => {
    const schema = Object.hasOwn(def.shape, key) ? def.shape[key] : undefined
    return !(schema && (one === null || one === '') && clears(schema, one))
  })
  return left.length === entries.length ? value : Object.fromEntries(left)
}

/** Returns whether a blank that the schema refuses means absence: JSON has no undefined. */
export function clears(schema: z.core.$ZodType, blank: null | ''): boolean {
  const absent = z.safeParse(schema, undefined)
  // With a default, a blank would silently choose that value.
  return absent.success && absent.data === undefined && !z.safeParse(schema, blank).success
}
