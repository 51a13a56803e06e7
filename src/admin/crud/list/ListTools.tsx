import { translate } from '#admin/format/translate.ts'
import { useIsPhone } from '#admin/ui/use-is-phone.ts'
import { isListedWhole, type Resource } from '#model/resource.ts'
import { OwnListActions } from '../actions/lazy.tsx'
import type { Runs } from '../actions/use-runs.ts'
import { FilterBar } from '../filters/FilterBar.tsx'
import css from './ListTools.module.css'
import { SearchBox } from './SearchBox.tsx'
import { SortControl } from './SortControl.tsx'
import type { ResourceList } from './use-resource-list.ts'

/**
 * What stands above a list: its search box, its filters, its own actions and, where it has no headers to click, its
 * order; each where the declaration has it.
 */
export function ListTools({
  resource,
  list,
  runs,
}: {
  resource: Resource
  list: ResourceList
  runs: Runs
}) {
  const isSearched = isSearchable(resource)
  const isFiltered = resource.filters.length > 0
  const isPhone = useIsPhone()
  const isSorted = resource.sorts.length > 0 && (isPhone || resource.list !== undefined)
  const hasActions = resource.listActions.length > 0
  if (!isSearched && !isFiltered && !isSorted && !hasActions) return null
  return (
    <div className={css.tools}>
      {isSearched ? (
        <SearchBox
          placeholder={translate(resource.messages.searchPlaceholder)}
          search={list.search}
          onSearch={list.searchFor}
        />
      ) : null}
      {isSorted ? <SortControl resource={resource} list={list} /> : null}
      {isFiltered ? <FilterBar resource={resource} list={list} /> : null}
      <OwnListActions resource={resource} list={list} runs={runs} />
    </div>
  )
}

/** A list without paging is all there, and its screen has no search box in the specification. */
function isSearchable(resource: Resource): boolean {
  return resource.search.length > 0 && !isListedWhole(resource)
}
