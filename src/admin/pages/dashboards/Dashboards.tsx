import { PlusOutlined } from '@ant-design/icons'
import { Button, Card, Empty, Select, Skeleton, Tabs, Tag } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { DraftNotices } from '#admin/drafts/DraftNotices.tsx'
import type { StoredDraft } from '#admin/drafts/drafts.ts'
import { useDrafts } from '#admin/drafts/use-autosave.ts'
import { pageAddress } from '#admin/format/addresses.ts'
import { translate } from '#admin/format/translate.ts'
import { Part } from '#admin/ui/Boundary.tsx'
import { useKeptFocus } from '#admin/ui/focus.ts'
import { loadable } from '#admin/ui/loadable.tsx'
import { FailureNotice } from '#admin/ui/Notice.tsx'
import { PageHead } from '#admin/ui/PageHead.tsx'
import { repeat } from '#admin/ui/repeat.ts'
import { useIsPhone } from '#admin/ui/use-is-phone.ts'
import type { DashboardRecord } from '#contract/insight/dashboards.ts'
import { EDIT, RESOURCE, shownTitle } from './dashboard.ts'
import { DRAFTS, readEditing } from './edit/use-editor.ts'
import { Kiosk } from './Kiosk.tsx'
import { NewDashboard } from './NewDashboard.tsx'
import { draftOf } from './read-dashboard.ts'
import { type Dashboards as State, useDashboards } from './use-dashboards.ts'
import { View } from './View.tsx'
import { CardGrid } from './WidgetGrid.tsx'

const Editor = loadable(
  () => import('./edit/Editor.tsx'),
  (module) => module.Editor,
)

/** What is edited: it stays on the screen when it is deleted elsewhere meanwhile, but not when its address is left. */
interface Edited {
  record: DashboardRecord
  at: string
  /** It begins with the choice of a widget to add. */
  startsAdding?: boolean
}

/** Every dashboard as a tab, and the chosen one below. */
export default function Dashboards() {
  const dashboards = useDashboards()
  const { all, shown, isKiosk, isPending, range, error, open, reload } = dashboards
  const { pathname } = useLocation()
  const [editing, setEdited] = useState<Edited>()
  const edited = editing?.at === pathname ? editing : undefined
  const current = edited?.record ?? shown
  const [asksTitle, setAsksTitle] = useState(false)
  const drafts = useDrafts(DRAFTS)
  const area = useRef<HTMLElement>(null)
  useKeptFocus(area)

  if (isKiosk && shown && !edited)
    return (
      <section ref={area}>
        <Kiosk dashboard={draftOf(shown)} timeRange={range} onExit={dashboards.leaveKiosk} />
      </section>
    )

  /** Opens the editor of an unsaved draft; of a dashboard that was deleted since, too. */
  const openDraft = ({ record: id, value }: StoredDraft) => {
    const record = all?.find(({ _id }) => _id === id) ?? readEditing(value)?.record
    if (!record) return
    if (id !== shown?._id) open(id)
    setEdited({ record, at: id === shown?._id ? pathname : pageAddress(RESOURCE, id) })
  }
  const isEmpty = all?.length === 0 && !edited
  const create = (type: 'default' | 'primary') => (
    <Button
      type={type}
      icon={<PlusOutlined aria-hidden="true" />}
      onClick={() => setAsksTitle(true)}
    >
      {translate('New Dashboard')}
    </Button>
  )
  return (
    <section ref={area}>
      {/* One filled button a page: in an empty list it is in the middle. */}
      <PageHead>{edited ? null : create(isEmpty ? 'default' : 'primary')}</PageHead>
      {edited || !all ? null : <DraftNotices drafts={drafts} open={openDraft} />}
      {error === undefined ? null : <FailureNotice text={error} retry={() => void reload()} />}
      {isPending ? <Waiting /> : null}
      {isEmpty ? (
        <Empty description={translate('No dashboards yet')}>
          <p>{translate('A dashboard shows the figures that you choose, arranged as you like.')}</p>
          {create('primary')}
        </Empty>
      ) : all ? (
        <DashboardTabs all={all} chosen={current?._id} open={open}>
          {current ? (
            <Panel
              key={current._id}
              record={current}
              dashboards={dashboards}
              edited={edited}
              setEdited={setEdited}
            />
          ) : (
            <Empty description={translate('This dashboard no longer exists.')}>
              <Button onClick={() => open(undefined)}>
                {translate('Show the default dashboard')}
              </Button>
            </Empty>
          )}
        </DashboardTabs>
      ) : null}
      {asksTitle ? (
        <NewDashboard
          isFirst={all?.length === 0}
          onCreated={async (id) => {
            await reload()
            open(id)
          }}
          onClosed={() => setAsksTitle(false)}
        />
      ) : null}
    </section>
  )
}

interface PanelProps {
  record: DashboardRecord
  dashboards: State
  edited: Edited | undefined
  setEdited: (edited: Edited | undefined) => void
}

/** The chosen dashboard, to look at or to change. */
function Panel({ record, dashboards, edited, setEdited }: PanelProps) {
  const { pathname } = useLocation()
  // The editor goes with its Save and Cancel, and Set Default with its press.
  const panel = useRef<HTMLDivElement>(null)
  useKeptFocus(panel, { fallback: `#${EDIT}` })
  useEffect(() => void Editor.ahead(), [])
  return (
    <div ref={panel} id="dashboard-panel">
      {edited ? (
        <Part waiting={<Waiting />}>
          <Editor
            record={record}
            dashboards={dashboards}
            startsAdding={edited.startsAdding === true}
            close={() => setEdited(undefined)}
          />
        </Part>
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
    <>
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
      {/* Of one that was deleted meanwhile, there is no tab. */}
      {all.some(({ _id }) => _id === chosen) ? null : <div>{children}</div>}
    </>
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
