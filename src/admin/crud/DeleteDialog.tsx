import { type HttpError, useDelete, useInvalidate, useNotification } from '@refinedev/core'
import { Button, Modal } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import { NameIn } from '#admin/ui/NameIn.tsx'
import { readItem } from '#admin/wire/wire.ts'
import type { Resource } from '#model/resource.ts'
import type { Row } from '#model/spec.ts'
import { nameOf } from '#model/text-of.ts'
import { failed, isStatus, outcomeOf, succeeded } from './notices.ts'
import { useReread } from './use-reread.ts'

/** Why a deletion did not happen, and whether it could the next time. */
interface Trouble {
  text: string
  isFinal: boolean
}

/**
 * Asks the resource's question with the record's name, and deletes (USER-06). The focus starts on Cancel.
 * A failure is told and leaves the question open, unless the record is gone or has changed meanwhile. After a
 * refusal there is nothing left but to close; where no answer came, the record itself is asked for.
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
  /** An answer was lost before: that the record is gone is what was wanted. */
  const isUnsure = useRef(false)
  const [trouble, setTrouble] = useState<Trouble>()
  const [isLooking, setLooking] = useState(false)
  const { mutate, mutation } = useDelete<Row, HttpError>()
  const reread = useReread(resource.page)
  const invalidate = useInvalidate()
  const { open: notify } = useNotification()
  const { messages } = resource
  /** It may be closed while it deletes. */
  const isClosed = useRef(false)
  const close = () => {
    isClosed.current = true
    setOpen(false)
  }

  // The button that was pressed is gone then.
  useEffect(() => {
    if (trouble?.isFinal) cancel.current?.focus()
  }, [trouble])

  /** The version that stands against the deletion, where it may go on. */
  const passable = (error: HttpError | undefined): Row | undefined => {
    const current = error && isStatus(error, 412) ? readItem(resource, error.current) : undefined
    return current && isSame?.(current) ? current : undefined
  }

  const noun = translate(resource.label.one).toLowerCase()
  const unknown = translate(
    'The server gave no answer. It is not known whether this {noun} was deleted. To delete it once more does no harm.',
    { noun },
  )

  const failure = (error: HttpError | undefined) => {
    const told = failed(error, messages.deleteFailed, resource)
    return outcomeOf(error) === 'unknown' ? { ...told, message: unknown } : told
  }

  /** Failures that are no news, or that the dialog itself tells. */
  const isShown = (error: HttpError | undefined): boolean =>
    !isClosed.current &&
    (passable(error) !== undefined ||
      outcomeOf(error) === 'unknown' ||
      (isUnsure.current && isStatus(error, 404)))

  const finish = () => {
    close()
    onDeleted?.()
  }

  /** For a deletion that no answer told of. */
  const finishUntold = () => {
    void invalidate({ resource: resource.page, invalidates: ['list', 'many'] })
    notify?.(succeeded(messages.deleted))
    finish()
  }

  const lookWhether = async (error: HttpError) => {
    isUnsure.current = true
    setLooking(true)
    const found = await reread(row.id)
    setLooking(false)
    if (found === 'gone') return finishUntold()
    if (isClosed.current) return notify?.(failure(error))
    const there = translate('The server gave no answer, and this {noun} is still there.', { noun })
    setTrouble({ text: found === 'unknown' ? unknown : there, isFinal: false })
  }

  const remove = (version: unknown) => {
    setTrouble(undefined)
    mutate(
      {
        resource: resource.page,
        id: row.id,
        mutationMode: 'pessimistic',
        meta: { version },
        successNotification: () => succeeded(messages.deleted),
        errorNotification: (error) => !isShown(error) && failure(error),
      },
      {
        onSuccess: finish,
        onError: async (error) => {
          const current = passable(error)
          if (current) return remove(current.version)
          if (outcomeOf(error) === 'unknown') await lookWhether(error)
          isSent.current = false
          if (isUnsure.current && isStatus(error, 404)) return finishUntold()
          if (isStatus(error, 404) || isStatus(error, 412)) {
            close()
            onRefused?.()
          } else if (isRefusal(error)) {
            setTrouble({ text: failure(error).message, isFinal: true })
          }
        },
      },
    )
  }

  return (
    <Modal
      open={isOpen}
      width={440}
      title={<NameIn text="Delete {name}?" name={nameOf(resource, row)} />}
      onCancel={close}
      afterOpenChange={(opened) => (opened ? cancel.current?.focus() : onClosed())}
      footer={
        <>
          <Button ref={cancel} onClick={close}>
            {translate(trouble?.isFinal ? 'Close' : 'Cancel')}
          </Button>
          {trouble?.isFinal ? null : (
            <Button
              type="primary"
              danger
              loading={mutation.isPending || isLooking}
              onClick={() => {
                if (isSent.current) return
                isSent.current = true
                remove(row.version)
              }}
            >
              {translate('Delete')}
            </Button>
          )}
        </>
      }
    >
      {/* A refusal is read out by the toast. */}
      <p>{trouble?.isFinal ? trouble.text : translate(messages.deleteQuestion)}</p>
      {/* Stands from the start: what appears inside a live region is announced. */}
      <div role="alert">
        {trouble && !trouble.isFinal ? <p className="crud-danger">{trouble.text}</p> : null}
      </div>
    </Modal>
  )
}

/** The same would be refused again: it is neither a fault of the server nor a matter of time. */
function isRefusal(error: HttpError): boolean {
  const { statusCode } = error
  return statusCode >= 400 && statusCode < 500 && ![401, 408, 429].includes(statusCode)
}
