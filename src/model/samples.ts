import type * as z from 'zod'
import { defOf, describe, schemaAt, unwrap } from './describe.ts'
import { referenceAt } from './references.ts'

/** Random source of the sample rows. The rows are the same for a whole day. */
export interface SampleRandom {
  /** Returns one of the items. Throws if there are none. */
  pick<T>(items: readonly T[]): T
  /** Several of the items, each once at most, in their order. */
  some<T>(items: readonly T[], least: number, most: number): T[]
  /** A number from `least` up to `most`. */
  between(least: number, most: number): number
  /** A whole number, both ends included. */
  whole(least: number, most: number): number
  /** True with the given probability: 0.2 is one time in five. */
  chance(share: number): boolean
  /** A day within this distance of today, like `day(-30, 60)`: '2026-12-01'. */
  day(from: number, to: number): string
  /** A quarter-hour of a working day within this distance of today: '2026-12-01T09:15:00.000Z'. */
  moment(from: number, to: number): string
  /** The name of a sample of another resource, for use as a reference: `name('mentors')`. */
  name(of: string): string
}

/** Rows for the demo: bodies of a create, with names instead of ids. */
export type Samples<Body> = (random: SampleRandom) => readonly Body[]

/** A placeholder that the suites replace. */
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

function objectFrom(whole: z.ZodObject, schema: z.core.$ZodType, at: string) {
  const def = defOf(schema)
  const keys = def.type === 'object' ? Object.keys(def.shape) : []
  const entries = keys
    .filter((key) => key !== '_id' && key !== 'order')
    .map((key) => [key, valueFrom(whole, at ? `${at}.${key}` : key)] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

function valueFrom(whole: z.ZodObject, path: string): unknown {
  const at = schemaAt(whole, path)
  const described = describe(whole, path)
  if (!(at && described)) return undefined
  const { kind, choices, format = '', min = 0, max = Number.POSITIVE_INFINITY } = described
  if (kind === 'list') return [valueFrom(whole, `${path}.0`)].filter((one) => one !== undefined)
  if (kind === 'object') return objectFrom(whole, unwrap(at), path)
  if (described.default !== undefined) return described.default
  if (referenceAt(whole, path)) return ID
  switch (kind) {
    case 'text':
      return TEXTS[format] ?? 'Sample'.padEnd(min, '.').slice(0, max)
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
