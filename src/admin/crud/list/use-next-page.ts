import { type HttpError, useList } from '@refinedev/core'
import { refineQuery } from '#admin/providers/crud-filters.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import type { ResourceList } from './use-resource-list.ts'

/**
 * The rows of the page after the one that a list shows, asked for once they are wanted; undefined until they are
 * known, and after the last page.
 */
export function useNextPage(
  resource: Resource,
  list: ResourceList,
  isWanted: boolean,
): readonly Row[] | undefined {
  const isThere = list.page < list.pages
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
