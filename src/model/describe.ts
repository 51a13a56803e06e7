import * as z from 'zod'
import type { Choice } from './declaration.ts'
import { isObject } from './paths.ts'
import { choiceWord } from './words.ts'

/** The meaning of a value beyond its kind, which zod cannot express. It determines the control and the cell. */
interface FormatMark {
  format: 'money' | 'duration' | 'colour' | 'image' | 'email' | 'web' | 'json'
  /** For money: the currency code, or in `currencyIn` the key of the record that holds it. */
  currency?: string
  currencyIn?: string
}

const formats = z.registry<FormatMark>()

/** Adds the mark to the schema. Refined copies keep it. */
export function marked<Schema extends z.ZodType>(schema: Schema, mark: FormatMark): Schema {
  formats.add(schema, mark)
  return schema
}

/** Returns whether a text has the format of a currency code. */
export function isCurrency(text: string): boolean {
  return /^[A-Z]{3}$/.test(text)
}

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
  default: unknown
  choices: readonly Choice[] | undefined
  /** Least number, or least length of a text. */
  min: number | undefined
  max: number | undefined
  /** For numbers: the step between valid values. */
  step: number | undefined
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
  const def = defOf(inner)
  const values = def.type === 'enum' ? Object.values(def.entries).map(String) : undefined
  const { minLength, maxLength, minValue, maxValue } = inner as Partial<z.ZodString & z.ZodNumber>
  return {
    ...{ kind, required, default: absent.data, ...formats.get(inner) },
    choices: values?.map((value) => ({ value, label: choiceWord(value) })),
    min: finite(minValue ?? minLength),
    max: finite(maxValue ?? maxLength),
    step: def.type === 'number' ? stepOf(inner as z.ZodNumber) : undefined,
  }
}

/** Returns the schema at a dotted path, with its wrappers. */
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

/** Returns the schema without optional, nullable and default. */
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

export type Def = z.core.$ZodTypes['_zod']['def']

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
  return schema !== undefined && formats.get(schema)?.format === 'email'
}

/**
 * Changes a value along its schema, outer levels first: `change` gets every value with the definition of its schema.
 * Returns the same value if nothing changes.
 */
export function mapBySchema(
  schema: z.core.$ZodType,
  value: unknown,
  change: (value: unknown, def: Def) => unknown,
): unknown {
  const def = defOf(unwrap(schema))
  const own = change(value, def)
  if (def.type === 'array' && Array.isArray(own)) {
    const items = own.map((item) => mapBySchema(def.element, item, change))
    return items.every((item, index) => item === own[index]) ? own : items
  }
  if (def.type !== 'object' || !isObject(own)) return own
  let done = own
  for (const [key, inner] of Object.entries(def.shape)) {
    if (!Object.hasOwn(own, key)) continue
    const next = mapBySchema(inner, own[key], change)
    if (next === own[key]) continue
    if (done === own) done = { ...own }
    done[key] = next
  }
  return done
}

function stepOf({ _zod, isInt }: z.ZodNumber): number | undefined {
  const checks = _zod.def.checks?.map((check) => check._zod.def) ?? []
  const multiple = checks.find((one) => 'value' in one && one.check === 'multiple_of')
  if (multiple && 'value' in multiple) return Number(multiple.value)
  return isInt ? 1 : undefined
}

function finite(value: number | null | undefined): number | undefined {
  const isBound = typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER
  return isBound ? value : undefined
}
