import { PlusOutlined } from '@ant-design/icons'
import { Button, Card, Empty, Select, Skeleton, Tabs, Tag } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { DraftNotices } from '#admin/drafts/DraftNotices.tsx'
import { useDrafts } from '#admin/drafts/use-autosave.ts'
import { pageAddress } from '#admin/format/addresses.ts'
import { translate } from '#admin/format/translate.ts'
import { useKeptFocus } from '#admin/ui/focus.ts'
import { FailureNotice } from '#admin/ui/Notice.tsx'
import { PageHead } from '#admin/ui/PageHead.tsx'
import { repeat } from '#admin/ui/repeat.ts'
import { useIsPhone } from '#admin/ui/use-is-phone.ts'
import type { DashboardRecord } from '#contract/insight/dashboards.ts'
import { EDIT, RESOURCE, shownTitle } from './dashboard.ts'
import { Editor } from './edit/Editor.tsx'
import { DRAFTS, readEditing } from './edit/use-editor.ts'
import { Kiosk } from './Kiosk.tsx'
import { NewDashboard } from './NewDashboard.tsx'
import { draftOf } from './read-dashboard.ts'
import { type Dashboards as State, useDashboards } from './use-dashboards.ts'
import { View } from './View.tsx'
import { CardGrid } from './WidgetGrid.tsx'

/** What is edited: it stays on the screen when it is deleted elsewhere meanwhile, but not when its address is left. */
interface Edited {
  record: DashboardRecord
  at: string
  /** It begins with the choice of a widget to add. */
  startsAdding?: boolean
}

/** Dashboard Management (DASH-01 to DASH-05): every dashboard as a tab, and the chosen one below. */
export default function Dashboards() {
  const dashboards = useDashboards()
  const { all, shown, isKiosk, range, reload } = dashboards
  const { pathname } = useLocation()
  const [editing, setEdited] = useState<Edited>()
  const edited = editing?.at === pathname ? editing : undefined
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
            type={all?.length === 0 ? 'default' : 'primary'}
            icon={<PlusOutlined aria-hidden="true" />}
            onClick={() => setAsksTitle(true)}
          >
            {translate('New Dashboard')}
          </Button>
        )}
      </PageHead>
      {edited || !all ? null : <Drafts all={all} dashboards={dashboards} setEdited={setEdited} />}
      {dashboards.isPending ? (
        <Waiting />
      ) : !all ? (
        <FailureNotice text={dashboards.error ?? ''} retry={() => void reload()} />
      ) : all.length === 0 && !edited ? (
        <Empty description={translate('No dashboards yet')}>
          <p>{translate('A dashboard shows the figures that you choose, arranged as you like.')}</p>
          <Button type="primary" onClick={() => setAsksTitle(true)}>
            {translate('New Dashboard')}
          </Button>
        </Empty>
      ) : (
        <Chosen all={all} dashboards={dashboards} edited={edited} setEdited={setEdited} />
      )}
      {asksTitle ? (
        <NewDashboard
          isFirst={all?.length === 0}
          reload={() => void reload()}
          onCreated={async (id) => {
            await reload()
            dashboards.open(id)
          }}
          onClosed={() => setAsksTitle(false)}
        />
      ) : null}
    </section>
  )
}

/** What was changed in dashboards and neither saved nor given up; of one that was deleted since, too. */
function Drafts({ all, dashboards, setEdited }: Omit<ChosenProps, 'edited'>) {
  const { pathname } = useLocation()
  return (
    <DraftNotices
      drafts={useDrafts(DRAFTS)}
      open={(draft) => {
        const record =
          all.find(({ _id }) => _id === draft.record) ??
          readEditing(draft.record, draft.value)?.record
        if (!record) return
        const isShown = record._id === dashboards.shown?._id
        if (!isShown) dashboards.open(record._id)
        setEdited({ record, at: isShown ? pathname : pageAddress(RESOURCE, record._id) })
      }}
    />
  )
}

interface ChosenProps {
  all: readonly DashboardRecord[]
  dashboards: State
  edited: Edited | undefined
  setEdited: (edited: Edited | undefined) => void
}

function Chosen({ all, dashboards, edited, setEdited }: ChosenProps) {
  const { shown, error, reload, open } = dashboards
  const current = edited?.record ?? shown
  return (
    <>
      {error === undefined ? null : <FailureNotice text={error} retry={() => void reload()} />}
      <DashboardTabs all={all} chosen={current?._id} open={open}>
        {current ? (
          <Panel
            key={current._id}
            record={current}
            dashboards={dashboards}
            edited={edited}
            setEdited={setEdited}
          />
        ) : null}
      </DashboardTabs>
      {current ? null : (
        <Empty description={translate('This dashboard no longer exists.')}>
          <Button onClick={() => open(undefined)}>{translate('Show the default dashboard')}</Button>
        </Empty>
      )}
    </>
  )
}

type PanelProps = Omit<ChosenProps, 'all'> & { record: DashboardRecord }

/** What stands below the tabs: a dashboard to look at, or to change. */
function Panel({ record, dashboards, edited, setEdited }: PanelProps) {
  const { pathname } = useLocation()
  // The editor goes with its Save and Cancel, and Set Default with its press.
  const panel = useRef<HTMLDivElement>(null)
  useKeptFocus(panel, { fallback: `#${EDIT}` })
  return (
    <div ref={panel} id="dashboard-panel">
      {edited ? (
        <Editor
          record={record}
          dashboards={dashboards}
          startsAdding={edited.startsAdding === true}
          close={() => setEdited(undefined)}
        />
      ) : (
        <View
          record={record}
          dashboards={dashboards}
          edit={(startsAdding) => setEdited({ record, at: pathname, startsAdding })}
        />
      )}
    </div>
  )
}

interface TabsProps extends Pick<State, 'open'> {
  children: ReactNode
  all: readonly DashboardRecord[]
  chosen: string | undefined
}

/** The dashboards as tabs, on a phone as a select, and the chosen one below. */
function DashboardTabs({ all, chosen, open, children }: TabsProps) {
  if (useIsPhone())
    return (
      <>
        <Select
          virtual={false}
          aria-label={translate('Dashboard')}
          style={{ width: '100%', marginBlockEnd: 16 }}
          value={chosen ?? null}
          onChange={(id) => open(id)}
          options={all.map((one) => ({
            value: one._id,
            label: translate(one.isDefault ? '{title} (Default)' : '{title}', {
              title: shownTitle(one),
            }),
          }))}
        />
        {children}
      </>
    )
  return (
    <Tabs
      activeKey={chosen ?? ''}
      onChange={(id) => open(id)}
      items={all.map((one) => ({
        key: one._id,
        label: (
          <span>
            <bdi>{shownTitle(one)}</bdi>{' '}
            {one.isDefault ? <Tag color="green">{translate('Default')}</Tag> : null}
          </span>
        ),
        children: one._id === chosen ? children : null,
      }))}
    />
  )
}

/** The size of what will come: tabs, the bar and a row of cards. */
function Waiting() {
  return (
    <>
      <span className="sr-only" role="status">
        {translate('Loading…')}
      </span>
      <div aria-hidden="true">
        <CardGrid layout="grid">
          {repeat(4, (key) => (
            <li key={key}>
              <Card size="small" style={{ height: '100%' }}>
                <Skeleton active />
              </Card>
            </li>
          ))}
        </CardGrid>
      </div>
    </>
  )
}
