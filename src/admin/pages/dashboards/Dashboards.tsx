import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { translate } from '#admin/format/translate.ts'
import { Bone } from '#admin/ui/Bone.tsx'
import { useKeptFocus } from '#admin/ui/focus.ts'
import { EmptyNotice, FailureBar, FailureNotice } from '#admin/ui/Notice.tsx'
import { PageHead } from '#admin/ui/PageHead.tsx'
import { Sheet } from '#admin/ui/Sheet.tsx'
import { TabBones } from '#admin/ui/TabList.tsx'
import type { DashboardRecord } from '#contract/insight/dashboards.ts'
import { Card, Cards, Frame } from './Cards.tsx'
import { DashboardPanel } from './DashboardPanel.tsx'
import css from './Dashboards.module.css'
import { interruptedAt } from './edit/interrupted.ts'
import { Kiosk } from './Kiosk.tsx'
import { NewDashboard } from './NewDashboard.tsx'
import { draftOf } from './read-dashboard.ts'
import { Tabs } from './Tabs.tsx'
import { type Dashboards as State, useDashboards } from './use-dashboards.ts'

/** Dashboard Management (DASH-01 to DASH-05): every dashboard as a tab, and the chosen one below. */
export function Dashboards() {
  const dashboards = useDashboards()
  const { shown, isKiosk, range } = dashboards
  const { pathname } = useLocation()
  const [editing, setEditing] = useState<{ record: DashboardRecord; at: string } | undefined>(() =>
    interruptedAt(pathname),
  )
  /** It stays on the screen when it is deleted elsewhere meanwhile, but not when its address is left. */
  const edited = editing?.at === pathname ? editing.record : undefined
  const [asksTitle, setAsksTitle] = useState(false)
  const area = useRef<HTMLElement>(null)
  useKeptFocus(area)

  if (isKiosk && shown && !edited)
    return (
      <section ref={area}>
        <Kiosk dashboard={draftOf(shown)} timeRange={range} onExit={dashboards.leaveKiosk} />
      </section>
    )
  return (
    <section ref={area}>
      <PageHead>
        {edited ? null : (
          <Button
            // One filled button a page: in an empty list it stands in the middle.
            type={dashboards.all?.length === 0 ? 'default' : 'primary'}
            icon={<PlusOutlined aria-hidden="true" />}
            onClick={() => setAsksTitle(true)}
          >
            {translate('New Dashboard')}
          </Button>
        )}
      </PageHead>
      <Content
        dashboards={dashboards}
        edited={edited}
        setEdited={(record) => setEditing(record && { record, at: pathname })}
        create={() => setAsksTitle(true)}
      />
      {asksTitle ? (
        <NewDashboard
          isFirst={dashboards.all?.length === 0}
          reload={() => void dashboards.reload()}
          onCreated={async (id) => {
            await dashboards.reload()
            dashboards.open(id)
          }}
          onClosed={() => setAsksTitle(false)}
        />
      ) : null}
    </section>
  )
}

function Content({
  dashboards,
  edited,
  setEdited,
  create,
}: {
  dashboards: State
  edited: DashboardRecord | undefined
  setEdited: (record: DashboardRecord | undefined) => void
  create: () => void
}) {
  const { all, shown, error, isPending } = dashboards
  if (isPending) return <Skeleton />
  if (!all)
    return (
      <Sheet>
        <FailureNotice text={error ?? ''} retry={() => void dashboards.reload()} />
      </Sheet>
    )
  if (all.length === 0 && !edited)
    return (
      <Sheet>
        <EmptyNotice text={translate('No dashboards yet')}>
          <p>{translate('A dashboard shows the figures that you choose, arranged as you like.')}</p>
          <Button type="primary" onClick={create}>
            {translate('New Dashboard')}
          </Button>
        </EmptyNotice>
      </Sheet>
    )
  const current = edited ?? shown
  return (
    <>
      <Tabs all={all} current={current} open={dashboards.open} />
      {error === undefined ? null : (
        <FailureBar go={() => void dashboards.reload()}>{error}</FailureBar>
      )}
      {current ? (
        <DashboardPanel
          key={current._id}
          record={current}
          dashboards={dashboards}
          isEditing={edited !== undefined}
          setEdited={setEdited}
        />
      ) : (
        <Sheet>
          <EmptyNotice text={translate('This dashboard no longer exists.')}>
            <Button onClick={() => dashboards.open(undefined)}>
              {translate('Show the default dashboard')}
            </Button>
          </EmptyNotice>
        </Sheet>
      )}
    </>
  )
}

/** The size of what will come: tabs, the bar and a row of cards. */
function Skeleton() {
  return (
    <>
      <span className="sr-only" role="status">
        {translate('Loading…')}
      </span>
      <div aria-hidden="true">
        <TabBones count={2} />
        <div className={css.bar}>
          <Bone height="20px" />
        </div>
        <Frame>
          <Cards layout="waiting">
            {[1, 2, 3, 4].map((number) => (
              <Card key={number}>
                <div className={css.bones}>
                  <Bone />
                  <Bone />
                </div>
              </Card>
            ))}
          </Cards>
        </Frame>
      </div>
    </>
  )
}
