import { type HttpError, useDelete } from '@refinedev/core'
import { Button, Modal } from 'antd'
import { useRef, useState } from 'react'
import { translate } from '#admin/translate.ts'
import type { Resource } from '#model/resource.ts'
import type { Row } from '#model/spec.ts'
import { nameOf } from '#model/text-of.ts'
import { failed, isStatus, succeeded } from './notices.ts'

/**
 * Asks the resource's question with the record's name, and deletes (USER-06). The focus starts on Cancel.
 * A failure is told and leaves the question open, unless the record is gone or has changed meanwhile.
 */
export function DeleteDialog({
  resource,
  row,
  onClosed,
}: {
  resource: Resource
  row: Row
  onClosed: () => void
}) {
  const [isOpen, setOpen] = useState(true)
  const cancel = useRef<HTMLButtonElement>(null)
  const { mutate, mutation } = useDelete<Row, HttpError>()
  const { messages } = resource
  const close = () => setOpen(false)

  const remove = () => {
    if (mutation.isPending) return
    mutate(
      {
        resource: resource.page,
        id: row.id,
        mutationMode: 'pessimistic',
        meta: { version: row.version },
        successNotification: () => succeeded(messages.deleted),
        errorNotification: (error) => failed(error, messages.deleteFailed, resource),
      },
      {
        onSuccess: close,
        onError: (error) => {
          if (isStatus(error, 404) || isStatus(error, 412)) close()
        },
      },
    )
  }

  return (
    <Modal
      open={isOpen}
      width={440}
      title={<Question name={nameOf(resource, row)} />}
      onCancel={close}
      afterOpenChange={(opened) => (opened ? cancel.current?.focus() : onClosed())}
      footer={
        <>
          <Button ref={cancel} onClick={close}>
            {translate('Cancel')}
          </Button>
          <Button type="primary" danger loading={mutation.isPending} onClick={remove}>
            {translate('Delete')}
          </Button>
        </>
      }
    >
      <p>{translate(messages.deleteQuestion)}</p>
    </Modal>
  )
}

/** A name of the other writing direction must not move the question mark. */
function Question({ name }: { name: string }) {
  const [before, after] = translate('Delete {name}?').split('{name}')
  return (
    <>
      {before}
      <bdi>{name}</bdi>
      {after}
    </>
  )
}
