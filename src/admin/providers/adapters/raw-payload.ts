import type * as z from 'zod'
import type { Row } from '#model/declaration.ts'
import { inPlaces, numbered } from '#model/order.ts'
import { isObject, mapAt } from '#model/paths.ts'
import { referencesOf, withIds } from '#model/references.ts'
import type { Resource } from '#model/resource.ts'

/** The backend's own body of each row. */
const sentBodies = new WeakMap<object, Record<string, unknown>>()

/** Stores the body that a row, or an entry of one, was read from. Returns the row. */
export function withSent<Read extends object>(row: Read, sent: Record<string, unknown>): Read {
  sentBodies.set(row, sent)
  return row
}

/** Returns the body that a row was read from, or undefined for other objects. */
export function rawPayload(row: object): Record<string, unknown> | undefined {
  return sentBodies.get(row)
}

/**
 * Returns the body of an edit with each untouched key in the backend's own form: ids as numbers, times as seconds,
 * nulls. Embedded records become ids, and the `order` of entries is their position. A row without a stored body
 * changes nothing.
 */
export function withUntouchedAsSent(
  { update: schema }: Pick<Resource, 'update'>,
  body: Record<string, unknown>,
  row: Row,
): Record<string, unknown> {
  const sentBody = sentBodies.get(row)
  if (!sentBody) return body
  const sent = numbered(schema, inPlaces(schema, withRawIds(schema, sentBody)))
  const known = numbered(schema, withIds(schema, row))
  const isUntouched = (key: string) =>
    Object.hasOwn(sent, key) && JSON.stringify(body[key]) === JSON.stringify(known[key])
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => [key, isUntouched(key) ? sent[key] : value]),
  )
}

function withRawIds(schema: z.core.$ZodType, sent: Record<string, unknown>) {
  return referencesOf(schema).reduce(
    (done, { path }) =>
      mapAt(done, path, (one) => (isObject(one) ? (one._id ?? one.id ?? one) : one)),
    sent,
  )
}

/** Resources with numeric ids in the backend. The console holds ids as texts. */
const numeric = new Set<string>()

/** Remembers the type of the backend's ids for these records. */
export function noteIds({ name }: Resource, rows: readonly Row[]): void {
  const sent = rows[0] && rawPayload(rows[0])
  if (!sent) return
  if (typeof (sent._id ?? sent.id) === 'number') numeric.add(name)
  else numeric.delete(name)
}

/** Returns a body with ids in the backend's own type: a selected '13' is sent as 13. */
export function withNumericIds(schema: Resource['create'], body: unknown): unknown {
  return referencesOf(schema)
    .filter(({ to }) => numeric.has(to))
    .reduce((done, { path }) => mapAt(done, path, toNumber), body)
}

function toNumber(id: unknown): unknown {
  const number = typeof id === 'string' && /^-?\d+$/.test(id) ? Number(id) : Number.NaN
  return Number.isSafeInteger(number) ? number : id
}
