import {
  type HttpError,
  type OpenNotificationParams,
  useDelete,
  useNotification,
} from '@refinedev/core'
import { useState } from 'react'
import { isolate } from '#admin/format/isolate.ts'
import { translate } from '#admin/format/translate.ts'
import { isStatus, outcomeOf } from '#admin/providers/http-client.ts'
import { QuestionDialog } from '#admin/ui/QuestionDialog.tsx'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'
import { DeleteUses } from './DeleteUses.tsx'
import { failed, NO_ANSWER_DONE, succeeded } from './notices.ts'
import { useStatusWrite } from './use-status-menu.tsx'
import { useUses } from './use-uses.ts'

/**
 * Asks the resource's question with the record's name, and deletes. The focus starts on Cancel. A toast reports what
 * came of it. The question stays open after a failure, unless the record is gone or somebody else changed it. After a
 * refusal there is nothing left but to close.
 */
export function DeleteDialog({
  resource,
  row,
  onClosed,
  onDeleted,
  onRefused,
}: {
  resource: Resource
  row: Row
  onClosed: () => void
  onDeleted?: () => void
  /** The record is gone, or was changed meanwhile. */
  onRefused?: () => void
}) {
  const [isOpen, setOpen] = useState(true)
  const {
    mutateAsync,
    mutation: { error, isPending },
  } = useDelete<Row, HttpError>()
  const uses = useUses(resource, row.id)
  const status = useStatusWrite(resource)
  const { open: notify } = useNotification()
  const { messages } = resource
  const close = () => setOpen(false)

  const leave = (notification: OpenNotificationParams, then: (() => void) | undefined) => {
    notify?.(notification)
    close()
    then?.()
  }
  const remove = async () => {
    const wasUnanswered = outcomeOf(error) === 'unknown'
    try {
      const answer = await mutateAsync({
        resource: resource.page,
        id: row.id,
        meta: { base: row },
        mutationMode: 'pessimistic',
        invalidates: resource.hasOwnPage && !resource.hasNoPage ? [] : ['list', 'many'],
        successNotification: false,
        errorNotification: false,
      })
      const { changeId } = answer as { changeId?: string }
      leave(succeeded(messages.deleted, changeId), onDeleted)
    } catch (thrown) {
      const failure = thrown as HttpError
      const notification = failureText(failure, resource)
      if (isStatus(failure, 404) && wasUnanswered) leave(succeeded(messages.deleted), onDeleted)
      else if (isStatus(failure, 404) || isStatus(failure, 412)) leave(notification, onRefused)
      else notify?.(notification)
    }
  }

  const refusal = error && isRefusal(error) ? error : undefined
  // What prevents a deletion is said before it is tried; one that is under way is waited for.
  const isOver = refusal || (uses.stands && !isPending)

  return (
    <QuestionDialog
      isOpen={isOpen}
      title={translate('Delete {name}?', { name: isolate(nameOf(resource, row)) })}
      // The toast reads a refusal out.
      text={refusal ? failureText(refusal, resource).message : messages.deleteQuestion}
      no={isOver ? 'Close' : 'Cancel'}
      yes={isOver ? undefined : 'Delete'}
      isDangerous
      isBusy={isPending}
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
      {uses.isAsked && !refusal ? (
        <DeleteUses resource={resource} uses={uses} leave={close} />
      ) : null}
    </QuestionDialog>
  )
}

function failureText(error: HttpError, resource: Resource): OpenNotificationParams {
  const notification = failed(error, resource.messages.deleteFailed, resource, NO_ANSWER_DONE)
  if (!(isStatus(error, 412) && error.changed)) return notification
  return { ...notification, message: `${notification.message} ${translate('It was not deleted.')}` }
}

/** The same deletion would be refused again. */
function isRefusal({ statusCode }: HttpError): boolean {
  return statusCode >= 400 && statusCode < 500 && ![401, 408, 429].includes(statusCode)
}
