import type { Resource } from '#model/resource.ts'
import type { Column } from '#model/spec.ts'
import { hasRowActions } from './has-row-actions.ts'

/** Pixels that a column needs. Those of short words keep to it; the others share what is left. */
export const NEEDS: Record<Column['kind'], { width: number; grows: boolean }> = {
  text: { width: 180, grows: true },
  of: { width: 180, grows: true },
  person: { width: 190, grows: true },
  badge: { width: 96, grows: false },
  status: { width: 108, grows: false },
  date: { width: 124, grows: false },
}
export const ACTIONS_WIDTH = 96
export const EXPAND_WIDTH = 56

/** Below this the table scrolls sideways in its place, its buttons always in sight. */
export function leastWidth(resource: Resource): number {
  const columns = resource.columns.reduce((sum, { kind }) => sum + NEEDS[kind].width, 0)
  return (
    columns + (resource.detail ? EXPAND_WIDTH : 0) + (hasRowActions(resource) ? ACTIONS_WIDTH : 0)
  )
}
