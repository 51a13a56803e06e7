import type { GetListParams } from '@refinedev/core'
import type { QueryClient } from '@tanstack/react-query'
import { hasCapability, setCapability } from '#admin/http/backend.ts'
import { hasChanges } from '#admin/http/session.ts'
import { type Call, HttpError } from '#admin/providers/http-client.ts'
import { MAX_ALL, MAX_PAGE_SIZE } from '#contract/api.ts'
import type { Row } from '#model/declaration.ts'
import { isListedWhole, type Resource } from '#model/resource.ts'
import { type Condition, conditionsOf, isSameRows, type Query, queryOf } from './conditions.ts'
import { dialect } from './dialect.ts'
import { noteIds } from './raw-payload.ts'
import { type ListPage, readList } from './read-records.ts'

type Page = Omit<ListPage, 'rows'> & { data: Row[] }

export interface List extends Page {
  /** Conditions that the backend does not apply. */
  ignoredKinds?: readonly Condition['kind'][]
  /** Set when only part of the records could be read. */
  cut?: { read: number; of: number }
}

/** The rows read from a list, and the backend's count of all records. */
interface Whole {
  rows: Row[]
  total: number
}

type Ask = (query: Call['query'], page: number, size?: number) => Promise<Page>

/** Time (ms) for which a whole list serves pages and names from the cache. */
const WHOLE_STALE_TIME = 30_000
/** Maximum number of pages of a whole list. No known backend has pages so small that it needs more. */
const MOST_PAGES = 100
const AT_ONCE = 5

/**
 * Reads one page of a list, or all of it with pagination off. Lists without paging, and lists whose backend ignores
 * a search, filter or order, are read whole. The condition is then applied here, among the first 1,000 records.
 */
export async function fetchList(
  resource: Resource,
  { pagination, sorters, filters }: Pick<GetListParams, 'pagination' | 'sorters' | 'filters'>,
  signal: AbortSignal | undefined,
  client: QueryClient,
): Promise<List> {
  const current = pagination?.currentPage ?? 1
  const pageSize = pagination?.pageSize ?? 10
  const isOff = pagination?.mode === 'off'
  const { path } = resource.api
  const ask = pageReader(resource, signal)
  const fromWhole = ({ rows, total }: Whole, fitting: readonly Row[] = rows): List => ({
    data: isOff ? [...fitting] : fitting.slice((current - 1) * pageSize, current * pageSize),
    total: fitting.length,
    isLeast: false,
    dropped: 0,
    limit: pageSize,
    ...(total > rows.length && { cut: { read: rows.length, of: total } }),
  })
  const askFor = async (query: Call['query']): Promise<List> =>
    isOff || isListedWhole(resource)
      ? fromWhole(await readWhole(ask, query, false))
      : ask({ page: current, limit: pageSize, ...query }, current, pageSize)

  const conditions = conditionsOf(resource, filters, sorters)
  const ignored = () => conditions.filter((one) => isIgnored(path, one))
  if (ignored().length === 0) {
    const answer = await askFor(queryOf(conditions))
    // Our own server applies all conditions.
    if (!hasChanges())
      await noteIgnored(path, conditions, answer.data, async (query) => (await askFor(query)).data)
    if (ignored().length === 0) return answer
  }
  const heeded = queryOf(conditions.filter((one) => !isIgnored(path, one)))
  const wholeOf = (query: Query) => fetchWhole(resource, query, ask, client)
  const whole = await wholeOf(heeded)
  await noteIgnored(path, conditions, whole.rows, async (query) => (await wholeOf(query)).rows)
  const rows = ignored().reduce((rest, one) => one.apply(rest), whole.rows)
  return {
    ...fromWhole(whole, rows),
    ignoredKinds: [...new Set(ignored().map(({ kind }) => kind))],
  }
}

/** Returns whether the backend is known to ignore a condition at this path. */
function isIgnored(path: string, { name }: Condition): boolean {
  return hasCapability(`${name} ${path}`) === false
}

/**
 * Detects conditions that a backend ignores. Rows that do not meet a condition make it suspect. The list is then
 * requested once with a different condition: an equal answer proves that it is ignored.
 */
async function noteIgnored(
  path: string,
  conditions: readonly Condition[],
  rows: readonly Row[],
  ask: (query: Query) => Promise<readonly Row[]>,
): Promise<void> {
  for (const condition of conditions) {
    const key = `${condition.name} ${path}`
    if (hasCapability(key) !== undefined || condition.isMet(rows)) continue
    const others = conditions.filter((one) => one !== condition && !isIgnored(path, one))
    const other = await ask({ ...queryOf(others), ...condition.instead }).catch((error) => {
      if (isRefusal(error)) return undefined
      throw error
    })
    // A backend may read several choices in one parameter as a single unknown one.
    const isAlike = rows.length === 0 ? other?.length !== 0 : other && isSameRows(other, rows)
    setCapability(key, !(other && isAlike))
  }
}

/**
 * Reads the records of these ids in their order, without deleted ones. Requests a hundred at a time by `ids`. A
 * backend that ignores or refuses the parameter is read whole, and never asked by `ids` again.
 */
export async function fetchByIds(
  resource: Resource,
  ids: readonly string[],
  signal: AbortSignal | undefined,
  client: QueryClient,
): Promise<Row[]> {
  const ask = pageReader(resource, signal)
  const key = `ids ${resource.api.path}`
  const known = new Map<string, Row>()
  for (let at = 0; at < ids.length && hasCapability(key) !== false; at += MAX_PAGE_SIZE) {
    const wanted = ids.slice(at, at + MAX_PAGE_SIZE)
    const answer = await ask({ ids: wanted.join(',') }, 1).catch((error: unknown) => {
      if (isRefusal(error)) return undefined
      throw error
    })
    if (answer?.data.every(({ id }) => wanted.includes(id)) && answer.total <= answer.data.length)
      for (const row of answer.data) known.set(row.id, row)
    else setCapability(key, false)
  }
  if (hasCapability(key) === false)
    for (const row of (await fetchWhole(resource, {}, ask, client)).rows) known.set(row.id, row)
  return ids.flatMap((id) => known.get(id) ?? [])
}

/** Returns whether the backend does not know the request. */
function isRefusal(error: unknown): boolean {
  return error instanceof HttpError && [400, 404, 405, 422, 501].includes(error.statusCode)
}

function fetchWhole(
  resource: Resource,
  query: Query,
  ask: Ask,
  client: QueryClient,
): Promise<Whole> {
  return client.fetchQuery({
    // Part of Refine's key of the resource's lists, so that both are invalidated together.
    queryKey: ['data', 'default', resource.page, 'list', 'whole', query],
    queryFn: () => readWhole(ask, query, !isListedWhole(resource)),
    staleTime: WHOLE_STALE_TIME,
  })
}

/**
 * Reads a whole list, at most 1,000 records. `isPaged` requests pages from the start; otherwise only if the answer
 * reports more records. Stops at a page without new records.
 */
async function readWhole(ask: Ask, query: Call['query'], isPaged: boolean): Promise<Whole> {
  const turn = (page: number) => ask({ page, limit: MAX_PAGE_SIZE, ...query }, page)
  const sizeOf = ({ data, dropped }: Page) => data.length + dropped
  let first = isPaged ? await turn(1) : await ask(query, 1)
  if (!isPaged && first.total > sizeOf(first)) first = await turn(1)
  const rows = new Map(first.data.map((row) => [row.id, row]))
  const wanted = Math.ceil(Math.min(first.total, MAX_ALL) / Math.max(1, sizeOf(first)))
  const last = Math.min(wanted, MOST_PAGES)
  for (let page = 2; page <= last; page += AT_ONCE) {
    const pages = Array.from({ length: Math.min(AT_ONCE, last - page + 1) }, (_, at) => page + at)
    const before = rows.size
    for (const { data } of await Promise.all(pages.map(turn)))
      for (const row of data) rows.set(row.id, row)
    if (rows.size === before) break
  }
  return { rows: [...rows.values()].slice(0, MAX_ALL), total: Math.max(first.total, rows.size) }
}

/** Reads a page of a list. Remembers a 404 of the list itself: the backend does not have it. */
export function pageReader(resource: Resource, signal: AbortSignal | undefined): Ask {
  const { path } = resource.api
  return async (query, current, pageSize = MAX_ALL) => {
    try {
      const body = await (await dialect()).list(resource, query, signal)
      if (hasCapability(path) === false) setCapability(path, true)
      const { rows, ...rest } = readList(resource, body, { current, pageSize })
      noteIds(resource, rows)
      if (rest.dropped > 0)
        console.warn(`${path} sent ${rest.dropped} entries that are not records`)
      return { data: rows, ...rest }
    } catch (error) {
      const isPlain = Object.keys(query ?? {}).every((name) => ['page', 'limit'].includes(name))
      if (error instanceof HttpError && error.statusCode === 404 && isPlain && current === 1)
        setCapability(path, false)
      throw error
    }
  }
}
