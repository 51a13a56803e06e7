import { useModalForm } from '@refinedev/antd'
import type { HttpError } from '@refinedev/core'
import { Form, Input, Modal } from 'antd'
import { useEffect, useState } from 'react'
import { WriteFailure } from '#admin/crud/WriteFailure.tsx'
import { translate } from '#admin/format/translate.ts'
import { outcomeOf } from '#admin/providers/http-client.ts'
import type { Row } from '#model/declaration.ts'
import { dashboardResource, longest, mutationOf } from './dashboard.ts'

const CREATED = mutationOf('Dashboard created successfully.', 'Failed to create dashboard')

/**
 * DASH-01: asks for the title; an empty one makes nothing. A failure keeps the dialog and the title. Where no
 * answer came, the tabs are read again: they show whether it was made.
 */
export function NewDashboard({
  isFirst,
  reload,
  onCreated,
  onClosed,
}: {
  isFirst: boolean
  reload: () => void
  onCreated: (id: string | undefined) => Promise<void>
  onClosed: () => void
}) {
  const { form, formProps, modalProps, onFinish, close, mutation } = useModalForm<
    Row,
    HttpError,
    { title?: string }
  >({
    ...CREATED,
    action: 'create',
    redirect: false,
    defaultVisible: true,
    warnWhenUnsavedChanges: false,
    errorNotification: (error) =>
      outcomeOf(error) === 'unknown' ? false : CREATED.errorNotification(error),
  })
  const { isPending, isSuccess, error } = mutation

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
    // Whether the dialog is still open or not.
    onFinish({ ...values, title: title.trim() }).then(
      (answer) => {
        close()
        void onCreated((answer as { data: Row }).data.id)
      },
      (failure) => {
        if (outcomeOf(failure) === 'unknown') reload()
      },
    )
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
        {outcomeOf(error) === 'unknown' ? (
          <WriteFailure failure="unknownOutcome" resource={dashboardResource} actions={null}>
            {translate('Look among the tabs before you create it again.')}
          </WriteFailure>
        ) : null}
        <Form.Item name="title" label={translate('Title')}>
          <Input autoComplete="off" dir="auto" maxLength={longest('title')} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
