import { useLocation, useNavigate } from 'react-router-dom'
import { pageAddress } from '#admin/format/addresses.ts'
import type { Resource } from '#model/resource.ts'

export type Opened = ReturnType<typeof useOpened>

/**
 * The record that is open beside its list. The address names it and keeps the list's query. Opening another record
 * replaces the history entry.
 */
export function useOpened({ page }: Resource, id: string | undefined) {
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const to = (record?: string) => ({ pathname: pageAddress(page, record), search })
  return {
    id,
    /** Props of a Link to the record. */
    linkTo: (record: string) => ({ to: to(record), replace: id !== undefined, state }),
    open: (record: string) => void navigate(to(record), { replace: true, state }),
    close: () => void navigate(to(), { replace: true, state }),
  }
}

/** Replaces the deleted open record by the next one of the list, or the previous one. */
export function openNext(opened: Opened, rows: readonly { id: string }[]): void {
  const at = rows.findIndex(({ id }) => id === opened.id)
  const next = at === -1 ? undefined : (rows[at + 1] ?? rows[at - 1])
  if (next) opened.open(next.id)
  else opened.close()
}
