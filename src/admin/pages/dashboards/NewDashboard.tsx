import { useModalForm } from '@refinedev/antd'
import type { HttpError } from '@refinedev/core'
import { Form, Input, Modal } from 'antd'
import { useEffect, useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import type { Row } from '#model/declaration.ts'
import { longest, mutationOf } from './dashboard.ts'

/** Asks for the title; an empty one makes nothing. A failure keeps the dialog and the title. */
export function NewDashboard({
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
