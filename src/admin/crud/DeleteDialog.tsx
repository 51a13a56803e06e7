import { type HttpError, useDelete } from '@refinedev/core'
import { Button, Modal } from 'antd'
import { useRef, useState } from 'react'
import { translate } from '#admin/translate.ts'
import type { Resource } from '#model/resource.ts'
import type { Row } from '#model/spec.ts'
import { nameOf } from '#model/text-of.ts'
import { readItem } from '#model/wire.ts'
import { failed, isStatus, succeeded } from './notices.ts'

/**
 * Asks the resource's question with the record's name, and deletes (USER-06). The focus starts on Cancel.
 * A failure is told and leaves the question open, unless the record is gone or has changed meanwhile.
 */
export function DeleteDialog({
  resource,
  row,
  onClosed,
  isSame,
  onDeleted,
  onRefused,
}: {
  resource: Resource
  row: Row
  onClosed: () => void
  /** Whether a newer version differs in nothing that matters here: then it is deleted all the same. */
  isSame?: (current: Row) => boolean
  onDeleted?: () => void
  /** The record is gone, or is another one by now. */
  onRefused?: () => void
}) {
  const [isOpen, setOpen] = useState(true)
  const cancel = useRef<HTMLButtonElement>(null)
  /** Until it has failed: a second click may come before anything is drawn. */
  const isSent = useRef(false)
  const { mutate, mutation } = useDelete<Row, HttpError>()
  const { messages } = resource
  const close = () => setOpen(false)

  /** The version that stands against the deletion, where it may go on. */
  const passable = (error: HttpError | undefined): Row | undefined => {
    const current = error && isStatus(error, 412) ? readItem(resource, error.current) : undefined
    return current && isSame?.(current) ? current : undefined
  }

  const remove = (version: unknown) => {
    mutate(
      {
        resource: resource.page,
        id: row.id,
        mutationMode: 'pessimistic',
        meta: { version },
        successNotification: () => succeeded(messages.deleted),
        errorNotification: (error) =>
          passable(error) ? false : failed(error, messages.deleteFailed, resource),
      },
      {
        onSuccess() {
          close()
          onDeleted?.()
        },
        onError: (error) => {
          const current = passable(error)
          if (current) return remove(current.version)
          isSent.current = false
          if (!(isStatus(error, 404) || isStatus(error, 412))) return
          close()
          onRefused?.()
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
          <Button
            type="primary"
            danger
            loading={mutation.isPending}
            onClick={() => {
              if (isSent.current) return
              isSent.current = true
              remove(row.version)
            }}
          >
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
