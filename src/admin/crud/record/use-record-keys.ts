import { useLocation, useNavigate } from 'react-router-dom'
import { pageAddress } from '#admin/format/addresses.ts'
import { mayDo } from '#admin/providers/rights.ts'
import { useShortcuts } from '#admin/ui/shortcuts.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { readCameFrom } from '../came-from.ts'
import { besideInList } from '../list/shown-rows.ts'

/** The keys of a record's page: its form, and the record before or after it in the list that led here. */
export function useRecordKeys(resource: Resource, row: Row | undefined, edit: () => void): void {
  const { state } = useLocation()
  const navigate = useNavigate()
  const list = readCameFrom(state)?.to
  const beside = (by: 1 | -1) => (list && row ? besideInList(list, row.id, by) : undefined)
  const step = (keys: string, words: string, to: string | undefined) => ({
    keys,
    words,
    isOff: to === undefined,
    // Back leads to the list all the same.
    run: () => to && void navigate(pageAddress(resource.page, to), { replace: true, state }),
  })
  useShortcuts([
    {
      keys: 'e',
      words: 'Edit',
      isOff: !(row && resource.actions.includes('edit') && mayDo(resource, 'edit', row)),
      run: edit,
    },
    step('j', 'Next in the list', beside(1)),
    step('k', 'Previous in the list', beside(-1)),
  ])
}
