import {
  columnSizingFeature,
  createColumnHelper,
  metaHelper,
  type ReactTable,
  rowExpandingFeature,
  type Row as TableRow,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import { translate } from '#admin/format/translate.ts'
import { NewMark } from '#admin/ui/Badge.tsx'
import type { Column } from '#model/columns.ts'
import type { Row } from '#model/declaration.ts'
import { describe } from '#model/describe.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf, textOf } from '#model/text-of.ts'
import { humanise } from '#model/words.ts'
import { useHasRoom, widthOfActions } from '../actions/room.ts'
import { RowCell } from '../cells/RowCell.tsx'
import { Deletion } from '../deleted/Deletion.tsx'
import { ExpandButton } from './ExpandButton.tsx'
import type { ListScreen } from './list-screen.ts'
import css from './ResourceTable.module.css'
import { RowActions } from './RowActions.tsx'
import { SinceMark } from './SinceMark.tsx'

/** Of a column that shows a value: which. It may take a share of what the table has left. */
interface ShownColumn {
  column?: Column
  grows?: boolean
}

/** Whatever of a table is a feature of the library is named here; what is not named costs no bytes. */
const features = tableFeatures({
  rowExpandingFeature,
  columnSizingFeature,
  /** The record that was just created. */
  tableMeta: metaHelper<{ newId: string | undefined }>(),
  columnMeta: metaHelper<ShownColumn>(),
})
const helper = createColumnHelper<typeof features, Row>()

export type ListTable = ReactTable<typeof features, Row>
export type ListRow = TableRow<typeof features, Row>

/**
 * The headless table under a list, on a wide screen and on a phone: its columns as the declaration has them, the
 * rows of the page, and the one row whose detail is open. The server sorts; what is asked of it stands in the address.
 */
export function useListTable({ resource, list, fresh, selection }: ListScreen): ListTable {
  const isDeleted = list.deleted === true
  const hasRoom = useHasRoom(resource)
  const hasChecks = selection !== undefined
  const columns = useMemo(
    () => columnsOf(resource, hasRoom, hasChecks, isDeleted),
    [resource, hasRoom, hasChecks, isDeleted],
  )
  return useTable({
    features,
    columns,
    data: fresh.rows,
    getRowId: ({ id }) => id,
    autoResetExpanded: false,
    getRowCanExpand: () => resource.detail !== undefined,
    meta: { newId: fresh.row?.id },
  })
}

/** Opens the detail of a row, or closes it. Only one is open at a time (MEN-01). */
export function toggleDetail(table: Pick<ListTable, 'setExpanded'>, row: ListRow): void {
  table.setExpanded(row.getIsExpanded() ? {} : { [row.id]: true })
}

/** The values of a row that the declaration shows, in its order. */
export function shownCells(row: ListRow) {
  return row.getAllCells().filter(({ column }) => column.columnDef.meta?.column)
}

function columnsOf(resource: Resource, hasRoom: boolean, hasChecks: boolean, isDeleted: boolean) {
  const { columns, detail, actions, rowActions } = resource
  const shown = columns.map((column, index) => {
    const { size, grows } = widthOf(resource, column, index === 0)
    return helper.accessor((row): unknown => textOf(resource, column, row), {
      id: idOf(columns, index),
      header: translate(column.label),
      cell: ({ row: { original }, table }) => {
        const cell = <RowCell resource={resource} column={column} row={original} />
        if (index > 0) return cell
        if (table.options.meta?.newId !== original.id)
          return (
            <>
              {cell}
              <SinceMark row={original} />
            </>
          )
        return (
          <span className={css.fresh}>
            {cell}
            <NewMark />
          </span>
        )
      },
      size,
      meta: { column, grows },
    })
  })
  const opening = helper.display({
    id: '+detail',
    header: () => <span className="sr-only">{translate('Details')}</span>,
    cell: ({ row, table }) => (
      <ExpandButton
        id={row.id}
        name={nameOf(resource, row.original)}
        isOpen={row.getIsExpanded()}
        toggle={() => toggleDetail(table, row)}
      />
    ),
    size: 56,
  })
  const deletion = helper.display({
    id: '+deletion',
    header: translate('Deleted'),
    cell: ({ row: { original } }) => <Deletion row={original} />,
    size: 168,
  })
  const acting = helper.display({
    id: '+actions',
    header: translate('Actions'),
    cell: ({ row: { original } }) => <RowActions row={original} />,
    size: 96 + widthOfActions(resource, hasRoom),
  })
  const hasActions = actions.includes('edit') || actions.includes('delete') || rowActions.length > 0
  const all = [
    ...(detail ? [opening] : []),
    ...shown,
    ...(isDeleted ? [deletion] : []),
    ...(hasActions ? [acting] : []),
  ]
  const [first] = all
  if (hasChecks && first) first.size = (first.size ?? 0) + CHECK
  return all
}

/** Pixels that the check box of a row takes of its first column. */
const CHECK = 40

/** A column's name for the library. Labels and paths may repeat, as in 'Start: day' and 'Start: time of day'. */
function idOf(columns: readonly Column[], index: number): string {
  const nameOf = (column: Column | undefined) =>
    column && 'path' in column ? column.path : (column?.label ?? '')
  const name = nameOf(columns[index])
  return columns.findIndex((one) => nameOf(one) === name) === index ? name : `${name} ${index}`
}

/** Pixels that a column needs, and whether it takes a share of what is left. */
interface Width {
  size: number
  grows: boolean
}

const WIDTHS: Record<Exclude<Column['kind'], 'badge' | 'date'>, Width> = {
  text: { size: 140, grows: true },
  number: { size: 72, grows: false },
  money: { size: 104, grows: false },
  duration: { size: 96, grows: false },
  boolean: { size: 64, grows: false },
  email: { size: 190, grows: true },
  link: { size: 168, grows: true },
  image: { size: 64, grows: false },
  colour: { size: 112, grows: false },
  json: { size: 168, grows: true },
  list: { size: 168, grows: true },
  reference: { size: 120, grows: true },
  part: { size: 120, grows: false },
  // What a function says is short (a duration, a count), unless it is the record's name.
  of: { size: 104, grows: false },
  person: { size: 190, grows: true },
  status: { size: 104, grows: false },
}
/** A badge of words that nobody declared; longer ones end in an ellipsis. */
const FREE_BADGE = 120

/** A column is never narrower than its header, which stands in one line. */
function widthOf(resource: Resource, column: Column, isFirst: boolean): Width {
  const { size, grows } = ownWidth(resource, column, isFirst)
  if (column.width !== undefined) return { size: column.width, grows: false }
  const header = 24 + 7 * translate(column.label).length + (column.sort === undefined ? 0 : 18)
  return { size: Math.max(size, header), grows }
}

/** A moment that a form writes shows its time; a badge needs as much as its longest declared word. */
function ownWidth(resource: Resource, column: Column, isFirst: boolean): Width {
  if (column.kind === 'date') {
    const hasTime =
      column.path in resource.create.shape && describe(resource.row, column.path)?.kind === 'date'
    return { size: hasTime ? 160 : 120, grows: false }
  }
  if (column.kind === 'of' && isFirst) return WIDTHS.text
  if (column.kind !== 'badge') return WIDTHS[column.kind]
  const choices = describe(resource.row, column.path)?.choices ?? []
  const values = [...Object.keys(column.tones), ...choices.map(({ value }) => value)]
  const words = values.map((value) => humanise(value).length)
  const longest = words.length > 0 ? 44 + 6 * Math.max(...words) : FREE_BADGE
  return { size: Math.max(96, longest), grows: false }
}
