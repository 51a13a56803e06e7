import * as z from 'zod'
import { kindOf, schemaAt, unwrap } from './describe.ts'
import { attempt, findAt, getAt } from './paths.ts'
import type { Resource } from './resource.ts'

/** The definition of a computed value: an expression over other values of its record. */
type Said =
  | { op: 'path'; path: string }
  | { op: 'count'; path: string }
  | { op: 'sum'; path: string }
  | { op: 'plus' | 'minus' | 'times' | 'over' | 'or'; left: Part; right: Part }
  | { op: 'days'; from: Part; to: Part }
  | { op: 'join'; parts: readonly Part[]; by: string }
/** An expression or a constant number. */
export type Part = Expression | number

/**
 * A value computed from others of its record, with the same result here and in the database
 * (records/shape.ts).
 */
export type Expression<At extends string = string> = Said & { readonly reads?: At }

/** A function of the record. Lists cannot sort or filter by it. */
interface Made {
  op: 'made'
  schema: z.ZodType
  of: (row: never) => unknown
}
export type Computed<At extends string = string> = Expression<At> | Made

/** An expression, a number, or the path of a stored value. */
type Operand<At extends string> = Expression<At> | number | At

/** The stored value at a path: a number, text, choice, day or moment. */
export const path = <const At extends string>(at: At): Expression<At> => ({ op: 'path', path: at })

/** Number of entries of a list. */
export const count = <const At extends string>(at: At): Expression<At> => ({
  op: 'count',
  path: at,
})

/** The sum of the numbers at a path with a star for every entry: sum('sessions.*.minutes'). */
export const sum = (at: `${string}*${string}`): Expression<never> => ({ op: 'sum', path: at })

const pair =
  (op: 'plus' | 'minus' | 'times' | 'over' | 'or') =>
  <const Left extends string = never, const Right extends string = never>(
    left: Operand<Left>,
    right: Operand<Right>,
  ): Expression<Left | Right> => ({ op, left: part(left), right: part(right) })

/** minus('capacity', count('participants')) */
export const plus = pair('plus')
export const minus = pair('minus')
export const times = pair('times')
/** Division; undefined for a divisor of 0. */
export const over = pair('over')
/** The left value, or the right one if the left is missing. */
export const or = pair('or')

/** Whole days between two days or moments. */
export const days = <const From extends string, const To extends string>(
  from: Operand<From>,
  to: Operand<To>,
): Expression<From | To> => ({ op: 'days', from: part(from), to: part(to) })

/** Joins the texts that exist by a separator: join(['firstName', 'lastName']). */
export const join = <const At extends string>(
  parts: readonly Operand<At>[],
  by = ' ',
): Expression<At> => ({ op: 'join', parts: parts.map(part), by })

/** Computes a value by a function of the record; the schema describes the result. */
export const made = <Value extends z.ZodType, Row>(
  schema: Value,
  of: (row: Row) => z.output<Value> | undefined,
): Made => ({ op: 'made', schema, of })

function part(operand: Expression | number | string): Part {
  return typeof operand === 'string' ? path(operand) : operand
}

/** Returns the schemas of the computed keys. */
export function computedShape(
  computed: Readonly<Record<string, Computed>>,
  stored: z.ZodObject,
): Record<string, z.ZodType> {
  return Object.fromEntries(
    Object.entries(computed).map(([key, one]) => [key, schemaOf(one, stored)]),
  )
}

/** Computed values are never required, because their inputs may be missing. */
function schemaOf(computed: Computed, stored: z.ZodObject): z.ZodType {
  switch (computed.op) {
    case 'made':
      return computed.schema.optional()
    case 'join':
      return z.string().optional()
    case 'path': {
      const at = schemaAt(stored, computed.path)
      return at ? (unwrap(at) as z.ZodType).optional() : z.number().optional()
    }
    case 'or':
      return typeof computed.left === 'number'
        ? z.number().optional()
        : schemaOf(computed.left, stored)
    default:
      return z.number().optional()
  }
}

/** Returns the stored paths that an expression reads. */
export function pathsIn(computed: Computed | number): { op: string; path: string }[] {
  if (typeof computed === 'number') return []
  if ('path' in computed) return [computed]
  if ('left' in computed) return [computed.left, computed.right].flatMap(pathsIn)
  if (computed.op === 'days') return [computed.from, computed.to].flatMap(pathsIn)
  return computed.op === 'join' ? computed.parts.flatMap(pathsIn) : []
}

/** Returns the record with its computed values, except those in `isTold`. */
export function withComputed<Data extends Record<string, unknown>>(
  { computed, row }: Pick<Resource, 'computed' | 'row'>,
  data: Data,
  isTold: (key: string) => boolean = () => false,
): Data {
  const entries = Object.entries(computed).flatMap(([key, one]) => {
    const schema = row.shape[key]
    const isNumber = schema !== undefined && kindOf(schema) === 'number'
    const value = isTold(key) ? undefined : evaluate(one, data, isNumber ? 'number' : 'text')
    return value === undefined ? [] : [[key, value] as const]
  })
  return entries.length > 0 ? { ...data, ...Object.fromEntries(entries) } : data
}

/**
 * Computes the value for a stored record. Returns undefined if an input is missing or of another kind. Never
 * throws.
 */
export function evaluate(computed: Computed, data: unknown, kind: 'number' | 'text'): unknown {
  if (computed.op !== 'made')
    return kind === 'number' ? numberOf(computed, data) : textOf(computed, data)
  return attempt(() => computed.of(data as never)) ?? undefined
}

/** Bounds of computed numbers. Within them neither JavaScript nor PostgreSQL overflows. */
export const LARGEST = 1e100
export const SMALLEST = 1e-100
const DAY = 86_400_000
const CALCULATE = {
  plus: (left: number, right: number) => left + right,
  minus: (left: number, right: number) => left - right,
  times: (left: number, right: number) => left * right,
  over: (left: number, right: number) => left / right,
}

function numberOf(part: Part, data: unknown): number | undefined {
  if (typeof part === 'number') return sane(part)
  switch (part.op) {
    case 'path':
      return sane(getAt(data, part.path))
    case 'count': {
      const value = getAt(data, part.path)
      return Array.isArray(value) ? value.length : 0
    }
    case 'sum':
      return findAt(data, part.path)
        .map(({ value }) => sane(value))
        .reduce<number>((total, value) => total + (value ?? 0), 0)
    case 'or':
      return numberOf(part.left, data) ?? numberOf(part.right, data)
    case 'days': {
      const [from, to] = [part.from, part.to].map((one) => instant(textOf(one, data)))
      return from === undefined || to === undefined ? undefined : Math.floor((to - from) / DAY)
    }
    case 'join':
      return undefined
    default:
      return sane(
        CALCULATE[part.op](
          numberOf(part.left, data) ?? Number.NaN,
          numberOf(part.right, data) ?? Number.NaN,
        ),
      )
  }
}

function textOf(part: Part, data: unknown): string | undefined {
  if (typeof part === 'number') return undefined
  switch (part.op) {
    case 'path': {
      const value = getAt(data, part.path)
      return typeof value === 'string' ? value : undefined
    }
    case 'or':
      return textOf(part.left, data) ?? textOf(part.right, data)
    case 'join': {
      const texts = part.parts.map((one) => textOf(one, data))
      return texts.filter(Boolean).join(part.by) || undefined
    }
    default:
      return undefined
  }
}

/** Returns the number with -0 as 0, or undefined for other values and numbers out of range. */
function sane(value: unknown): number | undefined {
  if (typeof value !== 'number') return undefined
  const size = Math.abs(value)
  return size === 0 ? 0 : size >= SMALLEST && size <= LARGEST ? value : undefined
}

/** Format of a day, which begins at midnight UTC, or of a moment in UTC. */
export const MOMENT = '^\\d{4}-\\d\\d-\\d\\d(T\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?Z)?$'

function instant(text: string | undefined): number | undefined {
  if (text === undefined || !new RegExp(MOMENT).test(text)) return undefined
  const time = Date.parse(text)
  // Parsers accept 2026-02-30.
  const isReal =
    !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text.slice(0, 10)
  return isReal ? time : undefined
}
