import { Card, Tabs } from 'antd'
import { useLocation, useNavigate } from 'react-router-dom'
import { translate } from '#admin/format/translate.ts'
import { mayOnPage } from '#admin/providers/access-control-provider.ts'
import { type Asked, daysAlone, readAsked, SHOWN, type Shown, writeAsked } from './address.ts'
import { Changes } from './Changes.tsx'
import { Security } from './Security.tsx'

const LABELS: Readonly<Record<Shown, string>> = { changes: 'Changes', security: 'Security' }

/** ACT-01: all that was written and the security log, the latest first; what is shown stands in the address. */
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
  const list = { asked, show }
  const body = asked.show === 'changes' ? <Changes {...list} /> : <Security {...list} />
  if (!mayAll) return <Card>{body}</Card>
  return (
    <Tabs
      activeKey={asked.show}
      onChange={(next) => show({ show: next as Shown, filters: daysAlone(asked) })}
      items={SHOWN.map((key) => ({
        key,
        label: translate(LABELS[key]),
        children: key === asked.show ? <Card>{body}</Card> : null,
      }))}
    />
  )
}
