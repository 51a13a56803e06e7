import { type RefObject, useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { mayDo } from '#admin/providers/access-control-provider.ts'
import { useShortcuts } from '#admin/ui/shortcuts.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { noteRows } from './shown-rows.ts'
import type { ResourceList } from './use-resource-list.ts'

const ROW = '[data-row]'
/** The row of what is open beside the list. */
const OPEN = '[aria-current=true]'

/** The keys of a list: a new record, from row to row, and the form of the row that has the focus. */
export function useListKeys(
  resource: Resource,
  given: {
    list: Pick<ResourceList, 'rows' | 'isOld' | 'deleted'>
    area: RefObject<HTMLElement | null>
    add: () => void
    edit: (row: Pick<Row, 'id'>) => void
    /** A row was gone to, where that opens it. */
    onStep?: ((id: string) => void) | undefined
  },
): void {
  const { rows, isOld, deleted } = given.list
  const { pathname, search } = useLocation()
  const address = `${pathname}${search}`
  useEffect(() => {
    if (isOld) return
    noteRows(
      address,
      rows.map(({ id }) => id),
    )
  }, [address, rows, isOld])

  const step = (by: 1 | -1) => {
    const all = [...(given.area.current?.querySelectorAll(ROW) ?? [])]
    const focused = all.findIndex((row) => row.contains(document.activeElement))
    const at = focused === -1 ? all.findIndex((row) => row.querySelector(OPEN)) : focused
    const next = at === -1 ? (by === 1 ? 0 : all.length - 1) : at + by
    // The name first, which leads to the record.
    const control = ['a', 'button', 'input']
      .map((kind) => all[next]?.querySelector<HTMLElement>(kind))
      .find(Boolean)
    control?.focus()
    const id = (all[next] as HTMLElement | undefined)?.dataset.row
    if (control && id !== undefined) given.onStep?.(id)
  }
  const has = (action: 'create' | 'edit') =>
    resource.actions.includes(action) && mayDo(resource, action)
  const isEmpty = rows.length === 0
  useShortcuts([
    { keys: 'n', words: resource.messages.add, isOff: !has('create'), run: given.add },
    { keys: 'j', words: 'Next row', isOff: isEmpty, repeats: true, run: () => step(1) },
    { keys: 'k', words: 'Previous row', isOff: isEmpty, repeats: true, run: () => step(-1) },
    {
      keys: 'e',
      words: 'Edit the row that has the focus',
      isOff: isEmpty || deleted === true || !has('edit'),
      run: () => {
        const id = document.activeElement?.closest<HTMLElement>(ROW)?.dataset.row
        const row = rows.find((one) => one.id === id)
        if (row && mayDo(resource, 'edit', row)) given.edit(row)
      },
    },
  ])
}
