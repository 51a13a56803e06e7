import { CloseOutlined } from '@ant-design/icons'
import { Button, Flex, Input, Tag } from 'antd'
import { type ReactNode, useState } from 'react'
import { ChoiceSelect, RecordSelect } from '#admin/crud/list/filter-controls.tsx'
import { RangeControl } from '#admin/crud/list/RangeControl.tsx'
import { useNames } from '#admin/crud/references/use-names.ts'
import { otherDaysZone } from '#admin/format/region.ts'
import { translate } from '#admin/format/translate.ts'
import { mayReadAll } from '#admin/providers/access-control-provider.ts'
import type { Choice } from '#model/declaration.ts'
import { type Asked, AT, isAddress } from './address.ts'

interface Props {
  filters: Asked['filters']
  show: (filters: Asked['filters']) => void
}

/** The filters of a log: by person, by what was done, by day, and its own; and a button that clears them all. */
export function LogFilters({
  filters,
  show,
  person,
  what,
  choices,
  children,
}: Props & {
  /** The names of these filters. */
  person: string
  what: string
  choices: readonly Choice[]
  children: ReactNode
}) {
  const others = Object.entries(filters).filter(([name]) => !AT.parameters.includes(name))
  const set = (name: string) => (value: string | undefined) => show(changed(filters, name, value))
  return (
    <Flex
      component="fieldset"
      wrap
      align="center"
      gap={8}
      aria-label={translate('Filters')}
      style={{ marginBlockEnd: 8 }}
    >
      {mayReadAll(['users']) ? (
        <RecordSelect
          label={translate('Person')}
          to="users"
          value={filters[person]}
          onChange={set(person)}
        />
      ) : null}
      <ChoiceSelect
        label={translate('What')}
        value={filters[what]}
        choices={choices.map((one) => ({ ...one, label: translate(one.label) }))}
        onChange={set(what)}
      />
      {children}
      <RangeControl
        label={translate('Days')}
        filter={AT}
        zone={otherDaysZone()}
        values={filters}
        onChange={(days) => show({ ...Object.fromEntries(others), ...days })}
        hasLine
      />
      {Object.keys(filters).length > 0 ? (
        <Button type="text" onClick={() => show({})}>
          {translate('Clear all')}
        </Button>
      ) : null}
    </Flex>
  )
}

/** A filter by a typed or pasted network address. */
export function AddressFilter({ filters, show }: Props) {
  const { address = '' } = filters
  const [text, setText] = useState<string>()
  const typed = text ?? address
  const isWrong = typed !== '' && !isAddress(typed.trim())
  const apply = () => {
    if (isWrong) return
    setText(undefined)
    if (typed.trim() !== address) show(changed(filters, 'address', typed.trim() || undefined))
  }
  return (
    <Input
      style={{ width: 200 }}
      dir="ltr"
      allowClear
      aria-label={translate('Address')}
      placeholder={translate('Address')}
      value={typed}
      aria-invalid={isWrong}
      {...(isWrong && {
        status: 'error',
        title: translate('Type an address, like 203.0.113.9 or 2001:db8::7.'),
      })}
      onChange={({ target }) => setText(target.value)}
      onBlur={apply}
      onPressEnter={apply}
    />
  )
}

/** A filter by one record comes with a link. It is shown, and can be removed. */
export function RecordFilter({ filters, show }: Props) {
  const { record, resource } = filters
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
      onClose={() => show(changed(filters, 'record', undefined))}
    >
      {translate('{label}: {value}', { label, value: resource ? names.nameOf(record) : record })}
    </Tag>
  )
}

/** A record goes with its resource. */
function changed(filters: Asked['filters'], name: string, value: string | undefined) {
  const { [name]: _, record, ...others } = filters
  return {
    ...others,
    ...(record !== undefined && name !== 'record' && name !== 'resource' && { record }),
    ...(value !== undefined && { [name]: value }),
  }
}
