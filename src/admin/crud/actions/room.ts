import { watchMedia } from '#admin/ui/watch-media.ts'
import type { Resource } from '#model/resource.ts'

/** Of a table with menu and page around it. */
const useIsWide = watchMedia('(min-width: 1200px)')

/** Whether a row has room for its actions' words; beyond two of them, and on narrow windows, a menu holds them. */
export function useHasRoom({ rowActions, list }: Resource): boolean {
  return useIsWide() && rowActions.length <= 2 && list === undefined
}

/** The pixels that the declared actions take in a row. */
export function widthOfActions({ rowActions }: Resource, hasRoom: boolean): number {
  if (rowActions.length === 0) return 0
  if (!hasRoom) return 48
  return rowActions.reduce((sum, { label }) => sum + 44 + 8 * label.length, 0)
}
