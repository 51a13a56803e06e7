import { translate } from '#admin/format/translate.ts'
import { type Sort, sortPaths } from '#contract/list-query.ts'
import type { Resource } from '#model/resource.ts'
import '../filters/filters.css'
import { ARROWS, orderWord, sortLabel } from './sort-words.ts'

/** Sorts where no headers stand: cards, and the list on a phone. A native select, and its direction beside it. */
export function SortControl({
  resource,
  sort: [sort],
  sortBy,
}: {
  resource: Resource
  sort: readonly Sort[]
  sortBy: (sort: readonly Sort[]) => void
}) {
  const label = translate('Sort')
  const words = sort
    ? translate('{label}: {value}', { label, value: sortLabel(resource, sort.path) })
    : label
  return (
    <span className={sort ? 'crud-filter crud-filter-set' : 'crud-filter'}>
      <span className="crud-filter-face">
        {sort ? null : <span aria-hidden="true">{ARROWS.none}</span>}
        <span className="crud-filter-words" aria-hidden="true">
          {words}
        </span>
        <select
          aria-label={label}
          value={sort?.path ?? ''}
          onChange={({ target: { value } }) =>
            sortBy(value ? [{ path: value, descending: sort?.descending ?? false }] : [])
          }
        >
          <option value="">{translate('Default order')}</option>
          {sortPaths(resource).map((path) => (
            <option key={path} value={path}>
              {sortLabel(resource, path)}
            </option>
          ))}
        </select>
      </span>
      {sort ? (
        <button
          type="button"
          className="crud-filter-remove"
          aria-label={translate('Order: {order}', { order: orderWord(sort) })}
          onClick={() => sortBy([{ path: sort.path, descending: !sort.descending }])}
        >
          <span className="crud-arrow" aria-hidden="true">
            {ARROWS[sort.descending ? 'desc' : 'asc']}
          </span>
        </button>
      ) : null}
    </span>
  )
}
