import { HttpError } from '#admin/providers/http-client.ts'
import { withComputed } from '#model/computed.ts'
import type { Row } from '#model/declaration.ts'
import { getAt, isObject } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { unwrapEnvelope } from './envelopes.ts'
import { normalizeRow } from './normalize.ts'
import { withSent } from './raw-payload.ts'
import { readError } from './read-error.ts'

export interface ListPage {
  rows: Row[]
  total: number
  /** True if the total is a lower bound: the backend sends only its pages, or stopped counting. */
  isLeast: boolean
  /** Number of skipped entries: no object, no usable id, or a repeated id. */
  dropped: number
  /** Page size: the requested one, unless the server reports another. */
  limit: number
}

const MOST_ROWS = 1000

/**
 * Reads a list answer of any known shape: {users,count}, {missions,pagination}, {data,pagination}, {data:{…}} or a
 * plain array. The requested page completes a missing total or limit. Throws HttpError with the resource's text for
 * other answers, or with the message of a refusal inside. A resource without such a text reads as empty.
 */
export function readList(
  resource: Resource,
  body: unknown,
  page: { current: number; pageSize: number },
): ListPage {
  const refusal = isObject(body) && refusalOf(body)
  if (refusal) throw new HttpError(200, { message: refusal })
  const box = findList(body, resource.api.listKey)
  if (!box) {
    if (resource.messages.unexpected === null)
      return { rows: [], total: 0, isLeast: false, dropped: 0, limit: page.pageSize }
    throw new HttpError(200, { message: resource.messages.unexpected })
  }
  const { rows, dropped } = readRows(resource, box.list)
  const pages = first(box.pages) ?? 0
  const hasMore = pages > page.current
  // If more pages follow, a count of this page is not the total.
  const stated = first(
    box.totals.filter((one) => !hasMore || (toCount(one) ?? 0) > box.list.length),
  )
  if (hasMore && stated === undefined) {
    const limit = Math.max(1, box.list.length)
    return { rows, total: (pages - 1) * limit + 1, isLeast: true, dropped, limit }
  }
  const limit = stated === undefined ? page.pageSize : pageLimit(box, page.pageSize)
  const before = (page.current - 1) * limit
  const rest = { isLeast: box.isMore && stated !== undefined, dropped, limit }
  if (stated === undefined && rows.length > limit)
    return { rows: rows.slice(before, before + limit), total: rows.length, ...rest }
  const seen = rows.length > 0 || stated === undefined ? before + rows.length : 0
  return { rows: rows.slice(0, MOST_ROWS), total: Math.max(stated ?? 0, seen), ...rest }
}

/** Returns the page size that the server reports beside its total. Ignores one that its own rows contradict. */
function pageLimit({ list, limits }: Box, pageSize: number): number {
  const limit = first(limits) ?? 0
  const isBelied = list.length > limit || (limit > pageSize && list.length === pageSize)
  return limit < 1 || limit > MOST_ROWS || isBelied ? pageSize : limit
}

/**
 * Reads one record: bare, under data, or under the entity's name. Returns undefined for an empty body or one
 * without a record. Throws HttpError for a refusal inside.
 */
export function readItem(resource: Resource, body: unknown): Row | undefined {
  for (const box of unwrapEnvelope(body, entityKey(resource)).filter(isObject)) {
    const row = readRow(resource, box)
    if (row) return row
    const refusal = refusalOf(box)
    if (refusal) throw new HttpError(200, { message: refusal })
  }
  return undefined
}

/** Returns a record with `id` beside `_id` and normalized keys; undefined without a usable id. */
function readRow(resource: Resource, value: unknown): Row | undefined {
  if (!isObject(value)) return undefined
  const id = toId(getAt(value, '_id')) ?? toId(getAt(value, 'id'))
  if (id === undefined) return undefined
  const normalized = normalizeRow(resource.row, value)
  const row = withComputed(resource, normalized, (key) => normalized[key] !== undefined)
  if (!Number.isSafeInteger(row.version)) delete row.version
  return withSent(Object.assign(row, { _id: id, id }), value)
}

/** A list in an answer, with the totals and limits of the objects around it, innermost first. */
interface Box {
  list: unknown[]
  totals: unknown[]
  limits: unknown[]
  pages: unknown[]
  isMore: boolean
}

/** Backends' names for the total of records, the page size and the number of pages. The first match counts. */
const TOTALS = ['total', 'totalItems', 'total_items', 'totalCount', 'total_count', 'count']
const LIMITS = ['limit', 'perPage', 'per_page', 'pageSize', 'page_size']
const PAGES = ['pages', 'totalPages', 'total_pages', 'pageCount', 'page_count']

function findList(body: unknown, key: string): Box | undefined {
  let known: Omit<Box, 'list'> = { totals: [], limits: [], pages: [], isMore: false }
  for (const box of unwrapEnvelope(body)) {
    if (Array.isArray(box)) return { list: box, ...known }
    const speakers = [getAt(box, 'pagination'), getAt(box, 'meta'), box]
    const valuesOf = (names: readonly string[]) =>
      speakers.flatMap((one) => (isObject(one) ? names.map((name) => getAt(one, name)) : []))
    // The innermost object describes the list itself, so its values come first.
    known = {
      totals: [...valuesOf(TOTALS), ...known.totals],
      limits: [...valuesOf(LIMITS), ...known.limits],
      pages: [...valuesOf(PAGES), ...known.pages],
      isMore: known.isMore || valuesOf(['isMore']).includes(true),
    }
    const list = getAt(box, key)
    if (list !== undefined) return Array.isArray(list) ? { list, ...known } : undefined
  }
  return undefined
}

function readRows(resource: Resource, list: unknown[]): { rows: Row[]; dropped: number } {
  const rows = new Map<string, Row>()
  for (const value of list) {
    const row = readRow(resource, value)
    if (row && !rows.has(row.id)) rows.set(row.id, row)
  }
  return { rows: [...rows.values()], dropped: list.length - rows.size }
}

/** A 200 that carries a failure: {success:false}, {error} or a problem document. */
function refusalOf(body: Record<string, unknown>): string | undefined {
  const status = getAt(body, 'status')
  const isProblem = typeof status === 'number' && status >= 400
  if (getAt(body, 'success') !== false && !getAt(body, 'error') && !isProblem) return undefined
  return readError(body).message
}

/** 'Career Field' is found under careerField. */
function entityKey(resource: Resource): string {
  const words = resource.label.one.replaceAll(' ', '')
  return words.charAt(0).toLowerCase() + words.slice(1)
}

/** Numbers above 2^53 arrive already rounded, so they name no record. */
function toId(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : undefined
  return typeof value === 'string' && value !== '' ? value : undefined
}

function first(values: readonly unknown[]): number | undefined {
  return values.map(toCount).find((count) => count !== undefined)
}

function toCount(value: unknown): number | undefined {
  const count = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : undefined
}
