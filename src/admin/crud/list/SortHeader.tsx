import { translate } from '#admin/format/translate.ts'
import type { Column } from '#model/spec.ts'
import { nextSort, type Sort } from './paging.ts'
import { ARIA_SORT, ARROWS } from './sort-words.ts'

/** A column's header: a button where the declaration names a sort key. */
export function SortHeader({
  column,
  sort,
  sortBy,
}: {
  column: Column
  sort: Sort | undefined
  sortBy: (sort: Sort | undefined) => void
}) {
  const field = column.sort
  const label = translate(column.label)
  if (!field) return <th scope="col">{label}</th>
  const order = sort?.field === field ? sort.order : undefined
  return (
    <th scope="col" {...(order && { 'aria-sort': ARIA_SORT[order] })}>
      <button type="button" className="crud-sort" onClick={() => sortBy(nextSort(sort, field))}>
        {label}
        <span className={order ? 'crud-arrow' : 'crud-arrow crud-arrow-idle'} aria-hidden="true">
          {ARROWS[order ?? 'none']}
        </span>
      </button>
    </th>
  )
}
