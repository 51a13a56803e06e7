import type { Row } from './spec.ts'

/** What rows were read from, as the backend sent it. */
const origins = new WeakMap<Row, Record<string, unknown>>()

/** Notes down what a row was read from. Gives the row. */
export function withOrigin(row: Row, sent: Record<string, unknown>): Row {
  origins.set(row, sent)
  return row
}

/**
 * The body of an edit with each key that nobody touched as the backend itself wrote it: its ids as numbers,
 * its times as seconds, its nulls. A row that was not read from an answer changes nothing.
 */
export function asItCame(body: Record<string, unknown>, row: Row): Record<string, unknown> {
  const sent = origins.get(row)
  if (!sent) return body
  const isUntouched = (key: string) =>
    Object.hasOwn(sent, key) && JSON.stringify(body[key]) === JSON.stringify(row[key])
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => [key, isUntouched(key) ? sent[key] : value]),
  )
}
