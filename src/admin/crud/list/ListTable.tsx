import { Grid, Table, type TableColumnsType, type TableProps } from 'antd'
import type { ReactNode } from 'react'
import { translate } from '#admin/format/translate.ts'
import { isOnControl } from '#admin/ui/focus.ts'
import { watchMedia } from '#admin/ui/use-is-phone.ts'
import type { Column } from '#model/columns.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'
import { nameColumn } from '../cells/columns.ts'
import { RowCell } from '../cells/RowCell.tsx'
import { Deletion } from '../deleted/Deletion.tsx'
import { statusPath } from '../status-field.ts'
import { ExpandButton } from './ExpandButton.tsx'
import { ListSkeleton } from './ListSkeleton.tsx'
import css from './ListTable.module.css'
import { shownColumns } from './layout.ts'
import { type ListScreen, useListScreen } from './list-screen.ts'
import { RowActions } from './RowActions.tsx'
import { RowDetail } from './RowDetail.tsx'
import { FoundIn, RowLine } from './RowLines.tsx'
import { nextSort, shownSort } from './sort.ts'

/** Columns of these kinds have a width in pixels; the others share what is left. */
const WIDTHS: Partial<Record<Column['kind'], number>> = {
  number: 96,
  money: 112,
  duration: 112,
  boolean: 88,
  image: 72,
  colour: 120,
  part: 136,
  uses: 104,
  of: 128,
  status: 108,
  badge: 112,
  date: 124,
}
/** A column without a width is never narrower. */
const LEAST = 170
const DETAIL = 48
const CHECK = 48
const DELETION = 180
const ACTIONS = 104
const MENU = 48

/** So much a table has at least where the window is so wide. */
const ROOM = 1090
const useHasRoom = watchMedia('(min-width: 1400px)')

const NUMBERS: ReadonlySet<Column['kind']> = new Set(['number', 'money', 'duration', 'uses'])

/** A list on a wide screen: antd's Table with the declared columns, sorted and paged by the server. */
export function ListTable({ notice }: { notice: ReactNode }) {
  const screen = useListScreen()
  const { resource, list, selection, expanded, expand } = screen
  const columns = useColumns(screen)
  const hasRoom = useHasRoom()
  const { xl } = Grid.useBreakpoint()
  const width =
    columns.reduce(
      (sum, one) => (one.responsive && !xl ? sum : sum + Number(one.width ?? LEAST)),
      0,
    ) +
    (selection ? CHECK : 0) +
    (resource.detail ? DETAIL : 0)

  const rowSelection: TableProps<Row>['rowSelection'] = selection && {
    columnWidth: CHECK,
    preserveSelectedRowKeys: true,
    selectedRowKeys: selection.isAll ? list.rows.map(({ id }) => id) : [...selection.names.keys()],
    onChange: (keys) => selection.choose(keys.map(String)),
    getCheckboxProps: (row): object => ({
      'aria-label': translate('Select {name}', { name: nameOf(resource, row) }),
    }),
    getTitleCheckboxProps: () => ({
      disabled: list.rows.length === 0,
      'aria-label': translate('Select all {count} on this page', { count: list.rows.length }),
    }),
  }

  if (list.isPending) return <ListSkeleton rows={list.limit} />
  return (
    <Table<Row>
      className={css.table ?? ''}
      aria-label={translate(resource.title)}
      aria-busy={list.isOld}
      columns={columns}
      dataSource={[...list.rows]}
      rowKey="id"
      pagination={false}
      tableLayout="fixed"
      showSorterTooltip={false}
      // antd's own `sticky` makes a second table of the headers, without which cells have no names. Where nothing
      // scrolls sideways, the headers stay in sight by CSS.
      {...(hasRoom && width <= ROOM ? { 'data-sticky': true } : { scroll: { x: width } })}
      locale={{ emptyText: notice ?? ' ' }}
      loading={list.isOld && list.error === undefined ? { delay: 200 } : false}
      onChange={(_page, _filters, sorter) => {
        const { columnKey } = [sorter].flat()[0] ?? {}
        const path = columns.find(({ key }) => key === columnKey)?.sortPath
        if (path !== undefined) list.sortBy(nextSort(resource, list, path))
      }}
      onRow={(row) => ({
        'data-row': row.id,
        // The button in the row says it to keyboard and screen reader.
        ...(resource.detail && {
          onClick: ({ target }) => isOnControl(target) || expand(row.id),
        }),
      })}
      {...(rowSelection && { rowSelection })}
      {...(resource.detail && {
        expandable: {
          columnTitle: <span className="sr-only">{translate('Details')}</span>,
          columnWidth: DETAIL,
          expandedRowKeys: expanded === undefined ? [] : [expanded],
          expandedRowRender: (row: Row) => <RowDetail row={row} />,
          expandIcon: ({ record }: { record: Row }) => (
            <ExpandButton
              id={record.id}
              name={nameOf(resource, record)}
              isOpen={expanded === record.id}
              toggle={() => expand(record.id)}
            />
          ),
        },
      })}
    />
  )
}

type ShownColumn = TableColumnsType<Row>[number] & { key: string; sortPath?: string | undefined }

/** The declared columns that a person has chosen, then what a list adds to them. */
function useColumns({ resource, list }: ListScreen): ShownColumn[] {
  const isChosen = list.layout.columns !== undefined
  const shown = shownColumns(resource, list.layout)
  const sorted = shownSort(resource, list)
  const named = nameColumn(resource)
  const declared = shown.map(({ id, column }): ShownColumn => {
    const { width = WIDTHS[column.kind], sort } = column
    return {
      key: id,
      title: translate(column.label),
      ...(NUMBERS.has(column.kind) && { align: 'end' }),
      ...(column === named && { className: css.name ?? '' }),
      ...(width !== undefined && { width }),
      // A column that a person has chosen stays at every width of the window.
      ...(column.narrow === 'drop' && !isChosen && { responsive: ['xl'] }),
      ...(sort !== undefined && {
        sorter: true,
        // Without an end: what comes next is asked of the own order, see nextSort.
        sortDirections: ['ascend' as const, 'descend' as const, 'ascend' as const],
        sortPath: sort,
        sortOrder:
          sorted?.path !== sort ? null : sorted.descending ? ('descend' as const) : 'ascend',
      }),
      render: (_value: unknown, row: Row) =>
        column === named ? (
          <NameCell resource={resource} row={row} column={column} shown={shown} />
        ) : (
          <RowCell resource={resource} row={row} column={column} />
        ),
    }
  })
  const deletion: ShownColumn = {
    key: '+deletion',
    title: translate('Deleted'),
    width: DELETION,
    render: (_value: unknown, row: Row) => <Deletion row={row} />,
  }
  const actions: ShownColumn = {
    key: '+actions',
    title: translate('Actions'),
    align: 'end',
    fixed: 'right',
    // A deleted record is restored or erased, and has no menu.
    width: ACTIONS + (list.deleted || !hasMenu(resource) ? 0 : MENU),
    render: (_value: unknown, row: Row) => <RowActions row={row} />,
  }
  return [
    ...declared,
    ...(list.deleted ? [deletion] : []),
    ...(hasActions(resource) ? [actions] : []),
  ]
}

/** Whether a row has buttons at its end. */
function hasActions({ actions, rowActions }: Resource): boolean {
  return actions.includes('edit') || actions.includes('delete') || rowActions.length > 0
}

/** Whether these are followed by a menu. */
function hasMenu(resource: Resource): boolean {
  return resource.rowActions.length > 0 || statusPath(resource) !== undefined
}

/** What names a record: the line that the declaration adds, and where a search found it. */
function NameCell({
  resource,
  row,
  column,
  shown,
}: {
  resource: Resource
  row: Row
  column: Column
  shown: readonly { column: Column }[]
}) {
  return (
    <span className={css.lines} data-portrait={column.kind === 'person'}>
      <RowCell resource={resource} row={row} column={column} />
      <RowLine resource={resource} row={row} />
      <FoundIn resource={resource} row={row} columns={shown.map((one) => one.column)} />
    </span>
  )
}
