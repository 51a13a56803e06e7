import { found, note } from '#admin/http/backend.ts'
import { HttpError } from '#admin/providers/http-client.ts'
import type { Row } from '#model/declaration.ts'
import type { Condition, Query } from './conditions.ts'
import type { Whole } from './fetch-all-pages.ts'

/** How one list is asked. */
export interface Source {
  /** Below the API's base: what is found out is remembered by it. */
  path: string
  /** The rows of the page that is wanted. */
  askPage: (query: Query) => Promise<Row[]>
  askWhole: (query: Query) => Promise<Whole>
}

/** What was done here, because the backend does not. */
export interface AppliedHere {
  /** What fits, of as many records as there are or as can be read. */
  rows: Row[]
  /** What the backend does not do. */
  ignoredKinds: readonly Condition['kind'][]
  whole: Whole
}

/**
 * Notices conditions that a backend ignores (WIRE-05), and meets them here, among the first 1,000 records.
 * Takes the page that it answered, if it was asked. Rows that break a condition make it suspect; a probe that
 * nothing can fit, and that is answered all the same, proves it. Our own server gives no cause for a probe.
 * Undefined when the answer may be shown as it came.
 */
export async function applyIgnored(
  source: Source,
  conditions: readonly Condition[],
  answered: readonly Row[] | undefined,
): Promise<AppliedHere | undefined> {
  if (answered) await probeBroken(source, conditions, answered)
  if (!conditions.some(isIgnored(source))) return undefined
  const whole = await source.askWhole(heededQuery(source, conditions))
  await probeBroken(source, conditions, whole.rows)
  const ignored = conditions.filter(isIgnored(source))
  return {
    rows: ignored.reduce((rows, condition) => condition.apply(rows), whole.rows),
    ignoredKinds: [...new Set(ignored.map(({ kind }) => kind))],
    whole,
  }
}

/** Whether one of the conditions is known to be ignored, so that there is no use in asking. */
export function isAnyIgnored(path: string, conditions: readonly Condition[]): boolean {
  return conditions.some(isIgnored({ path }))
}

/** The parameters of some conditions together. */
export function queryOf(conditions: readonly Condition[]): Query {
  return Object.assign({}, ...conditions.map(({ query }) => query))
}

const keyOf = (path: string, { name }: Condition) => `${name} ${path}`

const isIgnored =
  ({ path }: Pick<Source, 'path'>) =>
  (condition: Condition) =>
    found(keyOf(path, condition)) === false

function heededQuery(source: Source, conditions: readonly Condition[]): Query {
  return queryOf(conditions.filter((one) => !isIgnored(source)(one)))
}

/** Looks into each condition that the rows break and nothing is known of. */
async function probeBroken(
  source: Source,
  conditions: readonly Condition[],
  rows: readonly Row[],
): Promise<void> {
  for (const condition of conditions) {
    const key = keyOf(source.path, condition)
    if (found(key) !== undefined || !condition.isBrokenBy(rows)) continue
    const others = conditions.filter((one) => one !== condition)
    note(key, await isHeeded(source, condition, queryOf(others)))
  }
}

/** A backend that refuses a value that it does not know has read it. */
async function isHeeded(source: Source, condition: Condition, others: Query): Promise<boolean> {
  try {
    const probed = await source.askPage({ ...others, ...condition.probe })
    if (probed.length === 0) return true
    if (!condition.isProbeAnswerable) return false
    const asked = await source.askPage({ ...others, ...condition.query })
    return probed.map(({ id }) => id).join() !== asked.map(({ id }) => id).join()
  } catch (error) {
    if (error instanceof HttpError && [400, 404, 422].includes(error.statusCode)) return true
    throw error
  }
}
