import { type HttpError, type OpenNotificationParams, useNotification } from '@refinedev/core'
import { useRef, useState } from 'react'
import { translate, translateWithin } from '#admin/format/translate.ts'
import { isStatus, outcomeOf, save } from '#admin/providers/versioned-write.ts'
import { NameIn } from '#admin/ui/NameIn.tsx'
import { QuestionDialog } from '#admin/ui/QuestionDialog.tsx'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'
import { DeleteUses } from './DeleteUses.tsx'
import { failed, savedByText, succeeded } from './notices.ts'
import { useStatusWrite } from './use-status-write.ts'
import { useUses } from './use-uses.ts'
import { useVersionedWrite } from './use-versioned-write.ts'

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
  /** Until it has failed: a second click may come before anything is drawn. */
  const isSent = useRef(false)
  /** An answer was lost before: that the record is gone is what was wanted. */
  const isUnsure = useRef(false)
  const [trouble, setTrouble] = useState<Trouble>()
  const [isSending, setSending] = useState(false)
  const writes = useVersionedWrite(resource, (one) => one)
  const uses = useUses(resource, row.id)
  const status = useStatusWrite(resource)
  const { open: notify } = useNotification()
  const { messages } = resource
  /** It may be closed while it deletes. */
  const isClosed = useRef(false)
  const close = () => {
    isClosed.current = true
    setOpen(false)
  }

  const noun = translateWithin(resource.label.one)
  const unknown = translate(
    'The server gave no answer. It is not known whether this {noun} was deleted. To delete it once more does no harm.',
    { noun },
  )
  const failure = (error: HttpError) => {
    const notification = failed(error, messages.deleteFailed, resource)
    return outcomeOf(error) === 'unknown' ? { ...notification, message: unknown } : notification
  }

  const leave = (notification: OpenNotificationParams, then: (() => void) | undefined) => {
    notify?.(notification)
    close()
    then?.()
  }
  const deleted = (changeId?: string) => leave(succeeded(messages.deleted, changeId), onDeleted)
  const refused = (error: HttpError) => {
    const who = savedByText(resource, error)
    const message = who && `${who} ${translate('It was not deleted.')}`
    leave({ ...failure(error), ...(message && { message }) }, onRefused)
  }

  const lost = (error: HttpError, text: string) => {
    isUnsure.current = true
    if (isClosed.current) notify?.(failure(error))
    else setTrouble({ text, isFinal: false })
  }

  const remove = async () => {
    if (isSent.current) return
    isSent.current = true
    setTrouble(undefined)
    setSending(true)
    const done = await save<Row, undefined>(row, undefined, {
      ...writes.latest(row.id),
      send: writes.remove,
      rebase: (base, change, theirs) => {
        const isAsAsked =
          theirs.version === base.version || writes.isOwn(theirs) || isSame?.(theirs)
        return { change, is: isAsAsked ? 'open' : 'clash' }
      },
    })
    setSending(false)
    isSent.current = false
    switch (done.kind) {
      case 'saved':
        return deleted(done.changeId)
      case 'gone':
        if (isStatus(done.error, 404) && !isUnsure.current) return refused(done.error)
        return deleted()
      case 'clash':
        if (isStatus(done.error, 412)) return refused(done.error)
        return lost(done.error, stillThere(noun))
      case 'unsaved':
        return lost(done.error, stillThere(noun))
      case 'unknown':
        return lost(done.error, unknown)
      case 'failed':
        notify?.(failure(done.error))
        if (isRefusal(done.error)) setTrouble({ text: failure(done.error).message, isFinal: true })
    }
  }

  // What stands against it is said before it is tried; a try that is under way is waited for.
  const isOver = trouble?.isFinal || (uses.stands && !isSending)

  return (
    <QuestionDialog
      isOpen={isOpen}
      title={<NameIn text="Delete {name}?" name={nameOf(resource, row)} />}
      // A refusal is read out by the toast.
      text={trouble?.isFinal ? trouble.text : messages.deleteQuestion}
      no={isOver ? 'Close' : 'Cancel'}
      yes={isOver ? undefined : 'Delete'}
      isDangerous
      isBusy={isSending}
      trouble={trouble?.isFinal ? undefined : trouble?.text}
      onNo={close}
      onYes={() => void remove()}
      onClosed={onClosed}
      instead={
        status.statusOf(row)
          ? {
              label: 'Deactivate instead',
              choose: () => {
                close()
                status.turn(row)
              },
            }
          : undefined
      }
    >
      {uses.isAsked && !trouble?.isFinal ? (
        <DeleteUses resource={resource} uses={uses} leave={close} />
      ) : null}
    </QuestionDialog>
  )
}

function stillThere(noun: string): string {
  return translate('The server gave no answer, and this {noun} is still there.', { noun })
}

/** The same would be refused again: it is neither a fault of the server nor a matter of time. */
function isRefusal(error: HttpError): boolean {
  const { statusCode } = error
  return statusCode >= 400 && statusCode < 500 && ![401, 408, 429].includes(statusCode)
}
