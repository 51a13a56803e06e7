import type { ReactNode } from 'react'
import { translate } from '#admin/format/translate.ts'
import { Bone } from '#admin/ui/Bone.tsx'
import { isOnControl } from '#admin/ui/focus.ts'
import { repeat } from '#admin/ui/repeat.ts'
import { RowCheck } from '../selection/Checks.tsx'
import { HeaderCell } from './HeaderCell.tsx'
import { Led } from './Led.tsx'
import { type ListRow, type ListTable, toggleDetail } from './list-columns.tsx'
import { useListScreen } from './list-screen.ts'
import css from './ResourceTable.module.css'
import { RowDetail } from './RowDetail.tsx'
import { placeOf, widthsOf } from './table-places.ts'

export interface ListBodyProps {
  table: ListTable
  /** Stands in place of the rows: empty or failed. */
  notice: ReactNode
}

/** The list on wide screens: a plain table, so that its rows, headers and caption are read as one. */
export function ResourceTable({ table, notice }: ListBodyProps) {
  const { resource, list, selection, view } = useListScreen()
  const headers = table.getFlatHeaders()
  const widths = widthsOf(headers, selection !== undefined, view.width)
  return (
    <table
      className={css.table}
      data-density={table.options.meta?.density}
      // Below this the table scrolls sideways in its place, its buttons always in sight.
      style={{ minWidth: widths.total }}
      aria-busy={list.isPending || list.isOld}
    >
      <caption className="sr-only">{translate(resource.title)}</caption>
      {/* Fixed widths: columns stand where they are while their rows load. */}
      <colgroup>
        {headers.map(({ id }, index) => (
          <col key={id} style={{ width: widths.each[index] }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {headers.map((header, index) => (
            <HeaderCell key={header.id} table={table} header={header} isFirst={index === 0} />
          ))}
        </tr>
      </thead>
      <tbody data-old={list.isOld}>
        {notice ? (
          <tr>
            <td colSpan={headers.length}>{notice}</td>
          </tr>
        ) : null}
        {list.isPending ? (
          <SkeletonRows columns={headers.length} rows={list.limit} />
        ) : (
          table.getRowModel().rows.map((row) => <TableRow key={row.id} table={table} row={row} />)
        )}
      </tbody>
    </table>
  )
}

/** One record, with its detail below while it is open. A click anywhere on the row opens it. */
function TableRow({ table, row }: { table: ListTable; row: ListRow }) {
  const { resource, fresh, selection } = useListScreen()
  const { detail } = resource
  const cells = row.getVisibleCells()
  return (
    <>
      <tr
        data-row={row.id}
        className={detail ? css.opens : undefined}
        data-chosen={selection?.has(row.id)}
        data-fresh={row.id === fresh.row?.id}
        // The button in the row says it to keyboard and screen reader.
        {...(detail && {
          onClick: ({ target }) => isOnControl(target) || toggleDetail(table, row),
        })}
      >
        {cells.map((cell) => (
          <td key={cell.id} {...placeOf(cell.column, selection !== undefined)}>
            <Led by={selection && cell === cells[0] ? <RowCheck row={row.original} /> : undefined}>
              <table.FlexRender cell={cell} />
            </Led>
          </td>
        ))}
      </tr>
      {detail && row.getIsExpanded() ? (
        <tr>
          <td colSpan={cells.length}>
            <RowDetail row={row.original} />
          </td>
        </tr>
      ) : null}
    </>
  )
}

/** More would be below every window. */
const MOST_BONES = 25

/** As many rows as a page holds, in their final height, so that nothing moves when they arrive. */
function SkeletonRows({ columns, rows }: { columns: number; rows: number }) {
  return repeat(Math.min(rows, MOST_BONES), (row) => (
    <tr key={row}>
      {repeat(columns, (column) => (
        <td key={column}>
          <Bone />
        </td>
      ))}
    </tr>
  ))
}
