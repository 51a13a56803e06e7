import { Button } from 'antd'
import { Suspense } from 'react'
import { translate } from '#admin/format/translate.ts'
import { useIsPhone } from '#admin/ui/use-is-phone.ts'
import { isListedWhole, type Resource } from '#model/resource.ts'
import { OwnListActions } from '../actions/lazy.tsx'
import type { Runs } from '../actions/use-runs.ts'
import { canBeDeleted } from '../deleted/can-be-deleted.ts'
import { FilterBar } from '../filters/FilterBar.tsx'
import { FilterBone } from '../filters/FilterBone.tsx'
import { FilterSheet } from '../filters/lazy.ts'
import { PageCheck } from '../selection/Checks.tsx'
import type { Selection } from '../selection/use-selection.ts'
import { FirstView } from '../views/lazy.tsx'
import { ColumnsMenu } from './ColumnsMenu.tsx'
import css from './ListTools.module.css'
import { SearchBox } from './SearchBox.tsx'
import { SortControl } from './SortControl.tsx'
import { keysWithoutHead } from './shown-sort.ts'
import type { TableView } from './table-view.ts'
import type { ResourceList } from './use-resource-list.ts'

/**
 * What stands above a list: its search box, its filters, its own actions and, where it has no headers to click, its
 * order; each where the declaration has it.
 */
export function ListTools({
  resource,
  list,
  runs,
  selection,
  view,
}: {
  resource: Resource
  list: ResourceList
  runs: Runs
  selection: Selection | undefined
  view: TableView
}) {
  const isSearched = isSearchable(resource)
  const isFiltered = resource.filters.length > 0 || canBeDeleted(resource)
  const isPhone = useIsPhone()
  const isEmpty = !list.isPending && list.rows.length === 0
  const hasHeads = !isPhone && resource.list === undefined
  const isSorted = hasHeads ? keysWithoutHead(resource).length > 0 : resource.sorts.length > 0
  const hasActions = resource.listActions.length > 0
  const hasPageCheck = isPhone || resource.list !== undefined
  if (
    !hasHeads &&
    !isSearched &&
    !isFiltered &&
    !isSorted &&
    !hasActions &&
    !(hasPageCheck && selection)
  )
    return null
  const narrowing = (
    <>
      {isSorted ? <SortControl resource={resource} list={list} /> : null}
      {isFiltered ? <FilterBar resource={resource} list={list} /> : null}
    </>
  )
  return (
    <div className={css.tools}>
      {isSearched ? (
        <SearchBox
          placeholder={translate(resource.messages.searchPlaceholder)}
          search={list.search}
          onSearch={list.searchFor}
        />
      ) : null}
      <div className={css.rest}>
        {isSorted || isFiltered ? (
          isPhone ? (
            <Suspense fallback={<FilterBone />}>
              <FilterSheet resource={resource} list={list}>
                {narrowing}
              </FilterSheet>
            </Suspense>
          ) : (
            <div className={css.narrowing}>{narrowing}</div>
          )
        ) : null}
        <div className={css.ends}>
          {isPhone && selection && (selection.isShown || !isEmpty) ? (
            <Button onClick={() => selection.show(!selection.isShown)}>
              {translate(selection.isShown ? 'Done' : 'Select')}
            </Button>
          ) : null}
          {hasPageCheck ? <PageCheck list={list} selection={selection} hasWords={true} /> : null}
          <OwnListActions resource={resource} list={list} runs={runs} />
          {hasHeads ? <ColumnsMenu resource={resource} view={view} /> : null}
          {/* A phone's rows begin high up; there a view is saved beside others. */}
          {isPhone ? null : <FirstView resource={resource} list={list} />}
        </div>
      </div>
    </div>
  )
}

/** A list without paging is all there, and its screen has no search box in the specification. */
function isSearchable(resource: Resource): boolean {
  return resource.search.length > 0 && !isListedWhole(resource)
}
