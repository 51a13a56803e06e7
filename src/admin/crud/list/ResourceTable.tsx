import type { ReactNode } from 'react'
import { translate } from '#admin/format/translate.ts'
import { PAGE_SIZE } from '#contract/api.ts'
import type { Resource } from '#model/resource.ts'
import type { Row } from '#model/spec.ts'
import { Columns } from './Columns.tsx'
import { hasRowActions } from './has-row-actions.ts'
import type { RowHandlers } from './RowActions.tsx'
import { SortHeader } from './SortHeader.tsx'
import { TableRow } from './TableRow.tsx'
import type { ResourceList } from './use-resource-list.ts'
import { leastWidth } from './widths.ts'

export interface ListBodyState extends RowHandlers {
  resource: Resource
  list: ResourceList
  /** Those of the list, after a new record that is none of them. */
  rows: readonly Row[]
  /** The record that was just created. */
  newId: string | undefined
  /** Stands in place of the rows: empty or failed. */
  notice: ReactNode
  /** The row whose detail is open, and what opens or closes one. */
  expanded: string | undefined
  toggle: (id: string) => void
}

/** The list on wide screens: a plain table, so that its rows, headers and caption are read as one. */
export function ResourceTable({
  resource,
  list,
  rows,
  newId,
  notice,
  expanded,
  toggle,
  ...can
}: ListBodyState) {
  const { columns, detail } = resource
  const width = columns.length + (hasRowActions(resource) ? 1 : 0) + (detail ? 1 : 0)
  return (
    <table
      className="crud-table"
      style={{ minWidth: leastWidth(resource) }}
      aria-busy={list.isPending || list.isOld}
    >
      <caption className="sr-only">{translate(resource.title)}</caption>
      <Columns resource={resource} />
      <thead>
        <tr>
          {detail ? (
            <th scope="col">
              <span className="sr-only">{translate('Details')}</span>
            </th>
          ) : null}
          {columns.map((column) => (
            <SortHeader key={column.label} column={column} sort={list.sort} sortBy={list.sortBy} />
          ))}
          {hasRowActions(resource) ? (
            <th scope="col" className="crud-end">
              {translate('Actions')}
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody className={list.isOld ? 'crud-old' : undefined}>
        {notice ? (
          <tr>
            <td colSpan={width}>{notice}</td>
          </tr>
        ) : null}
        {list.isPending ? (
          <SkeletonRows columns={width} />
        ) : (
          rows.map((row) => (
            <TableRow
              key={row.id}
              resource={resource}
              row={row}
              width={width}
              isNew={row.id === newId}
              isOpen={expanded === row.id}
              toggle={() => toggle(row.id)}
              {...can}
            />
          ))
        )}
      </tbody>
    </table>
  )
}

/** As many rows as a page holds, in their final height, so that nothing moves when they arrive. */
function SkeletonRows({ columns }: { columns: number }) {
  return Array.from({ length: PAGE_SIZE }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other identity
    <tr key={row} className="crud-row">
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other identity
        <td key={column}>
          <span className="crud-bone" />
        </td>
      ))}
    </tr>
  ))
}
