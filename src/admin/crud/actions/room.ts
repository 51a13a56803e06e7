import { watchMedia } from '#admin/ui/use-is-phone.ts'
import type { OwnAction } from '#model/actions.ts'
import type { Resource } from '#model/resource.ts'
import { statusPath } from '../status-field.ts'

/** Of a table with menu and page around it. */
const useIsWide = watchMedia('(min-width: 1200px)')

/** Those whose words stand in a table's row; one whose answer is shown is rare, and stands in a menu. */
function inWords({ rowActions }: Resource) {
  return rowActions.filter(({ shown }) => shown === undefined)
}

/** Whether a row has room for its actions' words; beyond two of them, and on narrow windows, a menu holds them. */
function useHasRoom(resource: Resource): boolean {
  return useIsWide() && inWords(resource).length <= 2 && resource.list === undefined
}

/** The declared actions that are buttons in a row, with their words; a menu holds the others. */
export function useRowButtons(resource: Resource): readonly OwnAction[] {
  return useHasRoom(resource) ? inWords(resource) : []
}

/** The pixels that the declared actions, and the menu, take in a row. */
export function widthOfActions(resource: Resource, hasRoom: boolean): number {
  const words = hasRoom ? inWords(resource) : []
  const hasMenu = resource.rowActions.length > words.length || statusPath(resource) !== undefined
  return words.reduce((sum, { label }) => sum + 44 + 8 * label.length, hasMenu ? MENU : 0)
}

const MENU = 48
