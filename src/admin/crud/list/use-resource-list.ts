import { type HttpError, useList } from '@refinedev/core'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { type ListPlace, readPlace, writePlace } from '#admin/format/form-address.ts'
import { listAddress, sizedQuery } from '#admin/format/list-address.ts'
import { otherDaysZone } from '#admin/format/region.ts'
import { translate, translateWithin } from '#admin/format/translate.ts'
import type { List } from '#admin/providers/adapters/fetch-list.ts'
import { refineQuery } from '#admin/providers/crud-filters.ts'
import { PAGE_SIZE } from '#contract/api.ts'
import type { ListFilter, ListQuery, Sort } from '#contract/list-query.ts'
import type { Row } from '#model/declaration.ts'
import { describe } from '#model/describe.ts'
import { isListedWhole, type Resource } from '#model/resource.ts'
import { useListLayout } from './layout.ts'
import { pageCount } from './paging.ts'
import { wordsOf } from './saved-views.ts'

export type ResourceList = ReturnType<typeof useResourceList>

/** A subset of a list's records, with their number. */
export type Narrowed = Pick<ResourceList, 'total' | 'search' | 'filters'>

/**
 * Reads a resource's list. The address holds all of its state, so each page, search, filter and order is a history
 * entry. A page past the end redirects to the last one.
 */
export function useResourceList(resource: Resource) {
  const location = useLocation()
  const navigate = useNavigate()
  const place = readPlace(location.search)
  const { search: asked, view, edited, isAdding } = place
  const { layout, isLayoutChanged, changeLayout } = useListLayout(resource, view)
  const usual = layout.pageSize ?? PAGE_SIZE
  const query = useMemo(() => sizedQuery(resource, asked, usual), [resource, asked, usual])

  const show = (next: Partial<ListQuery>) => go({ ...query, page: 1, ...next })
  const go = (next: Partial<ListQuery>, size = usual) => {
    const search = listAddress(next, size)
    if (search === asked) return
    // Keeps the origin in the state. Updates the address at once, not after the router's transition.
    const { pathname, state } = location
    void navigate(
      { pathname, search: writePlace({ search, view, ...CLOSED }) },
      { state, flushSync: true },
    )
  }

  const list = useList<Row, HttpError>({
    resource: resource.page,
    pagination: { currentPage: query.page, pageSize: query.limit, mode: 'server' },
    ...refineQuery(resource, query),
    errorNotification: false,
    queryOptions: { placeholderData: (previous) => previous },
  })

  const { data, error, isSuccess, isPlaceholderData } = list.query
  const total = data?.total ?? 0
  const limit = typeof data?.limit === 'number' ? data.limit : query.limit
  const pages = pageCount(total, limit)
  const isBeyond = isSuccess && !isPlaceholderData && query.page > pages
  // Keeps the form that is open over the list.
  const correct = useEffectEvent((search: string) => {
    const { pathname, state } = location
    if (search !== location.search) void navigate({ pathname, search }, { state, replace: true })
  })
  const right = listAddress(isBeyond ? { ...query, page: pages } : query, usual)
  const written = asked === right ? writePlace(place) : writePlace({ ...place, search: right })
  useEffect(() => correct(written), [written])

  return {
    ...query,
    // The specification empties a list without paging after a failure. Other lists keep their rows.
    rows: error && isListedWhole(resource) ? NO_ROWS : (data?.data ?? NO_ROWS),
    total,
    /** True if the total is a minimum: the backend reported only its pages. */
    isLeast: data?.isLeast === true,
    answer: (data ?? {}) as ListAnswer,
    pages,
    limit,
    /** True before the first rows: shows skeletons. */
    isPending: isBeyond || (!data && !error),
    /** True while the rows of the previous page, or from before a failure, are shown. */
    isOld: isPlaceholderData || error !== null,
    error: error ? loadError(resource, error) : undefined,
    goTo: (page: number) => show({ page }),
    resize: (size: number) => {
      changeLayout({ ...layout, pageSize: size })
      go({ ...query, limit: size, page: 1 }, size)
    },
    searchFor: (search: string) => show({ search }),
    /** Sets the parameters of a filter, or without any removes it. */
    filterBy: (filter: ListFilter, values: ListQuery['filters']) =>
      show({ filters: { ...without(query, filter), ...values } }),
    clear: () => show({ search: '', filters: {} }),
    /** Shows the deleted records, or the live ones. */
    showDeleted: (isOn: boolean) => {
      const { deleted, ...rest } = query
      go({ ...rest, page: 1, sort: [], ...(isOn && { deleted: true }) })
    },
    sortBy: (sort: readonly Sort[]) => show({ sort }),
    ...{ layout, isLayoutChanged, changeLayout },
    /** The query without its page, as a view stores it. */
    words: wordsOf(query),
    /** The view that the address names; `all` shows the list without a view. */
    view,
    /** Shows the query of a view, or of none. */
    showView: (next: Pick<ListPlace, 'search' | 'view'>, isCorrection = false) => {
      const { pathname, state } = location
      const search = writePlace({ ...next, ...(isCorrection ? { edited, isAdding } : CLOSED) })
      if (search !== location.search)
        void navigate(
          { pathname, search },
          { state, flushSync: !isCorrection, replace: isCorrection },
        )
    },
    retry: () => void list.query.refetch(),
  }
}

const NO_ROWS: readonly Row[] = []

/** Closes any open form. */
const CLOSED = { edited: undefined, isAdding: false }

/** Additional data from the data provider. */
export type ListAnswer = Partial<Pick<List, 'dropped' | 'ignoredKinds' | 'cut'>>

/** Returns whether a search or a filter is active. */
export function isNarrowed({ search, filters }: ListQuery): boolean {
  return search !== '' || Object.keys(filters).length > 0
}

export const isSet = ({ parameters }: ListFilter, filters: ListQuery['filters']) =>
  parameters.some((name) => filters[name] !== undefined)

/** Returns the time zone of a filter's days, if it is not the reader's. Calendar days have no zone. */
export function zoneOfFilter({ row }: Resource, { path, kind }: ListFilter): string | undefined {
  return kind === 'days' && describe(row, path)?.kind !== 'day' ? otherDaysZone() : undefined
}

/** Returns the text of an empty list. */
export function nothingText({ messages, label }: Resource, query: ListQuery): string {
  if (query.deleted && !isNarrowed(query))
    return translate('No deleted {things}', { things: translateWithin(label.many) })
  return translate((isNarrowed(query) && messages.noMatch) || messages.empty)
}

function without({ filters }: ListQuery, { parameters }: ListFilter): ListQuery['filters'] {
  const others = Object.entries(filters).filter(([name]) => !parameters.includes(name))
  return Object.fromEntries(others)
}

function loadError({ messages }: Resource, error: HttpError): string {
  return (messages.loadFailedFromServer && error.message) || translate(messages.loadFailed)
}
