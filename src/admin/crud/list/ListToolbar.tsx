import {
  CheckOutlined,
  CheckSquareOutlined,
  PushpinOutlined,
  SearchOutlined,
  SortAscendingOutlined,
  SortDescendingOutlined,
  TableOutlined,
} from '@ant-design/icons'
import { Button, Flex, Input, type InputRef, Skeleton } from 'antd'
import { lazy, useRef, useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import { hasChanges } from '#admin/http/session.ts'
import { canDo } from '#admin/providers/access-control-provider.ts'
import { canSeeDeleted } from '#admin/providers/deleted.ts'
import { useIsMissing } from '#admin/providers/use-present.ts'
import { AsyncBoundary } from '#admin/ui/Boundary.tsx'
import { useSingleKey } from '#admin/ui/shortcuts.ts'
import { useIsPhone } from '#admin/ui/use-is-phone.ts'
import { sortPaths } from '#contract/list-query.ts'
import type { Resource } from '#model/resource.ts'
import { LONGEST_SEARCH } from '#model/search.ts'
import { OwnListActions } from '../actions/OwnActions.tsx'
import type { Runs } from '../actions/use-runs.ts'
import { PageCheck } from '../selection/Checks.tsx'
import type { Selection } from '../selection/use-selection.ts'
import { FilterBar, FilterTags, PopoverButton } from './FilterBar.tsx'
import { ChoiceSelect } from './filter-controls.tsx'
import css from './ListToolbar.module.css'
import { VIEWS } from './saved-views.ts'
import { orderWord, sortLabel } from './sort.ts'
import type { ResourceList } from './use-resource-list.ts'

/** The toolbar of a list: search, filters, columns, views and actions; active filters below. */
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
  const isFiltered = resource.filters.length > 0 || canSeeDeleted(resource)
  const isEmpty = !list.isPending && list.rows.length === 0
  const sort = !isTable && resource.sorts.length > 0 ? <SortSelect {...{ resource, list }} /> : null
  return (
    <>
      <div className={css.tools}>
        {resource.search.length > 0 ? <SearchBox resource={resource} list={list} /> : null}
        {isFiltered || sort ? <FilterBar resource={resource} list={list} before={sort} /> : null}
        <Flex gap={8} className={css.end ?? ''}>
          {isPhone && selection && (selection.isShown || !isEmpty) ? (
            <Button
              icon={
                selection.isShown ? (
                  <CheckOutlined aria-hidden="true" />
                ) : (
                  <CheckSquareOutlined aria-hidden="true" />
                )
              }
              aria-label={translate(selection.isShown ? 'Done' : 'Select')}
              title={translate(selection.isShown ? 'Done' : 'Select')}
              onClick={() => selection.show(!selection.isShown)}
            />
          ) : null}
          {isTable ? null : <PageCheck list={list} selection={selection} />}
          <OwnListActions resource={resource} list={list} runs={runs} />
          {isTable ? <ColumnsMenu resource={resource} list={list} /> : null}
        </Flex>
        <Views resource={resource} list={list} />
      </div>
      <FilterTags resource={resource} list={list} />
    </>
  )
}

/** Sorts lists without headers: cards, and lists on phones. */
function SortSelect({ resource, list }: { resource: Resource; list: ResourceList }) {
  const [sort] = list.sort
  const descending = sort?.descending ?? false
  const OrderIcon = descending ? SortDescendingOutlined : SortAscendingOutlined
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
        onChange={(path) => list.sortBy(path ? [{ path, descending }] : [])}
      />
      {sort ? (
        <Button
          icon={<OrderIcon aria-hidden="true" />}
          aria-label={translate('Order: {order}', { order: orderWord(sort) })}
          title={translate('Order: {order}', { order: orderWord(sort) })}
          onClick={() => list.sortBy([{ path: sort.path, descending: !descending }])}
        />
      ) : null}
    </Flex>
  )
}

const ViewsMenu = lazy(() =>
  import('./ViewsMenu.tsx').then(({ ViewsMenu }) => ({ default: ViewsMenu })),
)

/** The views of a list. Loaded after its first rows, so that no list waits for them. */
function Views({ resource, list }: { resource: Resource; list: ResourceList }) {
  const isPhone = useIsPhone()
  const isLacking = useIsMissing(VIEWS.api.path)
  if (isLacking || !hasChanges() || !canDo(VIEWS, 'list')) return null
  const waiting = (
    <Button disabled icon={<PushpinOutlined aria-hidden="true" />} aria-label={translate('Views')}>
      {isPhone ? null : translate('Views')}
    </Button>
  )
  return list.isPending ? (
    waiting
  ) : (
    <AsyncBoundary waiting={waiting}>
      <ViewsMenu resource={resource} list={list} />
    </AsyncBoundary>
  )
}

const ColumnChoice = lazy(() =>
  import('./ColumnChoice.tsx').then(({ ColumnChoice }) => ({ default: ColumnChoice })),
)

/** The button to choose and order the columns of a list. */
function ColumnsMenu(props: { resource: Resource; list: ResourceList }) {
  return (
    <PopoverButton words={translate('Columns')} icon={<TableOutlined aria-hidden="true" />}>
      <AsyncBoundary
        waiting={<Skeleton active title={false} paragraph={{ rows: 4, width: 200 }} />}
      >
        <ColumnChoice {...props} />
      </AsyncBoundary>
    </PopoverButton>
  )
}

/** Searches on Enter or by its button. Clearing it restores the list at once. */
function SearchBox({ resource, list }: { resource: Resource; list: ResourceList }) {
  const { search, searchFor } = list
  const isPhone = useIsPhone()
  const placeholder = translate(resource.messages.searchPlaceholder)
  const [text, setText] = useState(search)
  const [before, setBefore] = useState(search)
  const input = useRef<InputRef>(null)
  useSingleKey('/', () => input.current?.focus({ cursor: 'all' }))
  // The address may also change the search.
  if (search !== before) {
    setBefore(search)
    setText(search)
  }
  return (
    <search>
      <Input.Search
        ref={input}
        enterKeyHint="search"
        prefix={isPhone ? null : <SearchOutlined aria-hidden="true" />}
        placeholder={placeholder}
        aria-label={placeholder.replace(/\.+$/, '')}
        maxLength={LONGEST_SEARCH}
        allowClear
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          if (target.value === '' && search !== '') searchFor('')
        }}
        enterButton={
          isPhone ? (
            <Button icon={<SearchOutlined aria-hidden="true" />} aria-label={translate('Search')} />
          ) : (
            <Button>{translate('Search')}</Button>
          )
        }
        onSearch={(typed) => {
          if (typed.trim() !== search) searchFor(typed.trim())
        }}
      />
    </search>
  )
}
