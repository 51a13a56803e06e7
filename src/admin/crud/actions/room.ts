import { watchMedia } from '#admin/ui/watch-media.ts'
import type { Resource } from '#model/resource.ts'

/** Of a table with menu and page around it. */
const useIsWide = watchMedia('(min-width: 1200px)')

/** Those that stand in a table's row; one whose answer is shown is rare, and stands on the record's page. */
export function inRows({ rowActions }: Resource) {
  return rowActions.filter(({ shown }) => shown === undefined)
}

/** Whether a row has room for its actions' words; beyond two of them, and on narrow windows, a menu holds them. */
export function useHasRoom(resource: Resource): boolean {
  return useIsWide() && inRows(resource).length <= 2 && resource.list === undefined
}

/** The pixels that the declared actions take in a row. */
export function widthOfActions(resource: Resource, hasRoom: boolean): number {
  const rowActions = inRows(resource)
  if (rowActions.length === 0) return 0
  if (!hasRoom) return 48
  return rowActions.reduce((sum, { label }) => sum + 44 + 8 * label.length, 0)
}
