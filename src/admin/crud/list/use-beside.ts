import { useMemo } from 'react'
import { useLocation } from 'react-router-dom'
import { pageAddress } from '#admin/format/addresses.ts'
import { readPlace, writePlace } from '#admin/format/form-address.ts'
import { listAddress, readListAddress } from '#admin/format/list-address.ts'
import { PAGE_SIZE } from '#contract/api.ts'
import type { Resource } from '#model/resource.ts'
import { type CameFrom, readCameFrom } from '../came-from.ts'
import { noteRows, rowsShown } from './shown-rows.ts'
import { useNextPage } from './use-next-page.ts'

/** Another record of a list. */
export interface Beside {
  id: string
  /** The list as it stands around it: what its page leads back to. */
  from: CameFrom
  /** Is called on the way there. */
  enter: () => void
}

/**
 * The record after this one in the list that led here, as that was shown; after its last row comes the
 * first of the page that follows, with its list. Neither where no list led here.
 */
export function useBeside(resource: Resource, id: string): { after: Beside | undefined } {
  const location = useLocation()
  const from = readCameFrom(location.state)
  const ids = from ? rowsShown(from.to) : []
  const at = ids.indexOf(id)
  const list = useMemo(
    () => listAt(resource, from?.to ?? '', ids.length),
    [resource, from?.to, ids.length],
  )
  const isLast = at !== -1 && at === ids.length - 1
  const rows = useNextPage(resource, list, isLast)
  const on = (place: number): Beside | undefined => {
    const beside = at === -1 ? undefined : ids[place]
    return from && beside !== undefined ? { id: beside, from, enter: () => undefined } : undefined
  }
  const [first] = rows ?? []
  const overleaf = (): Beside | undefined => {
    if (!(from && rows && first)) return undefined
    const to = list.next
    const enter = () =>
      noteRows(
        to,
        rows.map((row) => row.id),
      )
    return { id: first.id, from: { ...from, to }, enter }
  }
  return { after: isLast ? overleaf() : on(at + 1) }
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
