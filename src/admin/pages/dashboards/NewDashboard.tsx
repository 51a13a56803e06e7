import { useModalForm } from '@refinedev/antd'
import type { HttpError } from '@refinedev/core'
import { Form, Input, Modal } from 'antd'
import { useEffect } from 'react'
import { WriteFailure } from '#admin/crud/WriteFailure.tsx'
import { translate } from '#admin/format/translate.ts'
import { outcomeOf } from '#admin/providers/versioned-write.ts'
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
  const { form, formProps, modalProps, onFinish, open, show, close, mutation } = useModalForm<
    Row,
    HttpError,
    { title?: string }
  >({
    ...CREATED,
    action: 'create',
    redirect: false,
    warnWhenUnsavedChanges: false,
    errorNotification: (error) =>
      outcomeOf(error) === 'unknown' ? false : CREATED.errorNotification(error),
    onMutationSuccess: ({ data }) => {
      close()
      void onCreated(data.id)
    },
    onMutationError: (error) => {
      if (outcomeOf(error) === 'unknown') reload()
    },
  })
  const { isPending, isSuccess, error } = mutation

  useEffect(show, [show])
  // At once, not after the opening: what is typed meanwhile would be lost. The dialog has noted its opener.
  useEffect(() => {
    if (open) form.focusField('title')
  }, [open, form])

  const create = ({ title = '' }: { title?: string }) => {
    if (isPending || isSuccess) return
    if (title.trim() === '') return close()
    const values = { description: '', layout: 'grid', widgets: [], isDefault: isFirst }
    // A failure has been told by then.
    onFinish({ ...values, title: title.trim() }).catch(() => undefined)
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
