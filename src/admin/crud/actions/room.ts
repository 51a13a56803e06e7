import { watchMedia } from '#admin/ui/watch-media.ts'
import type { Resource } from '#model/resource.ts'

/** Of a table with menu and page around it. */
const useIsWide = watchMedia('(min-width: 1200px)')

/** Those whose words stand in a table's row; one whose answer is shown is rare, and stands in a menu. */
export function inWords({ rowActions }: Resource) {
  return rowActions.filter(({ shown }) => shown === undefined)
}

/** Whether a row has room for its actions' words; beyond two of them, and on narrow windows, a menu holds them. */
export function useHasRoom(resource: Resource): boolean {
  return useIsWide() && inWords(resource).length <= 2 && resource.list === undefined
}

/** The pixels that the declared actions take in a row. */
export function widthOfActions(resource: Resource, hasRoom: boolean): number {
  const words = hasRoom ? inWords(resource) : []
  const menu = resource.rowActions.length > words.length ? MENU : 0
  return words.reduce((sum, { label }) => sum + 44 + 8 * label.length, menu)
}

const MENU = 48
