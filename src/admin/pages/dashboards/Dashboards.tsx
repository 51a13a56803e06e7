import { PlusOutlined } from '@ant-design/icons'
import { useModalForm } from '@refinedev/antd'
import type { HttpError } from '@refinedev/core'
import { Button, Empty, Form, Input, Modal, Skeleton, Tabs, Tag } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { DraftNotices } from '#admin/drafts/DraftNotices.tsx'
import { translate } from '#admin/format/translate.ts'
import { canDo } from '#admin/providers/access-control-provider.ts'
import { AsyncBoundary } from '#admin/ui/Boundary.tsx'
import { useKeptFocus } from '#admin/ui/focus.ts'
import { loadable } from '#admin/ui/loadable.tsx'
import { FailureNotice } from '#admin/ui/Notice.tsx'
import { PageHead } from '#admin/ui/PageHead.tsx'
import type { DashboardRecord } from '#contract/dashboards.ts'
import type { Row } from '#model/declaration.ts'
import { dashboardResource, draftOf, EDIT, longest, mutationOf, shownTitle } from './dashboard.ts'
import { Kiosk } from './Kiosk.tsx'
import { type Dashboards as State, useDashboards } from './use-dashboards.ts'
import { View } from './View.tsx'

const Editor = loadable(
  () => import('./edit/Editor.tsx'),
  (module) => module.Editor,
)

export default function Dashboards() {
  const dashboards = useDashboards()
  const { all, shown, edit, isKiosk, isPending, range, error, open, reload } = dashboards
  const [asksTitle, setAsksTitle] = useState(false)
  const area = useRef<HTMLElement>(null)
  useKeptFocus(area)

  if (isKiosk && shown)
    return <Kiosk dashboard={draftOf(shown)} timeRange={range} onExit={dashboards.leaveKiosk} />

  // An edited dashboard keeps its tab when another admin deletes it. In front, since moved elements lose the
  // focus.
  const tabs = edit && shown && all?.every(({ _id }) => _id !== shown._id) ? [shown, ...all] : all
  const isEmpty = tabs?.length === 0
  const create = (type: 'default' | 'primary') => (
    <Button
      type={type}
      icon={<PlusOutlined aria-hidden="true" />}
      onClick={() => setAsksTitle(true)}
    >
      {translate('New Dashboard')}
    </Button>
  )
  const panel = shown ? (
    <Panel key={shown._id} record={shown} dashboards={dashboards} />
  ) : (
    <Empty description={translate('This dashboard no longer exists.')}>
      <Button onClick={() => open(undefined)}>{translate('Show the default dashboard')}</Button>
    </Empty>
  )
  return (
    <section ref={area}>
      {/* One primary button a page: an empty list has it in the middle. */}
      <PageHead>{edit ? null : create(isEmpty ? 'default' : 'primary')}</PageHead>
      {edit ? null : (
        <DraftNotices
          drafts={dashboards.drafts}
          open={({ record }) => open(record, { edit: '1' })}
        />
      )}
      {error === undefined ? null : <FailureNotice text={error} retry={() => void reload()} />}
      {isPending ? <Waiting /> : null}
      {isEmpty ? (
        <Empty description={translate('No dashboards yet')}>
          <p style={{ marginBlockEnd: 16 }}>
            {translate('A dashboard shows the figures you choose, in your own layout.')}
          </p>
          {create('primary')}
        </Empty>
      ) : tabs ? (
        <>
          <Tabs
            activeKey={shown?._id ?? ''}
            onChange={(id) => open(id)}
            items={tabs.map((one) => ({
              key: one._id,
              label: (
                <span>
                  <bdi>{shownTitle(one)}</bdi>{' '}
                  {one.isDefault ? <Tag color="green">{translate('Default')}</Tag> : null}
                </span>
              ),
              children: one._id === shown?._id ? panel : null,
            }))}
          />
          {shown ? null : <div>{panel}</div>}
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

function Panel(props: { record: DashboardRecord; dashboards: State }) {
  // The editor disappears after Save or Cancel, and Set Default after a click.
  const panel = useRef<HTMLDivElement>(null)
  useKeptFocus(panel, { fallback: `#${EDIT}` })
  const mayEdit = canDo(dashboardResource, 'edit', props.record as unknown as Row)
  useEffect(() => void Editor.preload(), [])
  return (
    <div ref={panel}>
      {props.dashboards.edit && mayEdit ? (
        <AsyncBoundary waiting={<Waiting />}>
          <Editor {...props} />
        </AsyncBoundary>
      ) : (
        <View {...props} />
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

/**
 * Asks for a title and creates a dashboard; an empty title creates nothing. A failure keeps the dialog and the
 * title.
 */
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

  // Focus before the dialog has opened would lose typed text: `useForm` remounts the fields once.
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
