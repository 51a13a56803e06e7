import type * as z from 'zod'
import { defOf, describe, unwrap } from './describe.ts'
import { referenceAt } from './references.ts'

/** Made up: the suites put records in its place. */
const ID = '01890a5d-ac96-774b-bcce-b302099a8057'
const TEXTS: Readonly<Record<string, string>> = {
  email: 'someone@example.org',
  web: 'https://example.org/',
  image: 'https://example.org/picture.png',
  colour: '#1a73e8',
}

/** Returns a body with a value for each key, for a declaration without a sample. Schemas with patterns need their own. */
export function sampleFrom(schema: z.ZodObject): Record<string, unknown> {
  return objectFrom(schema, schema, '')
}

function objectFrom(
  whole: z.ZodObject,
  schema: z.core.$ZodType,
  at: string,
): Record<string, unknown> {
  const def = defOf(schema)
  if (def.type !== 'object') return {}
  const entries = Object.entries(def.shape).flatMap(([key, inner]) => {
    if (key === '_id' || key === 'order') return []
    const value = valueFrom(whole, inner, at ? `${at}.${key}` : key)
    return value === undefined ? [] : [[key, value] as const]
  })
  return Object.fromEntries(entries)
}

function valueFrom(whole: z.ZodObject, schema: z.core.$ZodType, path: string): unknown {
  const inner = unwrap(schema)
  const described = describe(whole, path)
  if (!described) return undefined
  const { kind, choices, format, min = 0, max = Number.POSITIVE_INFINITY } = described
  const def = defOf(inner)
  if (def.type === 'array') {
    const one = valueFrom(whole, def.element, `${path}.0`)
    return one === undefined ? [] : [one]
  }
  if (kind === 'object') return objectFrom(whole, inner, path)
  if (described.default !== undefined) return described.default
  if (referenceAt(whole, path)) return ID
  switch (kind) {
    case 'text':
      return TEXTS[format ?? ''] ?? 'Sample'.padEnd(min, '.').slice(0, max)
    case 'date':
      return '2026-12-01T09:00:00.000Z'
    case 'day':
      return '2026-12-01'
    case 'number':
      return Math.min(Math.max(min, format === 'money' ? 10 : 1), max)
    case 'boolean':
      return true
    case 'choice':
      return choices?.[0]?.value
    case 'json':
      return { sample: true }
    default:
      return undefined
  }
}
