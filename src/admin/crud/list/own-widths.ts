import type { Resource } from '#model/resource.ts'
import { widthOfActions } from '../actions/room.ts'
import { CHECK } from './column-widths.ts'

/** Pixels of the columns that show no value. */
export const DETAIL_WIDTH = 56
export const DELETION_WIDTH = 168
const BUTTONS = 96

/** Whether a row has buttons at its end. */
export function hasActions({ actions, rowActions }: Resource): boolean {
  return actions.includes('edit') || actions.includes('delete') || rowActions.length > 0
}

/** Pixels of the buttons at the end of a row. */
export function actionsWidth(resource: Resource, hasRoom: boolean): number {
  return BUTTONS + widthOfActions(resource, hasRoom)
}

/** What a table has beside the columns of its declaration, in pixels. */
export function widthTaken(
  resource: Resource,
  { hasRoom, isDeleted, hasChecks }: Record<'hasRoom' | 'isDeleted' | 'hasChecks', boolean>,
): number {
  return (
    (resource.detail ? DETAIL_WIDTH : 0) +
    (isDeleted ? DELETION_WIDTH : 0) +
    (hasActions(resource) ? actionsWidth(resource, hasRoom) : 0) +
    (hasChecks ? CHECK : 0)
  )
}
