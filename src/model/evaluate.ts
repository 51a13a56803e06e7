import type { Computed, Expression, Part } from './computed.ts'
import { kindOf } from './describe.ts'
import { findAt, getAt } from './paths.ts'
import type { Resource } from './resource.ts'

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
  try {
    return (computed.of as (row: unknown) => unknown)(data) ?? undefined
  } catch {
    return undefined
  }
}

/** Bounds of computed numbers. Within them neither JavaScript nor PostgreSQL overflows. */
export const LARGEST = 1e100
export const SMALLEST = 1e-100
const DAY = 86_400_000

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
      return calculated(part.op, numberOf(part.left, data), numberOf(part.right, data))
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

function calculated(
  op: Extract<Expression, { left: Part }>['op'],
  left: number | undefined,
  right: number | undefined,
): number | undefined {
  if (left === undefined || right === undefined) return undefined
  switch (op) {
    case 'plus':
      return sane(left + right)
    case 'minus':
      return sane(left - right)
    case 'times':
      return sane(left * right)
    default:
      return right === 0 ? undefined : sane(left / right)
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
