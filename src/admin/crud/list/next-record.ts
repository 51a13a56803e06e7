import { type HttpError, useList } from '@refinedev/core'
import { useEffect, useMemo } from 'react'
import { useLocation } from 'react-router-dom'
import { pageAddress } from '#admin/format/addresses.ts'
import { readPlace, writePlace } from '#admin/format/form-address.ts'
import { listAddress, readListAddress } from '#admin/format/list-address.ts'
import { refineQuery } from '#admin/providers/crud-filters.ts'
import { readStored, writeStored } from '#admin/ui/storage.ts'
import { PAGE_SIZE } from '#contract/api.ts'
import type { ListQuery } from '#contract/list-query.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { readCameFrom } from '../came-from.ts'
import type { ResourceList } from './use-resource-list.ts'

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

/**
 * The record after this one in the list that led here, as that was shown: on its last row the first of the next page,
 * with its list. `enter` is called on the way there.
 */
export function useRecordAfter(resource: Resource, id: string) {
  const from = readCameFrom(useLocation().state)
  const ids = from ? rowsShown(from.to) : []
  const at = ids.indexOf(id)
  const list = useMemo(
    () => listAt(resource, from?.to ?? '', ids.length),
    [resource, from?.to, ids.length],
  )
  const overleaf = useNextPage(resource, list, at !== -1 && at === ids.length - 1)
  if (!from || at === -1) return undefined
  const below = ids[at + 1]
  if (below !== undefined) return { id: below, from, enter: () => undefined }
  const [first, ...others] = overleaf?.map((row) => row.id) ?? []
  if (first === undefined) return undefined
  const enter = () => noteRows(list.next, [first, ...others])
  return { id: first, from: { ...from, to: list.next }, enter }
}

/** What the address of a list asks for, where a page that says no size shows so many; and the address of the next page. */
function listAt(resource: Resource, address: string, shown: number) {
  const at = address.indexOf('?')
  const place = readPlace(at === -1 ? '' : address.slice(at))
  const query = readListAddress(resource, place.search)
  const limit = query.limit ?? (query.page > 1 ? PAGE_SIZE : Math.max(shown, 1))
  const search = listAddress({ ...query, limit, page: query.page + 1 })
  return {
    ...query,
    limit,
    next: `${pageAddress(resource.page)}${writePlace({ ...place, search })}`,
  }
}

/** The rows that a list showed last in this tab: the form of one of them can lead to the next. */
const KEY = 'waymark_rows'

/** Notes what the list at this address shows. */
function noteRows(address: string, ids: readonly string[]): void {
  writeStored(KEY, JSON.stringify([address, ...ids]), 'tab')
}

/** What the list at this address showed, in its order; nothing where another was shown since. */
function rowsShown(address: string): readonly string[] {
  const [noted, ...ids]: unknown[] = JSON.parse(readStored(KEY, 'tab') ?? '[]')
  return noted === address ? ids.filter((id) => typeof id === 'string') : []
}

/** Notes the rows of the list that is shown, so that a record's form can lead to the next one. */
export function useNoteRows({ rows, isOld }: Pick<ResourceList, 'rows' | 'isOld'>): void {
  const { pathname, search } = useLocation()
  const address = `${pathname}${search}`
  useEffect(() => {
    if (isOld) return
    noteRows(
      address,
      rows.map(({ id }) => id),
    )
  }, [address, rows, isOld])
}
