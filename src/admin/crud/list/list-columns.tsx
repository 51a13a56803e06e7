import {
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createColumnHelper,
  metaHelper,
  type ReactTable,
  rowExpandingFeature,
  type Row as TableRow,
  tableFeatures,
} from '@tanstack/react-table'
import { translate } from '#admin/format/translate.ts'
import { NewMark } from '#admin/ui/Badge.tsx'
import { type Column, columnIds } from '#model/columns.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf, textOf } from '#model/text-of.ts'
import { nameColumn } from '../cells/name-column.ts'
import { RowCell } from '../cells/RowCell.tsx'
import { Deletion } from '../deleted/Deletion.tsx'
import { ACTIONS, type Arrangement, DETAIL } from './arrange.ts'
import { widthOf } from './column-widths.ts'
import { ExpandButton } from './ExpandButton.tsx'
import { FoundIn } from './FoundIn.tsx'
import { LEAST_WIDTH, type ListLayout } from './layout.ts'
import { NameLines } from './NameLines.tsx'
import { actionsWidth, DELETION_WIDTH, DETAIL_WIDTH, hasActions } from './own-widths.ts'
import css from './ResourceTable.module.css'
import { RowActions } from './RowActions.tsx'
import { RowLine } from './RowLine.tsx'

interface TableMeta {
  /** The record that was just created. */
  newId: string | undefined
  /** It was brought back. */
  isBack: boolean
  density: ListLayout['density']
  arrangement: Arrangement
}

/** Of a column that shows a value: which. It may take a share of what the table has left. */
interface ShownColumn {
  column?: Column
  grows?: boolean
}

/** Whatever of a table is a feature of the library is named here; what is not named costs no bytes. */
export const features = tableFeatures({
  rowExpandingFeature,
  columnVisibilityFeature,
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  tableMeta: metaHelper<TableMeta>(),
  columnMeta: metaHelper<ShownColumn>(),
})
export type ListTable = ReactTable<typeof features, Row>
export type ListRow = TableRow<typeof features, Row>

const helper = createColumnHelper<typeof features, Row>()

/** What the table's columns depend on beside the declaration. */
interface Given {
  /** A row has room for its actions' words. */
  hasRoom: boolean
  isDeleted: boolean
}

/** The columns that a list may show, as declared; which of them stand, and where, is the layout's. */
export function columnsOf(resource: Resource, { hasRoom, isDeleted }: Given) {
  const { columns, detail } = resource
  const ids = columnIds(resource)
  const named = nameColumn(resource)
  const shown = columns.map((column, index) => {
    const { size, grows } = widthOf(resource, column, index === 0)
    return helper.accessor((row): unknown => textOf(resource, column, row), {
      id: ids[index] ?? '',
      header: translate(column.label),
      cell: ({ row: { original }, column: { id }, table }) => {
        const { newId, arrangement } = table.options.meta ?? {}
        const own = <RowCell resource={resource} column={column} row={original} />
        const value =
          id === arrangement?.name ? (
            <NameLines resource={resource} row={original} under={arrangement.under}>
              {own}
            </NameLines>
          ) : (
            own
          )
        const isNamed = column === named
        const lined =
          isNamed && resource.line.length > 0 ? (
            <span className={css.lined} data-portrait={column.kind === 'person'}>
              {value}
              <RowLine resource={resource} row={original} />
            </span>
          ) : (
            value
          )
        const cell = isNamed ? (
          <>
            {lined}
            <FoundIn
              resource={resource}
              row={original}
              columns={columns.filter((_, at) => isSeen(table, ids[at], arrangement))}
            />
          </>
        ) : (
          lined
        )
        if (id !== firstShown(table) || newId !== original.id) return cell
        return (
          <span className={css.fresh}>
            {cell}
            <NewMark isBack={table.options.meta?.isBack === true} />
          </span>
        )
      },
      size,
      minSize: LEAST_WIDTH,
      meta: { column, grows },
    })
  })
  const opening = helper.display({
    id: DETAIL,
    header: () => <span className="sr-only">{translate('Details')}</span>,
    cell: ({ row, table }) => (
      <ExpandButton
        id={row.id}
        name={nameOf(resource, row.original)}
        isOpen={row.getIsExpanded()}
        toggle={() => toggleDetail(table, row)}
      />
    ),
    size: DETAIL_WIDTH,
  })
  const deletion = helper.display({
    id: '+deletion',
    header: translate('Deleted'),
    cell: ({ row: { original } }) => <Deletion row={original} />,
    size: DELETION_WIDTH,
  })
  const acting = helper.display({
    id: ACTIONS,
    header: translate('Actions'),
    cell: ({ row: { original } }) => <RowActions row={original} />,
    size: actionsWidth(resource, hasRoom),
  })
  return [
    ...(detail ? [opening] : []),
    ...shown,
    ...(isDeleted ? [deletion] : []),
    ...(hasActions(resource) ? [acting] : []),
  ]
}

/** The first of the columns that show a value: what is new or has changed is marked there. */
function firstShown(table: Pick<ListTable, 'getVisibleLeafColumns'>): string | undefined {
  return table.getVisibleLeafColumns().find(({ columnDef }) => columnDef.meta?.column)?.id
}

/** Whether a column stands in the table, or as a line under the name. */
function isSeen(
  table: Pick<ListTable, 'getVisibleLeafColumns'>,
  id: string | undefined,
  arrangement: Arrangement | undefined,
): boolean {
  if (id === undefined) return false
  return (
    arrangement?.under.includes(id) === true ||
    table.getVisibleLeafColumns().some((one) => one.id === id)
  )
}

/** Opens the detail of a row, or closes it. Only one is open at a time (MEN-01). */
export function toggleDetail(
  table: Pick<ListTable, 'setExpanded'>,
  row: TableRow<typeof features, Row>,
): void {
  table.setExpanded(row.getIsExpanded() ? {} : { [row.id]: true })
}
