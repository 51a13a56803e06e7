import { useNotification } from '@refinedev/core'
import { Button, Modal } from 'antd'
import { useEffect, useId, useRef, useState } from 'react'
import { unansweredText } from '#admin/crud/notices.ts'
import { useVersionedWrite } from '#admin/crud/use-versioned-write.ts'
import { translate } from '#admin/format/translate.ts'
import { Field } from '#admin/ui/Field.tsx'
import { FormNotice } from '#admin/ui/Notice.tsx'
import { TextInput } from '#admin/ui/TextInput.tsx'
import { createdOr, dashboardResource, longest } from './dashboard.ts'
import { readDashboard } from './read-dashboard.ts'

/**
 * DASH-01: asks for the title; an empty one makes nothing. A failure keeps the dialog and the title. Where no
 * answer came, the tabs are read anew: they tell whether it was made.
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
  const [unanswered, setUnanswered] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  /** Until it has failed: a second click may come before anything is drawn, or while the dialog closes. */
  const isSent = useRef(false)
  const form = useId()
  const [isSending, setSending] = useState(false)
  const writes = useVersionedWrite(dashboardResource, readDashboard)
  const { open: notify } = useNotification()

  // At once, not after the opening: what is typed meanwhile would be lost. The dialog has noted its opener.
  useEffect(() => input.current?.focus(), [])

  const create = async () => {
    if (isSent.current) return
    if (title.trim() === '') return setOpen(false)
    isSent.current = true
    setUnanswered(undefined)
    setSending(true)
    const values = { title: title.trim(), description: '', layout: 'grid', widgets: [] }
    const made = await writes.create({ ...values, isDefault: isFirst })
    setSending(false)
    if (made.kind !== 'unknown') notify?.(createdOr(made))
    if (made.kind === 'saved') {
      setOpen(false)
      return void onCreated(made.id)
    }
    isSent.current = false
    if (made.kind === 'failed') return
    reload()
    setUnanswered(unansweredText(made.error))
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
          <Button type="primary" htmlType="submit" form={form} loading={isSending}>
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
        {unanswered === undefined ? null : (
          <FormNotice text={unanswered}>
            <p>{translate('Look among the tabs before you create it again.')}</p>
          </FormNotice>
        )}
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
