import { ListArea } from '#admin/crud/list/ListArea.tsx'
import type { ListScreen } from '#admin/crud/list/list-screen.ts'
import { useTableView } from '#admin/crud/list/table-view.ts'

/** A list with the table view that its page would give it. */
export function MeasuredArea(screen: Omit<ListScreen, 'view'>) {
  const { resource, list, selection } = screen
  const view = useTableView(resource, {
    isDeleted: list.deleted === true,
    hasChecks: selection !== undefined,
  })
  return <ListArea {...screen} view={view} />
}
