import { Grid, Table, type TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import { translate } from '#admin/format/translate.ts'
import { isOnControl } from '#admin/ui/focus.ts'
import type { Column } from '#model/columns.ts'
import type { Row } from '#model/declaration.ts'
import { nameOf } from '#model/text-of.ts'
import { RowCell } from '../cells/Cell.tsx'
import { nameColumn } from '../cells/columns.ts'
import { Deletion } from '../deleted/Deletion.tsx'
import { statusPath } from '../use-status-menu.tsx'
import { ExpandButton } from './ExpandButton.tsx'
import { ListSkeleton } from './ListSkeleton.tsx'
import css from './ListTable.module.css'
import { shownColumns } from './layout.ts'
import { type ListScreen, useListScreen } from './list-screen.ts'
import { RowActions } from './RowActions.tsx'
import { RowDetail } from './RowDetail.tsx'
import { RowLine } from './RowLine.tsx'
import { ownSort, shownSort } from './sort.ts'

/** Fixed widths (px) by kind; the other columns share the rest. */
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
/** Minimum width (px) of a column without a fixed one. */
const LEAST = 170
/** Width (px) of the columns of check boxes and expand buttons. */
const BUTTON = 48

const NUMBERS: ReadonlySet<Column['kind']> = new Set(['number', 'money', 'duration', 'uses'])

/** A list on a wide screen: antd's Table with the declared columns, sorted and paged by the server. */
export function ListTable({ notice }: { notice: ReactNode }) {
  const screen = useListScreen()
  const { resource, list, selection, expanded, expand } = screen
  const columns = columnsOf(screen)
  const { xl } = Grid.useBreakpoint()
  const buttons = [selection, resource.detail].filter(Boolean).length * BUTTON
  const width = columns
    .filter(({ responsive }) => xl || !responsive)
    .reduce((sum, one) => sum + Number(one.width ?? LEAST), buttons)

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
      scroll={{ x: width }}
      locale={{ emptyText: notice ?? ' ' }}
      loading={list.isOld && list.error === undefined ? { delay: 200 } : false}
      onChange={(_page, _filters, sorter) => {
        const { order, field } = [sorter].flat()[0] ?? {}
        list.sortBy(order ? [{ path: String(field), descending: order === 'descend' }] : [])
      }}
      onRow={(row) => ({
        'data-row': row.id,
        // The button in the row serves keyboard and screen reader.
        ...(resource.detail && {
          onClick: ({ target }) => isOnControl(target) || expand(row.id),
        }),
      })}
      {...(selection && {
        rowSelection: {
          columnWidth: BUTTON,
          preserveSelectedRowKeys: true,
          selectedRowKeys: [...selection.ids],
          onChange: (keys) => selection.choose(keys.map(String)),
          getCheckboxProps: (row): object => ({
            'aria-label': translate('Select {name}', { name: nameOf(resource, row) }),
          }),
          getTitleCheckboxProps: () => ({
            disabled: list.rows.length === 0,
            'aria-label': translate('Select all {count} on this page', { count: list.rows.length }),
          }),
        },
      })}
      {...(resource.detail && {
        expandable: {
          columnTitle: <span className="sr-only">{translate('Details')}</span>,
          columnWidth: BUTTON,
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

/** Returns the user's columns, then those that the list adds. */
function columnsOf({ resource, list }: ListScreen): TableColumnsType<Row> {
  const isChosen = list.layout.columns !== undefined
  const own = ownSort(resource, list)
  const sorted = shownSort(resource, list)
  const named = nameColumn(resource)
  const declared = shownColumns(resource, list.layout).map(
    ({ id, column }): TableColumnsType<Row>[number] => {
      const { width = WIDTHS[column.kind], sort } = column
      return {
        key: id,
        title: translate(column.label),
        ...(NUMBERS.has(column.kind) && { align: 'end' }),
        ...(column === named && { className: css.name ?? '' }),
        ...(width !== undefined && { width }),
        // Columns that the user has chosen are shown at every window width.
        ...(column.narrow === 'drop' && !isChosen && { responsive: ['xl'] }),
        ...(sort !== undefined && {
          dataIndex: sort,
          sorter: true,
          // Without a default order, a third click reverses the order instead of removing it.
          sortDirections: ['ascend', 'descend', ...(sort === own?.path ? ['ascend' as const] : [])],
          sortOrder: sorted?.path !== sort ? null : sorted.descending ? 'descend' : 'ascend',
        }),
        render: (_value: unknown, row: Row) =>
          column === named ? (
            <span className={css.lines} data-portrait={column.kind === 'person'}>
              <RowCell resource={resource} row={row} column={column} />
              <RowLine resource={resource} row={row} />
            </span>
          ) : (
            <RowCell resource={resource} row={row} column={column} />
          ),
      }
    },
  )
  const { actions, rowActions } = resource
  if (list.deleted)
    declared.push({
      key: '+deletion',
      title: translate('Deleted'),
      width: 180,
      render: (_value: unknown, row: Row) => <Deletion row={row} />,
    })
  if (actions.includes('edit') || actions.includes('delete') || rowActions.length > 0)
    declared.push({
      key: '+actions',
      title: translate('Actions'),
      align: 'end',
      fixed: 'right',
      // Room for two buttons and, if needed, a menu.
      width: !list.deleted && (rowActions.length > 0 || statusPath(resource)) ? 152 : 104,
      render: (_value: unknown, row: Row) => <RowActions row={row} />,
    })
  return declared
}
