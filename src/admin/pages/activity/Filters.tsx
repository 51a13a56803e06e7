import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Pill, PillSelect } from '#admin/crud/filters/Pill.tsx'
import { RangeFilter } from '#admin/crud/filters/RangeFilter.tsx'
import { ReferenceFilter } from '#admin/crud/filters/ReferenceFilter.tsx'
import { useNames } from '#admin/crud/references/use-names.ts'
import { otherDaysZone } from '#admin/format/region.ts'
import { translate } from '#admin/format/translate.ts'
import { mayReadAll } from '#admin/providers/access-control-provider.ts'
import type { Choice } from '#model/declaration.ts'
import css from './Activity.module.css'
import { AddressFilter } from './AddressFilter.tsx'
import { type Asked, AT } from './address.ts'

interface Props {
  asked: Asked
  show: (next: Partial<Asked>) => void
}

/** What a list is narrowed by, its days, and what takes all of it away. */
export function Filters({
  asked,
  show,
  end,
  children,
}: Props & { end?: ReactNode; children: ReactNode }) {
  const without = Object.fromEntries(
    Object.entries(asked.filters).filter(([name]) => !AT.parameters.includes(name)),
  )
  const label = translate('Days')
  return (
    <fieldset className={css.filters} aria-label={translate('Filters')}>
      {children}
      <RangeFilter
        label={label}
        end={endOf(label, () => show({ filters: without }))}
        filter={AT}
        zone={otherDaysZone()}
        values={asked.filters}
        onChange={(values) => show({ filters: { ...without, ...values } })}
      />
      {Object.keys(asked.filters).length > 0 ? (
        <span className={css.clear}>
          <Button type="text" onClick={() => show({ filters: {} })}>
            {translate('Clear all')}
          </Button>
        </span>
      ) : null}
      {end ? <span className={css.end}>{end}</span> : null}
    </fieldset>
  )
}

/** A filter by a user. */
export function PersonFilter({
  asked,
  show,
  name,
  label,
}: Props & { name: string; label: string }) {
  if (!mayReadAll(['users'])) return null
  const words = translate(label)
  return (
    <ReferenceFilter
      label={words}
      end={endOf(words, () => set(asked, show, name, undefined))}
      to="users"
      value={asked.filters[name]}
      onChange={(value) => set(asked, show, name, value)}
    />
  )
}

/** A filter by where something came from. */
export function FromFilter({ asked, show }: Props) {
  const label = translate('Address')
  return (
    <AddressFilter
      label={label}
      end={endOf(label, () => set(asked, show, 'address', undefined))}
      value={asked.filters.address}
      onChange={(value) => set(asked, show, 'address', value)}
    />
  )
}

/** A filter by one of a few words. */
export function WordFilter({
  asked,
  show,
  name,
  label,
  choices,
}: Props & { name: string; label: string; choices: readonly Choice[] }) {
  const words = translate(label)
  return (
    <PillSelect
      label={words}
      end={endOf(words, () => set(asked, show, name, undefined))}
      value={asked.filters[name]}
      choices={choices}
      onChange={(value) => set(asked, show, name, value)}
    />
  )
}

/** A link may lead to what became of one record: it shows, and can be taken away. */
export function RecordFilter({ asked, show }: Props) {
  const { record, resource } = asked.filters
  const names = useNames(resource ?? 'users', record && resource ? [record] : [])
  if (!record) return null
  const label = translate('Record')
  return (
    <Pill
      label={label}
      chosen={resource ? names.nameOf(record) : record}
      end={endOf(label, () => set(asked, show, 'record', undefined))}
    />
  )
}

/** A record is one of its resource: it goes with that. */
function set({ filters }: Asked, show: Props['show'], name: string, value: string | undefined) {
  const others = Object.entries(filters).filter(
    ([one]) => one !== name && !(name === 'resource' && one === 'record'),
  )
  show({
    filters: { ...Object.fromEntries(others), ...(value !== undefined && { [name]: value }) },
  })
}

/** The button goes with the filter: the focus goes to the next control of the bar. */
function endOf(label: string, remove: () => void) {
  return {
    label: translate('Remove filter {label}', { label }),
    icon: <CloseOutlined aria-hidden="true" />,
    onClick: (button: HTMLElement) => {
      const bar = button.closest('fieldset')
      const all = [...(bar?.querySelectorAll<HTMLElement>('select, button[data-pill]') ?? [])]
      const others = all.filter((one) => one !== button)
      const own = others.find((one) => button.closest('[data-filter]')?.contains(one))
      ;(own ?? others[0])?.focus()
      remove()
    },
  }
}
