import { SortAscendingOutlined, SortDescendingOutlined } from '@ant-design/icons'
import { Button, Flex } from 'antd'
import { OwnListActions } from '#admin/crud/actions/OwnActions.tsx'
import type { Runs } from '#admin/crud/actions/use-runs.ts'
import { orderWord, sortLabel } from '#admin/crud/list/sort-words.ts'
import type { ResourceList } from '#admin/crud/list/use-resource-list.ts'
import { PageCheck } from '#admin/crud/selection/Checks.tsx'
import type { Selection } from '#admin/crud/selection/use-selection.ts'
import { SaveFirst } from '#admin/crud/views/ViewBar.tsx'
import { translate } from '#admin/format/translate.ts'
import { maySeeDeleted } from '#admin/providers/deleted.ts'
import { useIsPhone } from '#admin/ui/use-is-phone.ts'
import { sortPaths } from '#contract/list-query.ts'
import { isListedWhole, type Resource } from '#model/resource.ts'
import { ColumnsMenu } from './ColumnsMenu.tsx'
import { FilterBar, FilterTags } from './FilterBar.tsx'
import { ChoiceSelect } from './filter-controls.tsx'
import css from './ListToolbar.module.css'
import { SearchBox } from './SearchBox.tsx'

/** The line above a list: search, filters, columns and views, and its own actions; below it the filters that are set. */
export function ListToolbar({
  resource,
  list,
  runs,
  selection,
}: {
  resource: Resource
  list: ResourceList
  runs: Runs
  selection: Selection | undefined
}) {
  const isPhone = useIsPhone()
  const isTable = !isPhone && resource.list === undefined
  // A list without paging is all there.
  const isSearched = resource.search.length > 0 && !isListedWhole(resource)
  const isFiltered = resource.filters.length > 0 || maySeeDeleted(resource)
  const isEmpty = !list.isPending && list.rows.length === 0
  const sort = !isTable && resource.sorts.length > 0 ? <SortSelect {...{ resource, list }} /> : null
  return (
    <>
      <div className={css.tools}>
        {isSearched ? (
          <SearchBox
            placeholder={translate(resource.messages.searchPlaceholder)}
            search={list.search}
            onSearch={list.searchFor}
          />
        ) : null}
        {isFiltered || sort ? <FilterBar resource={resource} list={list} before={sort} /> : null}
        <Flex gap={8} className={css.end ?? ''}>
          {isPhone && selection && (selection.isShown || !isEmpty) ? (
            <Button onClick={() => selection.show(!selection.isShown)}>
              {translate(selection.isShown ? 'Done' : 'Select')}
            </Button>
          ) : null}
          {isTable ? null : <PageCheck list={list} selection={selection} />}
          <OwnListActions resource={resource} list={list} runs={runs} />
          {isTable ? <ColumnsMenu resource={resource} /> : null}
          {/* A phone's rows begin high up; there a view is saved beside others. */}
          {isPhone ? null : <SaveFirst resource={resource} list={list} />}
        </Flex>
      </div>
      <FilterTags resource={resource} list={list} />
    </>
  )
}

/** Sorts where no header does: cards, and the list on a phone. */
function SortSelect({
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
    <Flex gap={4} className={css.sort ?? ''}>
      <ChoiceSelect
        label={translate('Sort')}
        value={sort?.path}
        any={translate('Default order')}
        choices={sortPaths(resource).map((path) => ({
          value: path,
          label: sortLabel(resource, path),
        }))}
        onChange={(path) => sortBy(path ? [{ path, descending }] : [])}
      />
      {sort ? (
        <Button
          icon={
            descending ? (
              <SortDescendingOutlined aria-hidden="true" />
            ) : (
              <SortAscendingOutlined aria-hidden="true" />
            )
          }
          aria-label={translate('Order: {order}', { order: orderWord(sort) })}
          title={translate('Order: {order}', { order: orderWord(sort) })}
          onClick={() => sortBy([{ path: sort.path, descending: !descending }])}
        />
      ) : null}
    </Flex>
  )
}
