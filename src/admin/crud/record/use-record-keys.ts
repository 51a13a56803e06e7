import { useLocation, useNavigate } from 'react-router-dom'
import { pageAddress } from '#admin/format/addresses.ts'
import { mayDo } from '#admin/providers/access-control-provider.ts'
import { useShortcuts } from '#admin/ui/shortcuts.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { type Beside, stateBeside, useBeside } from '../list/use-beside.ts'

/** The keys of a record's page: its form, and the record before or after it in the list that led here. */
export function useRecordKeys(
  resource: Resource,
  { id, row, edit }: { id: string; row: Row | undefined; edit: () => void },
): void {
  const location = useLocation()
  const navigate = useNavigate()
  const { before, after } = useBeside(resource, id)
  const step = (keys: string, words: string, to: Beside | undefined) => ({
    keys,
    words,
    isOff: to === undefined || !row,
    run: () => {
      if (!to) return
      to.enter()
      // Back leads to the list all the same.
      void navigate(pageAddress(resource.page, to.id), {
        replace: true,
        state: stateBeside(location, to),
      })
    },
  })
  useShortcuts([
    {
      keys: 'e',
      words: 'Edit',
      isOff: !(row && resource.actions.includes('edit') && mayDo(resource, 'edit', row)),
      run: edit,
    },
    step('j', 'Next in the list', after),
    step('k', 'Previous in the list', before),
  ])
}
