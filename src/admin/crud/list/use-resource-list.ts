import { type HttpError, useList } from '@refinedev/core'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { translate } from '#admin/format/translate.ts'
import type { List } from '#admin/providers/list.ts'
import { PAGE_SIZE } from '#contract/api.ts'
import { isListedWhole, type Resource } from '#model/resource.ts'
import type { Row } from '#model/spec.ts'
import type { ListFilter } from '../filters/read-filters.ts'
import { addressOf, askedIn } from './list-address.ts'
import { type ListQuery, pageCount, readQuery, SEARCH, type Sort } from './paging.ts'

export interface ResourceList extends ListQuery {
  rows: readonly Row[]
  total: number
  /** There are at least so many: the backend told its pages, and no total. */
  isLeast: boolean
  /** What there is to know of what came: see ListNotes. */
  told: ListTold
  pages: number
  /** How many rows make a page, as the server has it. */
  limit: number
  /** Nothing to show yet: skeletons stand in. */
  isPending: boolean
  /** The rows shown are those of the page before, or of before a failure. */
  isOld: boolean
  /** The rows are being read, for the first time or again. */
  isFetching: boolean
  /** Why there are no rows, in the resource's words. */
  error: string | undefined
  goTo: (page: number) => void
  searchFor: (text: string) => void
  /** Sets a filter to one value, or takes it away. */
  filterBy: (field: string, value: string | undefined) => void
  /** Takes the search text and every filter away. */
  clear: () => void
  /** Sorts by one key, or in the resource's own order. */
  sortBy: (sort: Sort | undefined) => void
  retry: () => void
}

/**
 * A resource's list. What it shows stands in the address and nowhere else: each page, search, filter and order
 * is a step that Back takes back. A page beyond the end leads to the last one (USER-08).
 */
export function useResourceList(resource: Resource): ResourceList {
  const location = useLocation()
  const navigate = useNavigate()
  const query = readQuery(resource, askedIn(location.search))

  const show = (next: ListQuery, replace = false) => {
    const search = addressOf(next)
    if (search === addressOf(query)) return
    // Who led here stays known; and what was asked for shows at once, not after the router's transition.
    const { pathname, state } = location
    void navigate({ pathname, search }, { state, replace, flushSync: true })
  }

  const list = useList<Row, HttpError>({
    resource: resource.page,
    pagination: { currentPage: query.page, pageSize: PAGE_SIZE, mode: 'server' },
    filters: [...searchFilter(query.search), ...query.filters],
    sorters: query.sort ? [query.sort] : [],
    errorNotification: false,
    // Refine takes the address's parameters into the list's key: a form that closes would load it again.
    meta: { record: undefined },
  })

  const { data, isSuccess, isPlaceholderData, error } = list.query
  const total = data?.total ?? 0
  const limit = typeof data?.limit === 'number' ? data.limit : PAGE_SIZE
  const pages = pageCount(total, limit)
  const isBeyond = isSuccess && !isPlaceholderData && query.page > pages
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer that is too short
  useEffect(() => {
    if (isBeyond) show({ ...query, page: pages }, true)
  }, [isBeyond, pages])

  return {
    ...query,
    // The specification empties a list without paging when it fails (CF-03); elsewhere what is known stays.
    rows: error && isListedWhole(resource) ? [] : (data?.data ?? []),
    total,
    isLeast: data?.isLeast === true,
    told: (data ?? NOTHING_TOLD) as ListTold,
    pages,
    limit,
    isPending: isBeyond || (!data && !error),
    isOld: isPlaceholderData || error !== null,
    isFetching: list.query.isFetching,
    error: error ? loadError(resource, error) : undefined,
    goTo: (page) => show({ ...query, page }),
    searchFor: (search) => show({ ...query, page: 1, search }),
    filterBy: (field, value) => show({ ...query, page: 1, filters: replaced(query, field, value) }),
    clear: () => show({ ...query, page: 1, search: '', filters: [] }),
    sortBy: (sort) => show({ ...query, page: 1, sort }),
    retry: () => void list.query.refetch(),
  }
}

/** What the data provider says beside the rows. */
export type ListTold = Partial<Pick<List, 'dropped' | 'unheard' | 'cut'>>

const NOTHING_TOLD: ListTold = {}

/** Whether a search or a filter leaves some records out. */
export function isNarrowed({ search, filters }: ListQuery): boolean {
  return search !== '' || filters.length > 0
}

/** What an empty list says. */
export function nothingText({ messages }: Resource, query: ListQuery): string {
  return (isNarrowed(query) && messages.noMatch) || messages.empty
}

function searchFilter(text: string) {
  return text ? [{ field: SEARCH, operator: 'contains' as const, value: text }] : []
}

function replaced({ filters }: ListQuery, field: string, value: string | undefined): ListFilter[] {
  const others = filters.filter((one) => one.field !== field)
  return value ? [...others, { field, operator: 'eq', value }] : others
}

function loadError({ messages }: Resource, error: HttpError): string {
  return (messages.loadFailedFromServer && error.message) || translate(messages.loadFailed)
}
