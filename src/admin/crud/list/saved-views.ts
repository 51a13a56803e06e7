import { type HttpError, useList } from '@refinedev/core'
import { listAddress, readListAddress } from '#admin/format/list-address.ts'
import { MAX_PAGE_SIZE } from '#contract/api.ts'
import type { ListQuery } from '#contract/list-query.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'

export const VIEWS = registry.find(({ name }) => name === 'views') as Resource

/** A view as the server stores it. */
export interface SavedView extends Row {
  name: string
  query: string
  layout?: unknown
  shared?: boolean
  owner: string
}

/** Options shared by all reads of views and settings. */
export const READ_VIEWS = {
  pagination: { currentPage: 1, pageSize: MAX_PAGE_SIZE, mode: 'server' },
  errorNotification: false,
} as const

/** Reads the views of a list. Without `isRead`, returns only cached ones. */
export function useViewList({ name }: Resource, isRead: boolean) {
  return useList<SavedView, HttpError>({
    ...READ_VIEWS,
    resource: VIEWS.page,
    filters: [{ field: 'resource', operator: 'eq', value: name }],
    queryOptions: { enabled: isRead, staleTime: 60_000, retry: false },
  }).query
}

/** Returns a view's query in the current format, without parts that the declaration does not know. */
export function viewWords(resource: Resource, query: string): string {
  return wordsOf(readListAddress(resource, query))
}

/** Returns the part of a query that a view stores: search, filters, order. The page size is part of the layout. */
export function wordsOf({ search, filters, sort, deleted }: ListQuery): string {
  return listAddress({ search, filters, sort, ...(deleted && { deleted }) })
}
