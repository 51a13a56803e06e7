import { type RefObject, useMemo } from 'react'
import { useIsPhone } from '#admin/ui/use-is-phone.ts'
import { useWidth } from '#admin/ui/use-width.ts'
import type { Resource } from '#model/resource.ts'
import { useHasRoom } from '../actions/room.ts'
import { type Arrangement, arrange } from './arrange.ts'
import { type ListLayout, useListLayout } from './layout.ts'
import { widthTaken } from './own-widths.ts'

/** How a list's table stands: what its tools and the table itself must know alike. */
export interface TableView {
  /** The element around the table, which is measured. */
  area: RefObject<HTMLDivElement | null>
  /** Its width in pixels; 0 as long as there is none. */
  width: number
  /** Its width is known: what is drawn before would be drawn twice. */
  isMeasured: boolean
  layout: ListLayout
  arrangement: Arrangement
  /** A row has room for its actions' words. */
  hasRoom: boolean
}

/** Measured before anything is painted: the first columns that are seen are those that stay. */
export function useTableView(
  resource: Resource,
  {
    isDeleted,
    hasChecks,
    saved,
  }: {
    isDeleted: boolean
    hasChecks: boolean
    /** The saved view that the list shows. */
    saved?: string | undefined
  },
): TableView {
  const isPhone = useIsPhone()
  const hasRoom = useHasRoom(resource)
  const kept = useListLayout(resource, saved)
  // Cards have a shape of their own, and another element.
  const layout = isPhone ? AS_DECLARED : kept.layout
  // biome-ignore lint/correctness/useExhaustiveDependencies: where a table comes in the place of cards, it is measured anew
  const area = useMemo(() => ({ current: null }), [isPhone])
  const measured = useWidth(area)
  const width = measured ?? 0
  const taken = widthTaken(resource, { hasRoom, isDeleted, hasChecks })
  const arrangement = useMemo(
    () => arrange(resource, layout, { width: isPhone ? 0 : width, taken }),
    [resource, layout, isPhone, width, taken],
  )
  return { area, width, isMeasured: measured !== undefined, layout, arrangement, hasRoom }
}

const AS_DECLARED: ListLayout = {}
