import { type HttpError, useTable } from '@refinedev/core'
import { useEffect, useState } from 'react'
import { translate } from '#admin/translate.ts'
import { PAGE_SIZE } from '#contract/api.ts'
import type { Resource } from '#model/resource.ts'
import type { Row } from '#model/spec.ts'
import { type ListQuery, nextSort, pageCount, readQuery, SEARCH } from './paging.ts'

export interface ResourceList extends ListQuery {
  rows: readonly Row[]
  total: number
  pages: number
  /** Nothing to show yet: skeletons stand in. */
  isPending: boolean
  /** The rows shown are those of the page before, or of before a failure. */
  isOld: boolean
  /** Why there are no rows, in the resource's words. */
  error: string | undefined
  goTo: (page: number) => void
  searchFor: (text: string) => void
  /** A click on a sortable header. */
  sortBy: (field: string) => void
  retry: () => void
}

/**
 * A resource's list: Refine's useTable with page, search and order in the address bar.
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
    queryOptions: { enabled: isSane },
  })
  const { currentPage, setCurrentPage, pageSize, setPageSize } = table
  const { filters, setFilters, sorters, setSorters } = table
  const query = readQuery(resource, { page: currentPage, filters, sorters })

  // Once, before the first request: later values are our own.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the address at the start can be wild
  useEffect(() => {
    if (currentPage !== query.page) setCurrentPage(query.page)
    if (pageSize !== PAGE_SIZE) setPageSize(PAGE_SIZE)
    setFilters(filterBy(query.search), 'replace')
    setSorters(query.sort ? [query.sort] : [])
    setSane(true)
  }, [])

  const { data, isSuccess, isPlaceholderData, error } = table.tableQuery
  const total = data?.total ?? 0
  const pages = pageCount(total)
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
    isPending: isBeyond || (!data && !error),
    isOld: isPlaceholderData || error !== null,
    error: error ? loadError(resource, error) : undefined,
    goTo: setCurrentPage,
    searchFor: (text) => {
      setFilters(filterBy(text), 'replace')
      setCurrentPage(1)
    },
    sortBy: (field) => {
      const sort = nextSort(query.sort, field)
      setSorters(sort ? [sort] : [])
      setCurrentPage(1)
    },
    retry: () => void table.tableQuery.refetch(),
  }
}

function filterBy(text: string) {
  return text ? [{ field: SEARCH, operator: 'contains' as const, value: text }] : []
}

function loadError({ messages }: Resource, error: HttpError): string {
  return (messages.loadFailedFromServer && error.message) || translate(messages.loadFailed)
}
