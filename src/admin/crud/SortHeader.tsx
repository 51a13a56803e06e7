import { translate } from '#admin/translate.ts'
import type { Column } from '#model/spec.ts'
import type { Sort } from './paging.ts'

const ARIA = { asc: 'ascending', desc: 'descending' } as const
const ARROW = { asc: '↑', desc: '↓' } as const

/** A column's header: a button where the declaration names a sort key. */
export function SortHeader({
  column,
  sort,
  sortBy,
}: {
  column: Column
  sort: Sort | undefined
  sortBy: (field: string) => void
}) {
  const field = column.sort
  const label = translate(column.label)
  if (!field) return <th scope="col">{label}</th>
  const order = sort?.field === field ? sort.order : undefined
  return (
    <th scope="col" {...(order && { 'aria-sort': ARIA[order] })}>
      <button type="button" className="crud-sort" onClick={() => sortBy(field)}>
        {label}
        <span className={order ? 'crud-arrow' : 'crud-arrow crud-arrow-idle'} aria-hidden="true">
          {order ? ARROW[order] : '↕'}
        </span>
      </button>
    </th>
  )
}
