import { type HttpError, useList } from '@refinedev/core'
import { refineQuery } from '#admin/providers/crud-filters.ts'
import type { ListQuery } from '#contract/list-query.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'

/** A page of a list, and how many there are as far as is known. */
type ListPage = Omit<ListQuery, 'page' | 'limit'> & { page: number; limit: number; pages?: number }

/**
 * The rows of the page after the one that a list shows, asked for once they are wanted; undefined until they are
 * known, and after the last page.
 */
export function useNextPage(
  resource: Resource,
  list: ListPage,
  isWanted: boolean,
): readonly Row[] | undefined {
  const isThere = list.pages === undefined || list.page < list.pages
  const { query } = useList<Row, HttpError>({
    resource: resource.page,
    // Asked for as the list will ask, which then has them at once.
    pagination: { currentPage: list.page + 1, pageSize: list.limit, mode: 'server' },
    ...refineQuery(resource, list),
    errorNotification: false,
    queryOptions: { enabled: isWanted && isThere },
  })
  return isWanted && isThere ? query.data?.data : undefined
}
