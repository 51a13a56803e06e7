import { CloseOutlined } from '@ant-design/icons'
import { Button, Input, Tag } from 'antd'
import { type ReactNode, useState } from 'react'
import { useNames } from '#admin/crud/references/use-names.ts'
import { otherDaysZone } from '#admin/format/region.ts'
import { translate } from '#admin/format/translate.ts'
import { mayReadAll } from '#admin/providers/access-control-provider.ts'
import { ChoiceSelect, RecordSelect } from '#admin/resource/list/filter-controls.tsx'
import { RangeControl } from '#admin/resource/list/RangeControl.tsx'
import type { Choice } from '#model/declaration.ts'
import css from './Activity.module.css'
import { type Asked, AT, isAddress } from './address.ts'

interface Props {
  asked: Asked
  show: (next: Partial<Asked>) => void
}

/** The filters of a log, its days, and the button that clears them all. */
export function Filters({
  asked,
  show,
  end,
  children,
}: Props & { end?: ReactNode; children: ReactNode }) {
  const without = Object.fromEntries(
    Object.entries(asked.filters).filter(([name]) => !AT.parameters.includes(name)),
  )
  return (
    <fieldset className={css.filters} aria-label={translate('Filters')}>
      {children}
      <RangeControl
        label={translate('Days')}
        filter={AT}
        zone={otherDaysZone()}
        values={asked.filters}
        onChange={(values) => show({ filters: { ...without, ...values } })}
        hasLine
      />
      {Object.keys(asked.filters).length > 0 ? (
        <Button type="text" onClick={() => show({ filters: {} })}>
          {translate('Clear all')}
        </Button>
      ) : null}
      {end ? <span style={{ marginInlineStart: 'auto' }}>{end}</span> : null}
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
  return (
    <RecordSelect
      label={translate(label)}
      to="users"
      value={asked.filters[name]}
      onChange={(value) => set(asked, show, name, value)}
    />
  )
}

/** A filter by a network address, which is typed or pasted. */
export function FromFilter({ asked, show }: Props) {
  const { address = '' } = asked.filters
  const [text, setText] = useState<string>()
  const typed = text ?? address
  const isWrong = typed !== '' && !isAddress(typed.trim())
  const problem = translate('Type an address, like 203.0.113.9 or 2001:db8::7.')
  const take = () => {
    if (isWrong) return
    setText(undefined)
    if (typed.trim() !== address) set(asked, show, 'address', typed.trim() || undefined)
  }
  return (
    <Input
      className={css.address ?? ''}
      dir="ltr"
      allowClear
      aria-label={translate('Address')}
      placeholder={translate('Address')}
      value={typed}
      aria-invalid={isWrong}
      title={isWrong ? problem : undefined}
      {...(isWrong && { status: 'error' })}
      onChange={({ target }) => setText(target.value)}
      onBlur={take}
      onPressEnter={take}
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
  return (
    <ChoiceSelect
      label={translate(label)}
      value={asked.filters[name]}
      choices={choices.map((one) => ({ ...one, label: translate(one.label) }))}
      onChange={(value) => set(asked, show, name, value)}
    />
  )
}

/** A link may lead to what became of one record: it shows, and can be removed. */
export function RecordFilter({ asked, show }: Props) {
  const { record, resource } = asked.filters
  const names = useNames(resource ?? 'users', record && resource ? [record] : [])
  if (!record) return null
  const label = translate('Record')
  return (
    <Tag
      closable
      closeIcon={
        <button type="button" aria-label={translate('Remove filter {label}', { label })}>
          <CloseOutlined aria-hidden="true" />
        </button>
      }
      onClose={() => set(asked, show, 'record', undefined)}
    >
      {translate('{label}: {value}', { label, value: resource ? names.nameOf(record) : record })}
    </Tag>
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
