import { type HttpError, useParsed, useTable } from '@refinedev/core'
import { useEffect, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { translate } from '#admin/translate.ts'
import { PAGE_SIZE } from '#contract/api.ts'
import type { Resource } from '#model/resource.ts'
import type { Row } from '#model/spec.ts'
import type { ListFilter } from './filters/read-filters.ts'
import { type ListQuery, nextSort, pageCount, readQuery, SEARCH } from './paging.ts'

export interface ResourceList extends ListQuery {
  rows: readonly Row[]
  total: number
  pages: number
  /** How many rows make a page, as the server has it. */
  limit: number
  /** Nothing to show yet: skeletons stand in. */
  isPending: boolean
  /** The rows shown are those of the page before, or of before a failure. */
  isOld: boolean
  /** Why there are no rows, in the resource's words. */
  error: string | undefined
  goTo: (page: number) => void
  searchFor: (text: string) => void
  /** Sets a filter to one value, or takes it away. */
  filterBy: (field: string, value: string | undefined) => void
  /** Takes the search text and every filter away. */
  clear: () => void
  /** A click on a sortable header. */
  sortBy: (field: string) => void
  retry: () => void
}

/**
 * A resource's list: Refine's useTable with page, search, filters and order in the address bar.
 * A page beyond the end leads to the last one (USER-08); what was typed into the address is made sane first.
 */
export function useResourceList(resource: Resource): ResourceList {
  const [isSane, setSane] = useState(false)
  const table = useTable<Row, HttpError>({
    resource: resource.page,
    pagination: { pageSize: PAGE_SIZE, mode: 'server' },
    filters: { defaultBehavior: 'replace' },
    syncWithLocation: true,
    errorNotification: false,
    // Refine takes the address's parameters into the list's key: a form that closes would load it again.
    meta: { record: undefined },
    queryOptions: { enabled: isSane },
  })
  const { currentPage, setCurrentPage, pageSize, setPageSize } = table
  const { filters, setFilters, sorters, setSorters } = table
  const query = readQuery(resource, { page: currentPage, filters, sorters })

  const show = ({ page, search, sort, filters: wanted }: ListQuery) => {
    setCurrentPage(page)
    setFilters([...searchFilter(search), ...wanted], 'replace')
    setSorters(sort ? [sort] : [])
  }

  // Once, before the first request: the visitor may have typed anything into the address.
  // biome-ignore lint/correctness/useExhaustiveDependencies: later values are our own
  useEffect(() => {
    show(query)
    if (pageSize !== PAGE_SIZE) setPageSize(PAGE_SIZE)
    setSane(true)
  }, [])

  // useTable writes the address and reads it but once: Back, Forward and the menu's link are followed here.
  const { key } = useLocation()
  const navigation = useNavigationType()
  const { params } = useParsed()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each navigation
  useEffect(() => {
    if (!isSane || navigation === 'REPLACE') return
    const { currentPage: page, filters: wanted, sorters: order } = params ?? {}
    show(readQuery(resource, { page, filters: listOf(wanted), sorters: listOf(order) }))
  }, [key])

  const { data, isSuccess, isPlaceholderData, error } = table.tableQuery
  const total = data?.total ?? 0
  const limit = typeof data?.limit === 'number' ? data.limit : PAGE_SIZE
  const pages = pageCount(total, limit)
  const isBeyond = isSuccess && !isPlaceholderData && query.page > pages
  useEffect(() => {
    if (isBeyond) setCurrentPage(pages)
  }, [isBeyond, pages, setCurrentPage])

  return {
    ...query,
    // The specification empties a list without paging when it fails (CF-03); elsewhere what is known stays.
    rows: error && resource.api.envelope === 'all' ? [] : (data?.data ?? []),
    total,
    pages,
    limit,
    isPending: isBeyond || (!data && !error),
    isOld: isPlaceholderData || error !== null,
    error: error ? loadError(resource, error) : undefined,
    goTo: setCurrentPage,
    searchFor: (search) => show({ ...query, page: 1, search }),
    filterBy: (field, value) => show({ ...query, page: 1, filters: replaced(query, field, value) }),
    clear: () => show({ ...query, page: 1, search: '', filters: [] }),
    sortBy: (field) => show({ ...query, page: 1, sort: nextSort(query.sort, field) }),
    retry: () => void table.tableQuery.refetch(),
  }
}

function searchFilter(text: string) {
  return text ? [{ field: SEARCH, operator: 'contains' as const, value: text }] : []
}

function replaced({ filters }: ListQuery, field: string, value: string | undefined): ListFilter[] {
  const others = filters.filter((one) => one.field !== field)
  return value ? [...others, { field, operator: 'eq', value }] : others
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function loadError({ messages }: Resource, error: HttpError): string {
  return (messages.loadFailedFromServer && error.message) || translate(messages.loadFailed)
}
