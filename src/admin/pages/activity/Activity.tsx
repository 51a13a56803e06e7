import { Button, Card, Flex, Input, Tabs } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { ChangeList } from '#admin/crud/changes/ChangeList.tsx'
import { ChoiceSelect } from '#admin/crud/list/filter-controls.tsx'
import { RangeControl } from '#admin/crud/list/RangeControl.tsx'
import { RecordSelect } from '#admin/crud/list/RecordSelect.tsx'
import { otherDaysZone } from '#admin/format/region.ts'
import { translate } from '#admin/format/translate.ts'
import { canOnPage, canReadAll } from '#admin/providers/access-control-provider.ts'
import { daysBehind } from '#contract/list-query.ts'
import { registry } from '#resources/index.ts'
import { LogExport, SecurityLog } from './SecurityLog.tsx'
import { EVENT_CHOICES } from './security-labels.ts'

const AT = daysBehind('at')
const NO_DAYS = Object.fromEntries(AT.parameters.map((name) => [name, undefined]))
/** Filters of each log, the user filter first. */
const TABS = {
  changes: { label: 'Changes', what: 'Resource', filters: ['actor', 'resource', 'record'] },
  security: { label: 'Security', what: 'Event', filters: ['person', 'event', 'address'] },
} as const
const RESOURCES = registry.map(({ name, label }) => ({ value: name, label: label.many }))

type Filters = Readonly<Record<string, string | undefined>>

/** All changes and the security log, latest first. The address holds tab and filters. */
export default function Activity() {
  const [params, setParams] = useSearchParams()
  const maySeeBoth = canOnPage('security-events')
  const shown = maySeeBoth && params.get('show') === 'security' ? 'security' : 'changes'
  const [person, what] = TABS[shown].filters
  const page = Math.max(1, Number.parseInt(params.get('page') ?? '', 10) || 1)
  const known: readonly string[] = [...TABS[shown].filters, ...AT.parameters]
  const filters = Object.fromEntries([...params].filter(([name]) => known.includes(name)))
  const show = (asked: Filters, tab: string = shown) => {
    const given = Object.entries(asked).flatMap(([name, value]) => (value ? [[name, value]] : []))
    setParams({ ...(tab === 'security' && { show: tab }), ...Object.fromEntries(given) })
  }
  const set = (changed: Filters) => show({ ...filters, ...changed })
  const isFiltered = Object.keys(filters).length > 0
  const log = {
    filters,
    page,
    goTo: (next: number) => set({ page: next > 1 ? String(next) : undefined }),
  }
  const body = (
    <Card styles={{ body: { padding: 16 } }}>
      <Flex align="start" justify="space-between" gap={8} style={{ marginBlockEnd: 8 }}>
        <Flex component="fieldset" wrap align="center" gap={8} aria-label={translate('Filters')}>
          {canReadAll(['users']) ? (
            <RecordSelect
              label={translate('User')}
              to="users"
              value={filters[person]}
              onChange={(id) => set({ [person]: id })}
            />
          ) : null}
          <ChoiceSelect
            label={translate(TABS[shown].what)}
            value={filters[what]}
            choices={(shown === 'changes' ? RESOURCES : EVENT_CHOICES).map((one) => ({
              ...one,
              label: translate(one.label),
            }))}
            // The record filter depends on the resource filter.
            onChange={(value) => set({ [what]: value, record: undefined })}
          />
          {shown === 'security' ? (
            <AddressFilter
              address={filters.address ?? ''}
              onChange={(address) => set({ address })}
            />
          ) : null}
          <RangeControl
            label={translate('Date')}
            filter={AT}
            zone={otherDaysZone()}
            values={filters}
            onChange={(range) => set({ ...NO_DAYS, ...range })}
            hasLine
          />
          {isFiltered ? (
            <Button type="text" onClick={() => show({})}>
              {translate('Clear all')}
            </Button>
          ) : null}
        </Flex>
        {shown === 'security' ? <LogExport filters={filters} /> : null}
      </Flex>
      {shown === 'security' ? (
        <SecurityLog {...log} />
      ) : (
        <ChangeList
          {...log}
          nothing={
            isFiltered
              ? 'No results found.'
              : 'No changes yet. Changes made here or through the API appear here.'
          }
        />
      )}
    </Card>
  )
  if (!maySeeBoth) return body
  return (
    <Tabs
      activeKey={shown}
      onChange={(tab) => show({}, tab)}
      items={Object.entries(TABS).map(([key, { label }]) => ({
        key,
        label: translate(label),
        children: key === shown ? body : null,
      }))}
    />
  )
}

/** A filter by a typed or pasted network address, which the server checks. */
function AddressFilter({
  address,
  onChange,
}: {
  address: string
  onChange: (address: string) => void
}) {
  const [text, setText] = useState(address)
  const [before, setBefore] = useState(address)
  if (before !== address) {
    setBefore(address)
    setText(address)
  }
  return (
    <Input.Search
      style={{ width: 220 }}
      dir="ltr"
      allowClear
      aria-label={translate('IP address')}
      placeholder={translate('IP address')}
      value={text}
      onChange={({ target }) => setText(target.value)}
      onSearch={(typed) => onChange(typed.trim())}
    />
  )
}
