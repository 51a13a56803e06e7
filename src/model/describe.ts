import * as z from 'zod'
import type { Choice } from './declaration.ts'
import { humanise } from './words.ts'

/** What a schema says of one path: all that a form, a filter or an index must know. */
export interface Described {
  kind: 'text' | 'date' | 'number' | 'boolean' | 'choice' | 'list' | 'object' | 'other'
  required: boolean
  default?: unknown
  choices?: readonly Choice[]
  /** Least number, or least length of a text. */
  min?: number
  max?: number
}

/**
 * Describes the value at a dotted path of an object schema.
 * Gives undefined when the schema has no such path. Positions in lists lead to the item's schema.
 */
export function describe(schema: z.core.$ZodType, path: string): Described | undefined {
  const at = schemaAt(schema, path)
  if (!at) return undefined
  const inner = unwrap(at)
  const kind = kindOf(inner)
  const absent = z.safeParse(at, undefined)
  const blank = kind === 'list' ? [] : kind === 'text' ? '' : undefined
  const required = !absent.success && (blank === undefined || !z.safeParse(at, blank).success)
  const described: Described = { kind, required }
  if (absent.success && absent.data !== undefined) described.default = absent.data
  const def = defOf(inner)
  if (def.type === 'enum')
    described.choices = Object.values(def.entries).map((value) => ({
      value: String(value),
      label: humanise(String(value)),
    }))
  const [min, max] = limitsOf(inner)
  if (min !== undefined) described.min = min
  if (max !== undefined) described.max = max
  return described
}

/** The schema that governs a dotted path, wrappings and all. */
export function schemaAt(schema: z.core.$ZodType, path: string): z.core.$ZodType | undefined {
  let at: z.core.$ZodType | undefined = schema
  for (const key of path.split('.')) {
    const def: Def | undefined = at && defOf(unwrap(at))
    if (def?.type === 'object') at = Object.hasOwn(def.shape, key) ? def.shape[key] : undefined
    else if (def?.type === 'array' && /^\d+$/.test(key)) at = def.element
    else return undefined
  }
  return at
}

/** The schema without its optional, nullable and default wrappings. */
export function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  const def = defOf(schema)
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
      return unwrap(def.innerType)
    case 'pipe':
      // A preparation of the value says nothing of its kind; what follows it does.
      return unwrap(defOf(def.in).type === 'transform' ? def.out : def.in)
    default:
      return schema
  }
}

type Def = z.core.$ZodTypes['_zod']['def']

/** What a schema was made of, in the type that tells the kinds apart. Nobody else looks into zod. */
export function defOf(schema: z.core.$ZodType): Def {
  return (schema as z.core.$ZodTypes)._zod.def
}

export function kindOf(schema: z.core.$ZodType): Described['kind'] {
  const def = defOf(unwrap(schema))
  switch (def.type) {
    case 'string':
      return 'format' in def && def.format === 'datetime' ? 'date' : 'text'
    case 'number':
    case 'boolean':
    case 'object':
      return def.type
    case 'enum':
      return 'choice'
    case 'array':
      return 'list'
    default:
      return 'other'
  }
}

/** Whether a schema was made by `emailAddress`. */
export function isEmailAddress(schema: z.core.$ZodType | undefined): boolean {
  const checks = schema ? (defOf(schema).checks ?? []) : []
  return checks.some(({ _zod: { def } }) => 'format' in def && def.format === 'email')
}

/** How many entries a list may have at most. */
export function mostEntries(list: z.core.$ZodType): number {
  return Number(list._zod.bag.maximum ?? Number.POSITIVE_INFINITY)
}

function limitsOf(schema: z.core.$ZodType): [min?: number | undefined, max?: number | undefined] {
  const def = defOf(schema)
  if (def.type === 'string') {
    const { minLength, maxLength } = schema as z.ZodString
    return [minLength ?? undefined, maxLength ?? undefined]
  }
  if (def.type === 'number') {
    const { minValue, maxValue } = schema as z.ZodNumber
    return [finite(minValue), finite(maxValue)]
  }
  return []
}

function finite(value: number | null): number | undefined {
  return value !== null && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : undefined
}
