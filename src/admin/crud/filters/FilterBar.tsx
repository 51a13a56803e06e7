import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ComponentProps, useRef } from 'react'
import { formatNumber } from '#admin/format/numbers.ts'
import { translate, translateWithin } from '#admin/format/translate.ts'
import { choicesIn, IDS, type ListFilter, listFilters } from '#contract/list-query.ts'
import { IS_DELETED } from '#contract/parameter-faults.ts'
import type { Choice, Row } from '#model/declaration.ts'
import { labelOf, type Resource } from '#model/resource.ts'
import { capital, humanise } from '#model/words.ts'
import { canBeDeleted } from '../deleted/can-be-deleted.ts'
import { isNarrowed, type ResourceList } from '../list/use-resource-list.ts'
import { May } from '../May.tsx'
import { ChoiceFilter } from './ChoiceFilter.tsx'
import { zoneOfFilter } from './days-zone.ts'
import css from './Pill.module.css'
import { Pill, PillSelect } from './Pill.tsx'
import { RangeFilter } from './RangeFilter.tsx'
import { ReferenceFilter } from './ReferenceFilter.tsx'
import { useValuesInUse } from './use-values-in-use.ts'

const CONTROLS = 'select, button[data-pill]'

/** One quiet control per declared filter, and what takes all of them away while any is set. */
export function FilterBar({ resource, list }: { resource: Resource; list: ResourceList }) {
  const bar = useRef<HTMLFieldSetElement>(null)
  const chosen = list.filters[IDS]

  /** The focus stays at the filter that was taken away, or goes to its neighbour when it leaves the bar. */
  const remove = (filter: ListFilter) => (button: HTMLElement) => {
    const pill = button.closest('[data-filter]')
    const others = [...(bar.current?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])].filter(
      (one) => one !== button,
    )
    const own = others.find((one) => pill?.contains(one))
    const next = others.find((one) => follows(button, one))
    ;(own ?? next ?? others.at(-1))?.focus()
    list.filterBy(filter, {})
  }
  const showAll = (button: HTMLElement) => {
    button.closest('[data-filter]')?.querySelector('select')?.focus()
    list.showDeleted(false)
  }
  const clear = () => {
    bar.current?.querySelector<HTMLElement>(CONTROLS)?.focus()
    list.clear()
  }

  return (
    <fieldset className={css.filters} ref={bar} aria-label={translate('Filters')}>
      {listFilters(resource).map((filter) => (
        <OneFilter
          key={filter.path}
          resource={resource}
          list={list}
          filter={filter}
          onRemove={remove(filter)}
        />
      ))}
      {chosen ? (
        <Pill
          label={translate('Records')}
          chosen={formatNumber(chosen.split(',').length)}
          end={{ ...endOf(translate('Records')), onClick: remove(CHOSEN) }}
        />
      ) : null}
      {canBeDeleted(resource) ? (
        <May resource={resource} action="delete">
          <PillSelect
            label={translate('Show')}
            value={list.deleted && IS_DELETED}
            blank={translate('All {things}', {
              things: translateWithin(resource.label.many),
            })}
            isSaid
            choices={[{ value: IS_DELETED, label: translate('Deleted') }]}
            end={{ ...endOf(translate('Show')), onClick: showAll }}
            onChange={(value) => list.showDeleted(value !== undefined)}
          />
        </May>
      ) : null}
      {isNarrowed({ ...list, search: '' }) ? (
        <span className={css.clear}>
          <Button type="text" onClick={clear}>
            {translate('Clear all')}
          </Button>
        </span>
      ) : null}
    </fieldset>
  )
}

function OneFilter({
  resource,
  list,
  filter,
  onRemove,
}: {
  resource: Resource
  list: ResourceList
  filter: ListFilter
  onRemove: (button: HTMLElement) => void
}) {
  const { path, kind, choices, to } = filter
  const label = translate(filterLabel(resource, path))
  const end = { ...endOf(label), onClick: onRemove }
  if (kind === 'days' || kind === 'number')
    return (
      <RangeFilter
        label={label}
        end={end}
        filter={filter}
        zone={zoneOfFilter(resource, filter)}
        values={list.filters}
        onChange={(next) => list.filterBy(filter, next)}
      />
    )
  const shared = {
    label,
    end,
    value: list.filters[path],
    onChange: (next: string | undefined) => list.filterBy(filter, next ? { [path]: next } : {}),
  }
  if (to !== undefined) return <ReferenceFilter {...shared} to={to} />
  if (kind === 'choice')
    return <ChoiceFilter {...shared} choices={withOlder(filter, shared.value)} />
  if (choices.length > 0) return <PillSelect {...shared} choices={choices} />
  return <ValuesFilter {...shared} resource={resource} path={path} rows={list.rows} />
}

/** What records may still have, as an address asks for it, is a choice while it is chosen. */
function withOlder({ choices }: ListFilter, value: string | undefined): readonly Choice[] {
  const isOffered = (asked: string) => choices.some((one) => one.value === asked)
  const older = (value === undefined ? [] : choicesIn(value)).filter((one) => !isOffered(one))
  return [
    ...choices.map((one) => ({ ...one, label: translate(one.label) })),
    ...older.map((one) => ({
      value: one,
      label: translate('{value} (no longer offered)', { value: one }),
    })),
  ]
}

/** A filter on a plain text: among the words that the records have. */
function ValuesFilter({
  resource,
  path,
  rows,
  ...select
}: Omit<ComponentProps<typeof PillSelect>, 'choices'> & {
  resource: Resource
  path: string
  rows: readonly Row[]
}) {
  const inUse = useValuesInUse(resource, path, rows)
  const values = select.value === undefined ? inUse : [...new Set([...inUse, select.value])]
  return (
    <PillSelect
      {...select}
      isSaid
      choices={values.map((one) => ({ value: one, label: capital(one) }))}
    />
  )
}

/** A link may lead to some records by their ids: it shows, and can be taken away. */
const CHOSEN: ListFilter = { path: IDS, kind: 'text', choices: [], parameters: [IDS] }

function endOf(label: string) {
  const icon = <CloseOutlined aria-hidden="true" />
  return { label: translate('Remove filter {label}', { label }), icon }
}

function filterLabel(resource: Resource, path: string): string {
  const column = resource.columns.find((one) => 'path' in one && one.path === path)
  return labelOf(resource, path) ?? column?.label ?? humanise(path)
}

function follows(one: Node, other: Node): boolean {
  return (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
}
