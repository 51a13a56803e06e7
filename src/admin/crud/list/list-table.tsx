import { useTable } from '@tanstack/react-table'
import { useMemo } from 'react'
import { tableState } from './arrange.ts'
import { columnsOf, features, type ListTable } from './list-columns.tsx'
import type { ListScreen } from './list-screen.ts'

/**
 * The headless table under a list, on a wide screen and on a phone: the columns of the declaration as the person
 * has arranged them, the rows of the page, and the one row whose detail is open. The server sorts; what is asked of
 * it stands in the address.
 */
export function useListTable({ resource, list, fresh, view }: ListScreen): ListTable {
  const { layout, arrangement, hasRoom } = view
  const isDeleted = list.deleted === true
  const columns = useMemo(
    () => columnsOf(resource, { hasRoom, isDeleted }),
    [resource, hasRoom, isDeleted],
  )
  const state = useMemo(
    () => tableState(resource, arrangement, layout),
    [resource, arrangement, layout],
  )
  return useTable({
    features,
    columns,
    data: fresh.rows,
    getRowId: ({ id }) => id,
    state,
    autoResetExpanded: false,
    getRowCanExpand: () => resource.detail !== undefined,
    meta: { newId: fresh.row?.id, isBack: fresh.isBack, density: layout.density, arrangement },
  })
}
