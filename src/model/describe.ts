import * as z from 'zod'
import type { Choice } from './declaration.ts'
import { type FormatMark, formats } from './formats.ts'
import { choiceWord } from './words.ts'

/** The description of one path of a schema, for forms, filters and indexes. */
export interface Described extends Partial<FormatMark> {
  /** 'date' is a moment, 'day' a calendar day; 'json' may be any value. */
  kind:
    | 'text'
    | 'date'
    | 'day'
    | 'number'
    | 'boolean'
    | 'choice'
    | 'list'
    | 'object'
    | 'json'
    | 'other'
  required: boolean
  default?: unknown
  choices?: readonly Choice[]
  /** Least number, or least length of a text. */
  min?: number
  max?: number
  /** For numbers: the step between valid values. */
  step?: number
}

/**
 * Describes the value at a dotted path, or returns undefined if there is none. A number matches any entry of a
 * list.
 */
export function describe(schema: z.core.$ZodType, path: string): Described | undefined {
  const at = schemaAt(schema, path)
  if (!at) return undefined
  const inner = unwrap(at)
  const kind = kindOf(inner)
  const absent = z.safeParse(at, undefined)
  const blank = kind === 'list' ? [] : kind === 'text' ? '' : undefined
  const required = !absent.success && (blank === undefined || !z.safeParse(at, blank).success)
  const described: Described = { kind, required, ...formats.get(inner) }
  if (absent.success && absent.data !== undefined) described.default = absent.data
  const def = defOf(inner)
  if (def.type === 'enum')
    described.choices = Object.values(def.entries).map((value) => ({
      value: String(value),
      label: choiceWord(String(value)),
    }))
  const [min, max] = limitsOf(inner)
  if (min !== undefined) described.min = min
  if (max !== undefined) described.max = max
  const step = stepOf(inner)
  if (step !== undefined) described.step = step
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
      // For a pipe that begins with a transform, the output determines the kind.
      return unwrap(defOf(def.in).type === 'transform' ? def.out : def.in)
    default:
      return schema
  }
}

type Def = z.core.$ZodTypes['_zod']['def']

/** Returns the definition of a schema, in a type that discriminates the kinds. The only access to zod's internals. */
export function defOf(schema: z.core.$ZodType): Def {
  return (schema as z.core.$ZodTypes)._zod.def
}

export function kindOf(schema: z.core.$ZodType): Described['kind'] {
  const def = defOf(unwrap(schema))
  switch (def.type) {
    case 'string': {
      const format = 'format' in def ? def.format : undefined
      return format === 'datetime' ? 'date' : format === 'date' ? 'day' : 'text'
    }
    case 'number':
    case 'boolean':
    case 'object':
      return def.type
    case 'enum':
      return 'choice'
    case 'array':
      return 'list'
    case 'custom':
      return formats.get(unwrap(schema))?.format === 'json' ? 'json' : 'other'
    default:
      return 'other'
  }
}

/** Returns whether `emailAddress` made the schema. */
export function isEmailAddress(schema: z.core.$ZodType | undefined): boolean {
  const checks = schema ? (defOf(schema).checks ?? []) : []
  return checks.some(({ _zod: { def } }) => 'format' in def && def.format === 'email')
}

/** Returns the maximum number of entries of a list. */
export function mostEntries(list: z.core.$ZodType): number {
  const limits = (defOf(list).checks ?? []).map(({ _zod: { def } }) =>
    'maximum' in def ? Number(def.maximum) : Number.POSITIVE_INFINITY,
  )
  return Math.min(Number.POSITIVE_INFINITY, ...limits)
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

function stepOf(schema: z.core.$ZodType): number | undefined {
  const def = defOf(schema)
  if (def.type !== 'number') return undefined
  const multiple = def.checks
    ?.map(({ _zod }) => _zod.def)
    .find((one) => 'value' in one && one.check === 'multiple_of')
  if (multiple && 'value' in multiple) return Number(multiple.value)
  return (schema as z.ZodNumber).isInt ? 1 : undefined
}

function finite(value: number | null): number | undefined {
  return value !== null && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : undefined
}
