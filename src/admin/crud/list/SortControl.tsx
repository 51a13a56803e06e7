import { translate } from '#admin/format/translate.ts'
import type { Resource } from '#model/resource.ts'
import '../filters/filters.css'
import type { Sort } from './paging.ts'
import { ARROWS, orderWord, sortLabel } from './sort-words.ts'

/** Sorts where no headers stand: cards, and the list on a phone. A native select, and its direction beside it. */
export function SortControl({
  resource,
  sort,
  sortBy,
}: {
  resource: Resource
  sort: Sort | undefined
  sortBy: (sort: Sort | undefined) => void
}) {
  const label = translate('Sort')
  const words = sort
    ? translate('{label}: {value}', { label, value: sortLabel(resource, sort.field) })
    : label
  const other = sort?.order === 'asc' ? 'desc' : 'asc'
  return (
    <span className={sort ? 'crud-filter crud-filter-set' : 'crud-filter'}>
      <span className="crud-filter-face">
        {sort ? null : <span aria-hidden="true">{ARROWS.none}</span>}
        <span className="crud-filter-words" aria-hidden="true">
          {words}
        </span>
        <select
          aria-label={label}
          value={sort?.field ?? ''}
          onChange={({ target: { value } }) =>
            sortBy(value ? { field: value, order: sort?.order ?? 'asc' } : undefined)
          }
        >
          <option value="">{translate('Default order')}</option>
          {resource.sorts.map((field) => (
            <option key={field} value={field}>
              {sortLabel(resource, field)}
            </option>
          ))}
        </select>
      </span>
      {sort ? (
        <button
          type="button"
          className="crud-filter-remove"
          aria-label={translate('Order: {order}', { order: orderWord(sort) })}
          onClick={() => sortBy({ field: sort.field, order: other })}
        >
          <span className="crud-arrow" aria-hidden="true">
            {ARROWS[sort.order]}
          </span>
        </button>
      ) : null}
    </span>
  )
}
