import type * as z from 'zod'
import { kindOf, schemaAt, unwrap } from '#model/describe.ts'
import { isOrdered } from '#model/order.ts'
import { idOf, isObject } from '#model/paths.ts'
import { numberAt } from './coerce.ts'

/**
 * Converts the keys of the schema to the console's types, for rows of any backend: times to ISO text, flags to
 * booleans, lists to lists. Missing, null and unknown keys are unchanged, so that sending the row back changes
 * nothing. Never throws.
 */
export function normalizeRow(
  schema: z.ZodObject,
  row: Record<string, unknown>,
): Record<string, unknown> {
  const normalized = { ...row }
  for (const key of Object.keys(schema.shape)) {
    if (!Object.hasOwn(row, key)) continue
    const inner = schemaAt(schema, key)
    if (inner) normalized[key] = normalizeValue(inner, row[key])
  }
  return normalized
}

function normalizeValue(schema: z.core.$ZodType, value: unknown): unknown {
  const kind = kindOf(schema)
  if (kind === 'list') return normalizeList(schema, value)
  if (value === null || value === undefined || kind === 'other' || kind === 'json') return value
  switch (kind) {
    case 'boolean':
      return toFlag(value)
    case 'date':
      return toIsoTime(value)
    case 'day':
      return toIsoDay(value)
    case 'number':
      return numberAt(value)
    case 'object':
      return isObject(value) ? normalizeRow(unwrap(schema) as z.ZodObject, value) : null
    default:
      return toText(value)
  }
}

function normalizeList(schema: z.core.$ZodType, value: unknown): unknown[] | undefined {
  if (value === undefined) return undefined
  const item = (unwrap(schema) as z.ZodArray).element
  if (kindOf(item) === 'object') return normalizeRows(unwrap(item) as z.ZodObject, value)
  const items =
    typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : [value]
  return items.map((one) => toText(idOf(one))?.trim()).filter((one) => one)
}

/**
 * Returns the records of a list in order. Where records have ids, a bare id counts as a record, and a single one as
 * a list.
 */
function normalizeRows(schema: z.ZodObject, value: unknown): Record<string, unknown>[] {
  const items = Array.isArray(value) ? value : [value]
  const rows = items.flatMap((item) => {
    if (isObject(item)) return [normalizeRow(schema, item)]
    const id = Object.hasOwn(schema.shape, '_id') ? toText(item)?.trim() : undefined
    return id && !isOrdered(schema) ? [{ _id: id }] : []
  })
  if (!isOrdered(schema)) return rows
  const place = (row: Record<string, unknown>) => (typeof row.order === 'number' ? row.order : 0)
  return rows.sort((one, other) => place(one) - place(other))
}

/** Returns null for other values: an unknown flag must not show as 'Inactive'. */
function toFlag(value: unknown): boolean | null {
  if ([true, 1, 'true', '1'].some((one) => one === value)) return true
  return [false, 0, 'false', '0'].some((one) => one === value) ? false : null
}

/** Converts ISO text, epoch seconds or epoch milliseconds to ISO text; null for other values. */
function toIsoTime(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const FIRST_MILLISECONDS = 100_000_000_000
  const time = new Date(
    typeof value === 'number' && Math.abs(value) < FIRST_MILLISECONDS ? value * 1000 : value,
  )
  return Number.isNaN(time.getTime()) || value === '' ? null : time.toISOString()
}

/** Returns the day of an ISO text, also if the backend stores days as midnight UTC; null for other values. */
function toIsoDay(value: unknown): string | null {
  const [text] = typeof value === 'string' ? (/^\d{4}-\d\d-\d\d(?=$|[T ])/.exec(value) ?? []) : []
  return toIsoTime(text ?? value)?.slice(0, 10) ?? null
}

function toText(value: unknown): string | null {
  if (typeof value === 'string') return value
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : null
}
