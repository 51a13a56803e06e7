import { translate } from '#admin/format/translate.ts'
import { sortPaths } from '#contract/list-query.ts'
import type { Resource } from '#model/resource.ts'
import { PillSelect } from '../filters/Pill.tsx'
import { SortMark } from './SortMark.tsx'
import { orderWord, sortLabel } from './sort-words.ts'
import type { ResourceList } from './use-resource-list.ts'

/** Sorts where no header does: cards, the list on a phone, and by keys that no column has. A native select, and its direction beside it. */
export function SortControl({
  resource,
  list: {
    sort: [sort],
    sortBy,
  },
}: {
  resource: Resource
  list: ResourceList
}) {
  const descending = sort?.descending ?? false
  return (
    <PillSelect
      label={translate('Sort')}
      sign={<SortMark />}
      end={{
        label: sort ? translate('Order: {order}', { order: orderWord(sort) }) : '',
        icon: <SortMark order={descending ? 'desc' : 'asc'} />,
        onClick: () => sort && sortBy([{ path: sort.path, descending: !descending }]),
      }}
      value={sort?.path}
      isSaid
      blank={translate('Default order')}
      choices={sortPaths(resource).map((path) => ({
        value: path,
        label: sortLabel(resource, path),
      }))}
      onChange={(path) => sortBy(path ? [{ path, descending }] : [])}
    />
  )
}
