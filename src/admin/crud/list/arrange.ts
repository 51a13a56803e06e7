import { columnIds } from '#model/columns.ts'
import type { Resource } from '#model/resource.ts'
import { nameColumn } from '../cells/name-column.ts'
import { roomOf } from './column-widths.ts'
import type { ListLayout } from './layout.ts'

/** The columns that show no value of the declaration: the button of the detail, and those of the record. */
export const DETAIL = '+detail'
export const ACTIONS = '+actions'

/** What a table has, in pixels. */
export interface Room {
  /** As long as nothing is measured: 0. */
  width: number
  /** What the columns take that show no value. */
  taken: number
}

/** Which columns a table has, and in what order. */
export interface Arrangement {
  shown: readonly string[]
  /** Those that stand as a line under the name. */
  under: readonly string[]
  /** Those for which there was no room. */
  dropped: readonly string[]
  /** Those of the shown that stay in sight. */
  pinned: readonly string[]
  /** The column of the name. */
  name: string | undefined
  /** The shown need more than there is: the table scrolls sideways. */
  overflows: boolean
}

/** By the layout, else as declared; where the table has no room for all, as the declaration says of its columns. */
export function arrange(resource: Resource, layout: ListLayout, room: Room): Arrangement {
  const { columns, pinned = [], widths = {} } = layout
  const ids = columnIds(resource)
  const nameAt = resource.columns.indexOf(nameColumn(resource) as Resource['columns'][number])
  const name = ids[nameAt]
  // The name leads to the record: it stands in each table.
  const all =
    !columns || name === undefined || columns.includes(name) ? (columns ?? ids) : [name, ...columns]

  const rooms = new Map(
    resource.columns.map((column, index) => {
      const id = ids[index] ?? ''
      const own = widths[id]
      return [
        id,
        own === undefined ? roomOf(resource, column, index === 0) : { least: own, good: own },
      ]
    }),
  )
  const lacks = (those: readonly string[], wished: (id: string) => 'least' | 'good') =>
    room.width > 0 &&
    those.reduce((sum, id) => sum + (rooms.get(id)?.[wished(id)] ?? 0), room.taken) > room.width
  const says = (id: string) => resource.columns[ids.indexOf(id)]?.narrow

  const lines = all.filter(
    (id) => says(id) === 'under' && id !== name && !pinned.includes(id) && !(id in widths),
  )
  const under = name !== undefined && lacks(all, () => 'good') ? lines : []
  let shown = all.filter((id) => !under.includes(id))
  const dropped: string[] = []
  while (!columns && lacks(shown, (id) => (id === name && under.length > 0 ? 'good' : 'least'))) {
    const last = shown.findLast((id) => says(id) === 'drop')
    if (last === undefined) break
    dropped.unshift(last)
    shown = shown.filter((id) => id !== last)
  }
  return {
    shown,
    under,
    dropped,
    pinned: pinned.filter((id) => shown.includes(id)),
    name,
    overflows: lacks(shown, () => 'least'),
  }
}

/** An arrangement as the library takes it. */
export function tableState(
  resource: Resource,
  { shown, pinned }: Arrangement,
  { widths = {} }: ListLayout,
) {
  return {
    columnVisibility: Object.fromEntries(columnIds(resource).map((id) => [id, shown.includes(id)])),
    columnOrder: [DETAIL, ...shown],
    columnPinning: { start: pinned.length > 0 ? [DETAIL, ...pinned] : [], end: [ACTIONS] },
    columnSizing: { ...widths },
  }
}
