import { Suspense } from 'react'
import { translate } from '#admin/format/translate.ts'
import { loadable } from '#admin/ui/loadable.tsx'
import { type Column, columnIds } from '#model/columns.ts'
import { PageCheck } from '../selection/Checks.tsx'
import { CHECK } from './column-widths.ts'
import css from './HeaderCell.module.css'
import { Led } from './Led.tsx'
import type { ListTable } from './list-columns.tsx'
import { useListScreen } from './list-screen.ts'
import { SortMark } from './SortMark.tsx'
import { nextSort, shownSort } from './shown-sort.ts'
import { type Header, placeOf } from './table-places.ts'

/** Nobody waits for what only changes widths. */
const ColumnEdge = loadable(
  () => import('./ColumnEdge.tsx'),
  (module) => module.ColumnEdge,
)

/** A column's header; above the name also those of the lines below it. */
export function HeaderCell({
  table,
  header,
  isFirst,
}: {
  table: ListTable
  header: Header
  isFirst: boolean
}) {
  const { column } = header
  const { resource, list, selection } = useListScreen()
  const { column: own } = column.columnDef.meta ?? {}
  const lines = own ? [own, ...linesUnder(table, column.id)] : []
  const sorted = shownSort(resource, list)
  const isSorted = lines.some(({ sort }) => sort !== undefined && sort === sorted?.path)
  const isLed = selection !== undefined && isFirst
  return (
    <th
      scope="col"
      {...placeOf(column, selection !== undefined)}
      {...(isSorted && { 'aria-sort': sorted?.descending ? 'descending' : 'ascending' })}
      // Of the column alone: cells are read with it.
      {...(isLed && { 'aria-label': translate(own?.label ?? 'Details') })}
    >
      <Led by={isLed ? <PageCheck list={list} selection={selection} /> : undefined}>
        {own ? (
          <span className={css.words}>
            {lines.map((line, index) => (
              <HeaderWords key={index ? line.label : ''} column={line} />
            ))}
          </span>
        ) : (
          <table.FlexRender header={header} />
        )}
      </Led>
      {own ? (
        <Suspense>
          <ColumnEdge resource={resource} id={column.id} besides={isLed ? CHECK : 0} />
        </Suspense>
      ) : null}
    </th>
  )

  function linesUnder({ options }: ListTable, id: string): Column[] {
    const { name, under = [] } = options.meta?.arrangement ?? {}
    const ids = columnIds(resource)
    return id === name ? resource.columns.filter((_, at) => under.includes(ids[at] ?? '')) : []
  }
}

/** What a column is called: a button where the declaration names a sort key. */
function HeaderWords({ column: { label, sort } }: { column: Column }) {
  const { resource, list } = useListScreen()
  const sorted = shownSort(resource, list)
  const words = translate(label)
  if (sort === undefined) return words
  const order = sorted?.path !== sort ? undefined : sorted.descending ? 'desc' : 'asc'
  return (
    <button
      type="button"
      className={css.sort}
      data-sorted={order !== undefined}
      onClick={() => list.sortBy(nextSort(resource, list, sort))}
    >
      {words}
      <SortMark order={order} />
    </button>
  )
}
