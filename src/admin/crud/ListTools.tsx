import { translate } from '#admin/translate.ts'
import { isListedWhole, type Resource } from '#model/resource.ts'
import { FilterBar } from './filters/FilterBar.tsx'
import { SearchBox } from './SearchBox.tsx'
import type { ResourceList } from './use-resource-list.ts'

/** What stands above a list: its search box and its filters, where the declaration has them. */
export function ListTools({ resource, list }: { resource: Resource; list: ResourceList }) {
  const isSearched = isSearchable(resource)
  const isFiltered = resource.filters.length > 0
  if (!isSearched && !isFiltered) return null
  return (
    <div className="crud-tools">
      {isSearched ? (
        <SearchBox
          placeholder={translate(resource.messages.searchPlaceholder)}
          search={list.search}
          onSearch={list.searchFor}
        />
      ) : null}
      {isFiltered ? <FilterBar resource={resource} list={list} /> : null}
    </div>
  )
}

/** A list without paging is all there, and its screen has no search box in the specification. */
function isSearchable(resource: Resource): boolean {
  return resource.search.length > 0 && !isListedWhole(resource)
}
