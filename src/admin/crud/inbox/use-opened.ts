import { type Location, useLocation, useNavigate } from 'react-router-dom'
import { pageAddress } from '#admin/format/addresses.ts'
import { isObject } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'

/** The record that stands open beside its list: the address names it, and the list keeps its query. */
export interface Opened {
  id: string | undefined
  /** What a link to it needs; from one that is open to the next there is one step of the history alone. */
  linkTo: (id: string) => {
    to: { pathname: string; search: string }
    replace: boolean
    state: unknown
  }
  open: (id: string) => void
  /** Back to the list alone. */
  close: () => void
}

export function useOpened(resource: Resource, id: string | undefined): Opened {
  const location = useLocation()
  const navigate = useNavigate()
  const { search, state } = location
  const to = (record?: string) => ({ pathname: pageAddress(resource.page, record), search })
  const linkTo = (record: string) => ({
    to: to(record),
    replace: id !== undefined,
    state: id === undefined ? { ...Object(state), openedOver: search } : state,
  })
  return {
    id,
    linkTo,
    open(record) {
      const { to: next, ...how } = linkTo(record)
      void navigate(next, how)
    },
    close() {
      if (wasOpenedHere(location)) void navigate(-1)
      else void navigate(to(), { replace: true, state })
    },
  }
}

/** The list lies one step back, as it is. */
function wasOpenedHere({ state, search }: Location): boolean {
  return isObject(state) && state.openedOver === search
}

/** In the place of the open one, which is deleted: the next of the list, or the one before. */
export function openNext(opened: Opened, rows: readonly { id: string }[]): void {
  const at = rows.findIndex(({ id }) => id === opened.id)
  const next = at === -1 ? undefined : (rows[at + 1] ?? rows[at - 1])
  if (next) opened.open(next.id)
  else opened.close()
}
