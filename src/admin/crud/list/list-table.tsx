import { useTable } from '@tanstack/react-table'
import { useMemo } from 'react'
import { useIsPhone } from '#admin/ui/use-is-phone.ts'
import { useHasRoom } from '../actions/room.ts'
import { arrange } from './arrange.ts'
import { type ListLayout, useListLayout } from './layout.ts'
import { columnsOf, features, type ListTable } from './list-columns.tsx'
import type { ListScreen } from './list-screen.ts'

/**
 * The headless table under a list, on a wide screen and on a phone: the columns of the declaration as the person
 * has arranged them, the rows of the page, and the one row whose detail is open. The server sorts; what is asked of
 * it stands in the address.
 */
export function useListTable({ resource, list, fresh }: ListScreen): ListTable {
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
  const state = useMemo(() => arrange(resource, layout), [resource, layout])
  return useTable({
    features,
    columns,
    data: fresh.rows,
    getRowId: ({ id }) => id,
    state,
    autoResetExpanded: false,
    getRowCanExpand: () => resource.detail !== undefined,
    meta: { newId: fresh.row?.id, density: layout.density },
  })
}

const AS_DECLARED: ListLayout = {}
