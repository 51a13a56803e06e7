import { Card, Tabs } from 'antd'
import { useLocation, useNavigate } from 'react-router-dom'
import { ChangeList } from '#admin/crud/changes/ChangeList.tsx'
import { otherDaysZone } from '#admin/format/region.ts'
import { translate } from '#admin/format/translate.ts'
import { mayOnPage } from '#admin/providers/access-control-provider.ts'
import { DatesZoneContext } from '#admin/ui/dates-zone.ts'
import { registry } from '#resources/index.ts'
import { type Asked, AT, daysAlone, readAsked, SHOWN, type Shown, writeAsked } from './address.ts'
import { LogFilters, RecordFilter } from './LogFilters.tsx'
import { SecurityLog } from './SecurityLog.tsx'

const LABELS: Readonly<Record<Shown, string>> = { changes: 'Changes', security: 'Security' }

/** All changes and the security log, the latest first (ACT-01). The address says what is shown. */
export default function Activity() {
  const { search, pathname } = useLocation()
  const navigate = useNavigate()
  const mayAll = mayOnPage('security-events')
  const read = readAsked(new URLSearchParams(search))
  const asked: Asked = mayAll ? read : { ...read, show: 'changes' }
  const show = (next: Partial<Asked>) => {
    const to = writeAsked({ ...asked, page: 1, ...next })
    if (to !== search) void navigate({ pathname, search: to }, { flushSync: true })
  }
  const hasDays = AT.parameters.some((name) => asked.filters[name] !== undefined)
  const body = (
    <Card styles={{ body: { padding: 16 } }}>
      <DatesZoneContext value={hasDays ? otherDaysZone() : undefined}>
        {asked.show === 'changes' ? <Changes {...{ asked, show }} /> : null}
        {asked.show === 'security' ? <SecurityLog {...{ asked, show }} /> : null}
      </DatesZoneContext>
    </Card>
  )
  if (!mayAll) return body
  return (
    <Tabs
      activeKey={asked.show}
      onChange={(next) => show({ show: next as Shown, filters: daysAlone(asked) })}
      items={SHOWN.map((key) => ({
        key,
        label: translate(LABELS[key]),
        children: key === asked.show ? body : null,
      }))}
    />
  )
}

function Changes({ asked, show }: { asked: Asked; show: (next: Partial<Asked>) => void }) {
  const { filters, page } = asked
  const props = { filters, show: (next: Asked['filters']) => show({ filters: next }) }
  const isFiltered = Object.keys(filters).length > 0 || page > 1
  return (
    <>
      <LogFilters
        {...props}
        person="actor"
        what="resource"
        choices={registry.map(({ name, label }) => ({ value: name, label: label.many }))}
      >
        <RecordFilter {...props} />
      </LogFilters>
      <ChangeList
        {...{ filters, page }}
        goTo={(next) => show({ page: next })}
        nothing={
          isFiltered
            ? 'Nothing was found.'
            : 'No changes yet. Changes made here or through the API will appear here.'
        }
      />
    </>
  )
}
