import type { GetListParams } from '@refinedev/core'
import type { QueryClient } from '@tanstack/react-query'
import { found, note } from '#admin/http/backend.ts'
import { type Call, HttpError } from '#admin/providers/http-client.ts'
import { MAX_ALL } from '#contract/api.ts'
import type { Row } from '#model/declaration.ts'
import { isListedWhole, type Resource } from '#model/resource.ts'
import { applyIgnored, isAnyIgnored, queryOf, type Source } from './client-side-filter.ts'
import { type Condition, conditionsOf } from './conditions.ts'
import { dialect } from './dialect.ts'
import { type Page, readWhole, type Whole } from './fetch-all-pages.ts'
import { noteIds } from './numeric-ids.ts'
import { type ListPage, Refusal, readList, UnexpectedShape } from './read-records.ts'

/** A list's answer to the screens. */
export interface List extends Page {
  /** How many rows make a page, as the server has it. */
  limit: number
  /** What the backend does not do itself. */
  ignoredKinds?: readonly Condition['kind'][]
  /** Only so many of its records could be read. */
  cut?: { read: number; of: number }
}

/** How long a whole list serves the pages of a search that is done here, in milliseconds. */
const WHOLE_STALE_TIME = 30_000

type Asked = Pick<GetListParams, 'pagination' | 'sorters' | 'filters'>

/**
 * One page of a list, or all of it with pagination off. A list without paging is read whole and paged here, and
 * so is one whose backend ignores what it is asked for (WIRE-04, WIRE-05).
 */
export async function fetchList(
  resource: Resource,
  { pagination, sorters, filters }: Asked,
  signal: AbortSignal | undefined,
  client: QueryClient,
): Promise<List> {
  const page = { current: pagination?.currentPage ?? 1, pageSize: pagination?.pageSize ?? 10 }
  const isOff = pagination?.mode === 'off'
  const { path } = resource.api
  const conditions = conditionsOf(resource, filters, sorters)
  const ask = pageReader(resource, signal)
  const askPage = (query: Call['query']) =>
    ask({ page: page.current, limit: page.pageSize, ...query }, page)
  const askAll = async (query: Call['query'], isPaged: boolean) =>
    readWhole(
      (turn, current) => ask({ ...turn, ...query }, { current, pageSize: MAX_ALL }),
      isPaged,
    )
  const first = async (query: Call['query']): Promise<List> =>
    isOff || isListedWhole(resource) ? fromWhole(await askAll(query, false)) : askPage(query)

  const slice = (rows: readonly Row[]) => {
    const before = (page.current - 1) * page.pageSize
    return isOff ? [...rows] : rows.slice(before, before + page.pageSize)
  }
  const fromWhole = ({ rows, total }: Whole, fitting: readonly Row[] = rows): List => ({
    data: slice(fitting),
    total: fitting.length,
    isLeast: false,
    dropped: 0,
    limit: page.pageSize,
    ...(total > rows.length && { cut: { read: rows.length, of: total } }),
  })
  const source: Source = {
    path,
    askPage: async (query) => (await first(query)).data,
    askWhole: (query) =>
      client.fetchQuery({
        // Refine's own key of the resource's lists: what invalidates these invalidates this.
        queryKey: ['data', 'default', resource.page, 'list', 'whole', query],
        queryFn: () => askAll(query, !isListedWhole(resource)),
        staleTime: WHOLE_STALE_TIME,
      }),
  }

  const answer = isAnyIgnored(path, conditions) ? undefined : await first(queryOf(conditions))
  const here = await applyIgnored(source, conditions, answer?.data)
  if (here) return { ...fromWhole(here.whole, here.rows), ignoredKinds: here.ignoredKinds }
  return answer ?? first(queryOf(conditions))
}

/** Asks for a list and reads the answer. A 404 of the list itself is remembered: the backend has none (WIRE-07). */
export function pageReader(resource: Resource, signal: AbortSignal | undefined) {
  const { path } = resource.api
  return async (query: Call['query'], page: { current: number; pageSize: number }) => {
    try {
      const body = await (await dialect()).list(resource, query, signal)
      if (found(path) === false) note(path, true)
      return listed(resource, body, page)
    } catch (error) {
      const isPlain = Object.keys(query ?? {}).every((name) => ['page', 'limit'].includes(name))
      if (error instanceof HttpError && error.statusCode === 404 && isPlain && page.current === 1)
        note(path, false)
      throw error
    }
  }
}

function listed(
  resource: Resource,
  body: unknown,
  page: { current: number; pageSize: number },
): Page & Pick<ListPage, 'limit'> {
  const { rows, ...rest } = orHttpError(() => readList(resource, body, page))
  noteIds(resource, rows)
  if (rest.dropped > 0)
    console.warn(`${resource.api.path} sent ${rest.dropped} entries that are no records`)
  return { data: rows, ...rest }
}

/** What the reader refuses is a failed call to the screens, with the reader's words. */
export function orHttpError<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof Refusal || error instanceof UnexpectedShape)
      throw new HttpError(200, { message: error.message })
    throw error
  }
}
