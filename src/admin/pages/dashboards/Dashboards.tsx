import { PlusOutlined } from '@ant-design/icons'
import { useModalForm } from '@refinedev/antd'
import type { HttpError } from '@refinedev/core'
import { Button, Empty, Form, Input, Modal, Skeleton, Tabs, Tag } from 'antd'
import { useEffect, useRef, useState } from 'react'
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
import type { DashboardRecord } from '#contract/insight/dashboards.ts'
import type { Row } from '#model/declaration.ts'
import { DRAFTS, draftOf, EDIT, longest, mutationOf, RESOURCE, shownTitle } from './dashboard.ts'
import type { Left } from './edit/use-editor.ts'
import { Kiosk } from './Kiosk.tsx'
import { type Dashboards as State, useDashboards } from './use-dashboards.ts'
import { View } from './View.tsx'

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
    const record = all?.find(({ _id }) => _id === id) ?? (value as Left).record
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
  const panel = current ? (
    <Panel
      key={current._id}
      record={current}
      dashboards={dashboards}
      edited={edited}
      setEdited={setEdited}
    />
  ) : (
    <Empty description={translate('This dashboard no longer exists.')}>
      <Button onClick={() => open(undefined)}>{translate('Show the default dashboard')}</Button>
    </Empty>
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
        <>
          <Tabs
            activeKey={current?._id ?? ''}
            onChange={(id) => open(id)}
            items={all.map((one) => ({
              key: one._id,
              label: (
                <span>
                  <bdi>{shownTitle(one)}</bdi>{' '}
                  {one.isDefault ? <Tag color="green">{translate('Default')}</Tag> : null}
                </span>
              ),
              children: one._id === current?._id ? panel : null,
            }))}
          />
          {/* Of one that was deleted meanwhile, there is no tab. */}
          {all.some(({ _id }) => _id === current?._id) ? null : <div>{panel}</div>}
        </>
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
    <div ref={panel}>
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

function Waiting() {
  return (
    <>
      <span className="sr-only" role="status">
        {translate('Loading…')}
      </span>
      <Skeleton active paragraph={{ rows: 8 }} />
    </>
  )
}

/** Asks for the title; an empty one makes nothing. A failure keeps the dialog and the title. */
function NewDashboard({
  isFirst,
  onCreated,
  onClosed,
}: {
  isFirst: boolean
  onCreated: (id: string | undefined) => Promise<void>
  onClosed: () => void
}) {
  const { form, formProps, modalProps, onFinish, close, mutation } = useModalForm<
    Row,
    HttpError,
    { title?: string }
  >({
    ...mutationOf('Dashboard created successfully.', 'Failed to create dashboard'),
    action: 'create',
    redirect: false,
    defaultVisible: true,
    warnWhenUnsavedChanges: false,
    onMutationSuccess: ({ data }) => void onCreated(data.id),
  })
  const { isPending, isSuccess } = mutation

  // Before the opening has ended: what is typed meanwhile would be lost. `useForm` mounts the fields anew once.
  const [isMounted, setMounted] = useState(false)
  useEffect(() => setMounted(true), [])
  useEffect(() => {
    if (isMounted) form.focusField('title')
  }, [isMounted, form])

  const create = ({ title = '' }: { title?: string }) => {
    if (isPending || isSuccess) return
    if (title.trim() === '') return close()
    const values = { description: '', layout: 'grid', widgets: [], isDefault: isFirst }
    // Refine has notified of a failure.
    onFinish({ ...values, title: title.trim() }).then(close, () => undefined)
  }

  return (
    <Modal
      {...modalProps}
      width={440}
      title={translate('New Dashboard')}
      okText={translate('Create')}
      okButtonProps={{ loading: isPending, onClick: form.submit }}
      afterOpenChange={(opened) => opened || onClosed()}
    >
      <Form {...formProps} form={form} layout="vertical" onFinish={create}>
        <Form.Item name="title" label={translate('Title')}>
          <Input autoComplete="off" dir="auto" maxLength={longest('title')} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
