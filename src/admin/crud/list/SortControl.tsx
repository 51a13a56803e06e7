import { translate } from '#admin/format/translate.ts'
import { type Sort, sortPaths } from '#contract/list-query.ts'
import type { Resource } from '#model/resource.ts'
import { Pill } from '../filters/Pill.tsx'
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
    <Pill
      name={label}
      isSet={sort !== undefined}
      sign={sort ? null : <span aria-hidden="true">{ARROWS.none}</span>}
      words={words}
      end={{
        label: sort ? translate('Order: {order}', { order: orderWord(sort) }) : '',
        icon: <strong aria-hidden="true">{ARROWS[sort?.descending ? 'desc' : 'asc']}</strong>,
        onClick: () => sort && sortBy([{ path: sort.path, descending: !sort.descending }]),
      }}
    >
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
    </Pill>
  )
}
