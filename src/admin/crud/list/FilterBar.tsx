import { CloseOutlined, FilterOutlined } from '@ant-design/icons'
import { Button, Drawer, Flex, Popover, Skeleton, Tag } from 'antd'
import { lazy, type ReactNode, useRef, useState } from 'react'
import { formatNumber, formatNumberRange, formatOpenRange } from '#admin/format/numbers.ts'
import { translate, translateWithin } from '#admin/format/translate.ts'
import { canDo } from '#admin/providers/access-control-provider.ts'
import { canSeeDeleted } from '#admin/providers/deleted.ts'
import { useValuesInUse } from '#admin/providers/values.ts'
import { AsyncBoundary } from '#admin/ui/Boundary.tsx'
import { useIsPhone } from '#admin/ui/use-is-phone.ts'
import type { Day } from '#contract/days.ts'
import {
  IDS,
  IS_DELETED,
  type ListFilter,
  type ListQuery,
  listFilters,
  rangeFrom,
  rangeTo,
  rangeWord,
} from '#contract/list-query.ts'
import { labelOf, type Resource } from '#model/resource.ts'
import { capital, humanise } from '#model/words.ts'
import { ChoiceSelect, ChoicesSelect } from './filter-controls.tsx'
import css from './filters.module.css'
import { RecordSelect } from './RecordSelect.tsx'
import { isNarrowed, isSet, type ResourceList, zoneOfFilter } from './use-resource-list.ts'

/** Calendars load when the filters are opened. */
const RangeControl = lazy(() =>
  import('./RangeControl.tsx').then(({ RangeControl }) => ({ default: RangeControl })),
)

interface Props {
  resource: Resource
  list: ResourceList
}

/**
 * The filters of a list: choices in the bar, ranges behind a button; on phones all in a drawer. `before` comes
 * first.
 */
export function FilterBar({ resource, list, before }: Props & { before?: ReactNode }) {
  const isPhone = useIsPhone()
  const [isOpen, setOpen] = useState(false)
  const { words, ranges } = controlsOf(resource)
  const seesDeleted = canSeeDeleted(resource) && canDo(resource, 'delete')
  const inBar = (
    <>
      {before}
      {words.map((filter) => (
        <WordFilter key={filter.path} resource={resource} list={list} filter={filter} />
      ))}
    </>
  )
  const others = (
    <AsyncBoundary waiting={<Skeleton active title={false} paragraph={{ rows: 3, width: 320 }} />}>
      {ranges.map((filter) => (
        <RangeControl
          key={filter.path}
          label={filterLabel(resource, filter.path)}
          filter={filter}
          zone={zoneOfFilter(resource, filter)}
          values={list.filters}
          onChange={(values) => list.filterBy(filter, values)}
        />
      ))}
      {seesDeleted ? (
        <ChoiceSelect
          label={translate('Show')}
          value={list.deleted && IS_DELETED}
          any={translate('All {things}', { things: translateWithin(resource.label.many) })}
          choices={[{ value: IS_DELETED, label: translate('Deleted') }]}
          onChange={(value) => list.showDeleted(value !== undefined)}
        />
      ) : null}
    </AsyncBoundary>
  )
  const clear = isNarrowed({ ...list, search: '' }) ? (
    <Button type="text" onClick={list.clear}>
      {translate('Clear all')}
    </Button>
  ) : null
  /** Returns the number of active filters, including the choice of deleted records. */
  const countOf = (those: readonly ListFilter[]) =>
    those.filter((one) => isSet(one, list.filters)).length + (list.deleted ? 1 : 0)
  const counted = (text: string, count: number) =>
    count > 0 ? `${translate(text)} (${formatNumber(count)})` : translate(text)

  if (!isPhone)
    return (
      <fieldset className={css.bar} aria-label={translate('Filters')}>
        {inBar}
        {ranges.length > 0 || seesDeleted ? (
          <PopoverButton
            icon={<FilterOutlined aria-hidden="true" />}
            words={counted('More filters', countOf(ranges))}
          >
            <Flex vertical gap={16} className={css.more ?? ''}>
              {others}
            </Flex>
          </PopoverButton>
        ) : null}
        {clear}
      </fieldset>
    )
  const { isPending, isOld, isLeast, total } = list
  const count = countOf([...listFilters(resource), CHOSEN])
  return (
    <>
      <Button
        icon={<FilterOutlined aria-hidden="true" />}
        aria-label={counted('Filters', count)}
        title={counted('Filters', count)}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        {count > 0 ? formatNumber(count) : null}
      </Button>
      <Drawer
        open={isOpen}
        placement="bottom"
        height="auto"
        title={translate('Filters')}
        onClose={() => setOpen(false)}
        footer={
          <Button type="primary" block onClick={() => setOpen(false)}>
            {isPending || isOld || isLeast
              ? translate('Show')
              : translate('Show {count}', { count: total })}
          </Button>
        }
      >
        <fieldset className={css.drawer} aria-label={translate('Filters')}>
          {inBar}
          {others}
          {clear}
        </fieldset>
      </Drawer>
    </>
  )
}

/**
 * A button with a panel. The panel follows the button in the DOM, so that Tab leads into it, and Escape closes it
 * and returns the focus. antd's Popover does neither.
 */
export function PopoverButton({
  words,
  icon,
  children,
}: {
  words: string
  icon: ReactNode
  children: ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  const around = useRef<HTMLSpanElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles Escape for the controls inside
    <span
      ref={around}
      className={css.around}
      onKeyDown={({ key }) => {
        if (key !== 'Escape' || !isOpen) return
        setOpen(false)
        button.current?.focus()
      }}
    >
      <Popover
        trigger="click"
        placement="bottomLeft"
        open={isOpen}
        onOpenChange={setOpen}
        destroyOnHidden
        getPopupContainer={() => around.current ?? document.body}
        content={
          <div role="dialog" aria-label={words}>
            {children}
          </div>
        }
      >
        <Button ref={button} icon={icon} aria-haspopup="dialog" aria-expanded={isOpen}>
          {words}
        </Button>
      </Popover>
    </span>
  )
}

/** The active filters without a control in the bar, each with a remove button. */
export function FilterTags({ resource, list }: Props) {
  const { words } = controlsOf(resource)
  const ids = list.filters[IDS]
  const tags = listFilters(resource)
    .filter((filter) => !words.some(({ path }) => path === filter.path))
    .map((filter) => ({
      label: filterLabel(resource, filter.path),
      value: rangeWords(filter, list.filters, zoneOfFilter(resource, filter)),
      remove: () => list.filterBy(filter, {}),
    }))
    .filter(({ value }) => value)
  if (ids) {
    const value = formatNumber(ids.split(',').length)
    tags.push({ label: translate('Records'), value, remove: () => list.filterBy(CHOSEN, {}) })
  }
  if (list.deleted) {
    const value = translate('Deleted')
    tags.push({ label: translate('Show'), value, remove: () => list.showDeleted(false) })
  }
  if (tags.length === 0) return null
  return (
    <Flex
      wrap
      gap={8}
      className={css.tags ?? ''}
      role="group"
      aria-label={translate('Active filters')}
    >
      {tags.map(({ label, value, remove }) => (
        <Tag
          key={label}
          // antd's own icon cannot be reached by keyboard.
          closable
          closeIcon={
            <button type="button" aria-label={translate('Remove filter {label}', { label })}>
              <CloseOutlined aria-hidden="true" />
            </button>
          }
          onClose={remove}
        >
          {translate('{label}: {value}', { label, value })}
        </Tag>
      ))}
    </Flex>
  )
}

/**
 * Returns the filters by choices and by ranges. Filters by a computed figure have no control: only links set them.
 */
function controlsOf(resource: Resource) {
  const filters = listFilters(resource).filter(({ path }) => !(path in resource.computed))
  const isRange = ({ kind }: ListFilter) => kind === 'days' || kind === 'number'
  return {
    words: filters.filter((filter) => !isRange(filter)),
    ranges: filters.filter(isRange),
  }
}

/** A filter by ids, which only links set. It is shown and can be removed. */
const CHOSEN: ListFilter = { path: IDS, kind: 'text', choices: [], parameters: [IDS] }

function WordFilter({ resource, list, filter }: Props & { filter: ListFilter }) {
  const { path, kind, choices, to } = filter
  const shared = {
    label: filterLabel(resource, path),
    value: list.filters[path],
    onChange: (next: string | undefined) => list.filterBy(filter, next ? { [path]: next } : {}),
  }
  if (to !== undefined) return <RecordSelect {...shared} to={to} />
  if (kind === 'choice') return <ChoicesSelect {...shared} choices={choices} />
  if (choices.length > 0)
    return (
      <ChoiceSelect
        {...shared}
        choices={choices.map((one) => ({ ...one, label: translate(one.label) }))}
      />
    )
  return <ValuesSelect {...shared} resource={resource} list={list} path={path} />
}

/** A filter on a plain text, with the values in use as options. */
function ValuesSelect({
  resource,
  list,
  path,
  ...select
}: Props & Omit<Parameters<typeof ChoiceSelect>[0], 'choices'> & { path: string }) {
  const inUse = useValuesInUse(resource, path, list.rows)
  const values = select.value === undefined ? inUse : [...new Set([...inUse, select.value])]
  return (
    <ChoiceSelect
      {...select}
      choices={values.map((one) => ({ value: one, label: capital(one) }))}
    />
  )
}

function filterLabel(resource: Resource, path: string): string {
  const column = resource.columns.find((one) => 'path' in one && one.path === path)
  return translate(labelOf(resource, path) ?? column?.label ?? humanise(path))
}

/** Returns a range as text, or '' if none is set. */
function rangeWords(
  { path, kind, choices }: ListFilter,
  values: ListQuery['filters'],
  zone: string | undefined,
): string {
  const word = choices.find(({ value }) => value === values[rangeWord(path)])
  if (word) return translate(word.label)
  const { [path]: is, [rangeFrom(path)]: from = is, [rangeTo(path)]: to = is } = values
  if (kind === 'number') return formatNumberRange(from, to)
  const days = formatOpenRange(from as Day | undefined, to as Day | undefined)
  return days && zone ? translate('{days} ({zone})', { days, zone }) : days
}
