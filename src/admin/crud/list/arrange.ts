import type { Resource } from '#model/resource.ts'
import { nameColumn } from '../cells/name-column.ts'
import { columnIds, type ListLayout } from './layout.ts'

/** Which columns a table has and in what order, as the library takes it: by the layout, else as declared. */
export function arrange(resource: Resource, { columns, pinned = [], widths = {} }: ListLayout) {
  const ids = columnIds(resource)
  const shown = columns ? withName(resource, ids, columns) : ids
  const stays = pinned.filter((id) => shown.includes(id))
  return {
    columnVisibility: Object.fromEntries(ids.map((id) => [id, shown.includes(id)])),
    columnOrder: [DETAIL, ...shown],
    columnPinning: { start: stays.length > 0 ? [DETAIL, ...stays] : [], end: [ACTIONS] },
    columnSizing: { ...widths },
  }
}

/** The name leads to the record: it stands in each table, wherever it was put. */
function withName(resource: Resource, ids: readonly string[], chosen: readonly string[]) {
  const column = nameColumn(resource)
  const name = column && ids[resource.columns.indexOf(column)]
  return name === undefined || chosen.includes(name) ? chosen : [name, ...chosen]
}

/** The columns that show no value of the declaration: the button of the detail, and those of the record. */
export const DETAIL = '+detail'
export const ACTIONS = '+actions'
