import type { Resource } from '#model/resource.ts'
import type { Column } from '#model/spec.ts'
import { humanise } from '#model/words.ts'
import { hasRowActions } from './has-row-actions.ts'

/** Pixels that a column needs, and whether it takes a share of what is left. */
interface Need {
  width: number
  grows: boolean
}

const NEEDS: Record<Exclude<Column['kind'], 'badge'>, Need> = {
  text: { width: 168, grows: true },
  // What a function says is short (a duration, a count), unless it is the record's name.
  of: { width: 104, grows: false },
  person: { width: 190, grows: true },
  status: { width: 104, grows: false },
  date: { width: 120, grows: false },
}
export const ACTIONS_WIDTH = 96
export const EXPAND_WIDTH = 56
/** A badge of words that nobody declared; longer ones end in an ellipsis. */
const FREE_BADGE = 120

/** What a column needs: a badge as much as its longest declared word. */
export function needOf(resource: Resource, column: Column): Need {
  if (column.kind === 'of' && column === resource.columns[0]) return NEEDS.text
  if (column.kind !== 'badge') return NEEDS[column.kind]
  const words = Object.keys(column.tones).map((value) => humanise(value).length)
  const longest = words.length > 0 ? 44 + 6 * Math.max(...words) : FREE_BADGE
  return { width: Math.max(96, longest), grows: false }
}

/** Below this the table scrolls sideways in its place, its buttons always in sight. */
export function leastWidth(resource: Resource): number {
  const columns = resource.columns.reduce((sum, one) => sum + needOf(resource, one).width, 0)
  return (
    columns + (resource.detail ? EXPAND_WIDTH : 0) + (hasRowActions(resource) ? ACTIONS_WIDTH : 0)
  )
}
