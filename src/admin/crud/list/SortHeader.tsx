import { translate } from '#admin/format/translate.ts'
import type { Sort } from '#contract/list-query.ts'
import type { Column } from '#model/spec.ts'
import { nextSort } from './paging.ts'
import { ARROWS } from './sort-words.ts'

/** A column's header: a button where the declaration names a sort key. */
export function SortHeader({
  column,
  sort,
  sortBy,
}: {
  column: Column
  sort: readonly Sort[]
  sortBy: (sort: readonly Sort[]) => void
}) {
  const path = column.sort
  const label = translate(column.label)
  if (!path) return <th scope="col">{label}</th>
  const [first] = sort
  const order = first?.path !== path ? undefined : first.descending ? 'desc' : 'asc'
  return (
    <th scope="col" {...(order && { 'aria-sort': `${order}ending` })}>
      <button type="button" className="crud-sort" onClick={() => sortBy(nextSort(sort, path))}>
        {label}
        <span className={order ? 'crud-arrow' : 'crud-arrow crud-arrow-idle'} aria-hidden="true">
          {ARROWS[order ?? 'none']}
        </span>
      </button>
    </th>
  )
}
