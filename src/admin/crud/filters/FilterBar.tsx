import { Button } from 'antd'
import { useRef } from 'react'
import { translate } from '#admin/format/translate.ts'
import type { Resource } from '#model/resource.ts'
import type { ResourceList } from '../list/use-resource-list.ts'
import { dayRange } from './day-range.ts'
import { FilterPill } from './FilterPill.tsx'
import { type FilterField, filterFields } from './filter-fields.ts'
import './filters.css'
import { ReferenceFilter } from './ReferenceFilter.tsx'
import { equalTo } from './read-filters.ts'
import { SelectFilter, ValuesFilter } from './SelectFilter.tsx'

const CONTROLS = 'select, .crud-filter-open, .crud-filter-remove'

/** One quiet control per declared filter, and what takes all of them away while any is set. */
export function FilterBar({ resource, list }: { resource: Resource; list: ResourceList }) {
  const bar = useRef<HTMLFieldSetElement>(null)

  /** The focus stays at the filter that was taken away, or goes to its neighbour when it leaves the bar. */
  const remove = (field: string) => (button: HTMLElement) => {
    const pill = button.closest('[data-filter]')
    const others = [...(bar.current?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])].filter(
      (one) => one !== button,
    )
    const own = others.find((one) => pill?.contains(one))
    const next = others.find((one) => follows(button, one))
    ;(own ?? next ?? others.at(-1))?.focus()
    list.filterBy(field, undefined)
  }
  const clear = () => {
    bar.current?.querySelector<HTMLElement>(CONTROLS)?.focus()
    list.clear()
  }

  return (
    <fieldset className="crud-filters" ref={bar} aria-label={translate('Filters')}>
      {filterFields(resource).map((field) => (
        <OneFilter
          key={field.path}
          resource={resource}
          list={list}
          field={field}
          onRemove={remove(field.path)}
        />
      ))}
      {list.filters.length > 0 ? (
        <Button type="text" className="crud-filter-clear" onClick={clear}>
          {translate('Clear all')}
        </Button>
      ) : null}
    </fieldset>
  )
}

function OneFilter({
  resource,
  list,
  field,
  onRemove,
}: {
  resource: Resource
  list: ResourceList
  field: FilterField
  onRemove: (button: HTMLElement) => void
}) {
  const { path } = field
  const label = translate(field.label)
  const value = equalTo(list.filters, path)
  const onChange = (next: string | undefined) => list.filterBy(path, next)
  const shared = { label, value, onChange, onRemove }
  switch (field.kind) {
    case 'choice':
      return <SelectFilter {...shared} choices={field.choices} />
    case 'values':
      return <ValuesFilter {...shared} resource={resource} path={path} rows={list.rows} />
    case 'reference':
      return <ReferenceFilter {...shared} to={field.to} />
    case 'days': {
      // Set by links only, like those of the analytics.
      const range = dayRange(dayAt(list, path, 'gte'), dayAt(list, path, 'lte'))
      return range ? <FilterPill label={label} chosen={range} onRemove={onRemove} /> : null
    }
  }
}

function dayAt({ filters }: ResourceList, field: string, operator: 'gte' | 'lte') {
  return filters.find((one) => one.field === field && one.operator === operator)?.value
}

function follows(one: Node, other: Node): boolean {
  return (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
}
