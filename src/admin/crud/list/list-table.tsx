import { useTable } from '@tanstack/react-table'
import { useMemo } from 'react'
import { useIsPhone } from '#admin/ui/use-is-phone.ts'
import { useHasRoom } from '../actions/room.ts'
import { arrange, tableState } from './arrange.ts'
import { CHECK } from './column-widths.ts'
import { type ListLayout, useListLayout } from './layout.ts'
import { columnsOf, features, type ListTable } from './list-columns.tsx'
import type { ListScreen } from './list-screen.ts'

/**
 * The headless table under a list, on a wide screen and on a phone: the columns of the declaration as the person
 * has arranged them, the rows of the page, and the one row whose detail is open. The server sorts; what is asked of
 * it stands in the address.
 */
export function useListTable(
  { resource, list, fresh, selection }: ListScreen,
  width = 0,
): ListTable {
  const isDeleted = list.deleted === true
  const hasRoom = useHasRoom(resource)
  const columns = useMemo(
    () => columnsOf(resource, { hasRoom, isDeleted }),
    [resource, hasRoom, isDeleted],
  )
  const isPhone = useIsPhone()
  const kept = useListLayout(resource)
  // Cards have a shape of their own.
  const layout = isPhone ? AS_DECLARED : kept.layout
  const own = columns.reduce((sum, { meta, size = 0 }) => sum + (meta?.column ? 0 : size), 0)
  const taken = own + (selection === undefined ? 0 : CHECK)
  const arrangement = useMemo(
    () => arrange(resource, layout, { width: isPhone ? 0 : width, taken }),
    [resource, layout, isPhone, width, taken],
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
    meta: { newId: fresh.row?.id, density: layout.density, arrangement },
  })
}

const AS_DECLARED: ListLayout = {}
