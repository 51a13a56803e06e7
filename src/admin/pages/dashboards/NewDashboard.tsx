import { type HttpError, useCreate } from '@refinedev/core'
import { Button, Modal } from 'antd'
import { useEffect, useId, useRef, useState } from 'react'
import { WriteFailure } from '#admin/crud/WriteFailure.tsx'
import { translate } from '#admin/format/translate.ts'
import { outcomeOf } from '#admin/providers/versioned-write.ts'
import { Field } from '#admin/ui/Field.tsx'
import { TextInput } from '#admin/ui/TextInput.tsx'
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
  const [isOpen, setOpen] = useState(true)
  const [title, setTitle] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const form = useId()
  const { mutateAsync, mutation } = useCreate<Row, HttpError>()
  const { isPending, isSuccess, error } = mutation

  // At once, not after the opening: what is typed meanwhile would be lost. The dialog has noted its opener.
  useEffect(() => input.current?.focus(), [])

  const create = async () => {
    if (isPending || isSuccess) return
    if (title.trim() === '') return setOpen(false)
    const values = { title: title.trim(), description: '', layout: 'grid', widgets: [] }
    try {
      const { data } = await mutateAsync({
        ...CREATED,
        values: { ...values, isDefault: isFirst },
        errorNotification: (failure) =>
          outcomeOf(failure) === 'unknown' ? false : CREATED.errorNotification(failure),
      })
      setOpen(false)
      void onCreated(data.id)
    } catch (failure) {
      if (outcomeOf(failure) === 'unknown') reload()
    }
  }

  return (
    <Modal
      open={isOpen}
      width={440}
      title={translate('New Dashboard')}
      onCancel={() => setOpen(false)}
      afterOpenChange={(opened) => opened || onClosed()}
      footer={
        <>
          <Button onClick={() => setOpen(false)}>{translate('Cancel')}</Button>
          <Button type="primary" htmlType="submit" form={form} loading={isPending}>
            {translate('Create')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        style={{ padding: '8px 0' }}
        onSubmit={(event) => {
          event.preventDefault()
          void create()
        }}
      >
        {outcomeOf(error) === 'unknown' ? (
          <WriteFailure failure="unknownOutcome" resource={dashboardResource} actions={null}>
            {translate('Look among the tabs before you create it again.')}
          </WriteFailure>
        ) : null}
        <Field id={`${form}-title`} label={translate('Title')}>
          <TextInput
            ref={input}
            id={`${form}-title`}
            value={title}
            maxLength={longest('title')}
            onChange={({ target }) => setTitle(target.value)}
          />
        </Field>
      </form>
    </Modal>
  )
}
