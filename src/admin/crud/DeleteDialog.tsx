import { type HttpError, useDelete } from '@refinedev/core'
import { useState } from 'react'
import { isolate } from '#admin/format/isolate.ts'
import { translate } from '#admin/format/translate.ts'
import { isStatus } from '#admin/providers/http-client.ts'
import { QuestionDialog } from '#admin/ui/QuestionDialog.tsx'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'
import { DeleteUses } from './DeleteUses.tsx'
import { failed, NO_ANSWER_DONE, succeeded } from './notices.ts'
import { useUses } from './use-uses.ts'

/**
 * Asks for confirmation with the record's name and its uses, then deletes. The dialog stays open after a failure,
 * unless the record is gone or was changed by another user. After a refusal it can only be closed.
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
  /** Called if the record is gone or was changed meanwhile. */
  onRefused?: () => void
}) {
  const [isOpen, setOpen] = useState(true)
  const { mutate, mutation } = useDelete<Row, HttpError>()
  const { error, isPending } = mutation
  const uses = useUses(resource, row.id)
  const { messages } = resource
  const close = () => setOpen(false)

  const failureOf = (failure: HttpError) => {
    const notice = failed(failure, messages.deleteFailed, resource, NO_ANSWER_DONE)
    if (!(isStatus(failure, 412) && failure.changed)) return notice
    return { ...notice, message: `${notice.message} ${translate('It was not deleted.')}` }
  }
  const remove = () =>
    mutate(
      {
        resource: resource.page,
        id: row.id,
        meta: { base: row },
        mutationMode: 'pessimistic',
        invalidates: resource.hasOwnPage && !resource.hasNoPage ? [] : ['list', 'many'],
        successNotification: (answer) =>
          succeeded(messages.deleted, (answer as { changeId?: string } | undefined)?.changeId),
        errorNotification: (failure) => failureOf(failure as HttpError),
      },
      {
        onSuccess: () => {
          close()
          onDeleted?.()
        },
        onError: (failure) => {
          if (!isStatus(failure, 404) && !isStatus(failure, 412)) return
          close()
          onRefused?.()
        },
      },
    )

  const refusal = error && isRefusal(error) ? error : undefined
  // Shows what prevents a deletion before the click, but never during one.
  const isOver = refusal || (uses.blocksDelete && !isPending)
  return (
    <QuestionDialog
      isOpen={isOpen}
      title={translate('Delete {name}?', { name: isolate(nameOf(resource, row)) })}
      // The toast announces a refusal.
      text={refusal ? failureOf(refusal).message : messages.deleteQuestion}
      no={isOver ? 'Close' : 'Cancel'}
      yes={isOver ? undefined : 'Delete'}
      isDangerous
      isBusy={isPending}
      // The dialog stays open while it deletes, because it handles the result.
      onNo={() => isPending || close()}
      onYes={remove}
      onClosed={onClosed}
    >
      {uses.isAsked && !refusal ? (
        <DeleteUses resource={resource} uses={uses} leave={close} />
      ) : null}
    </QuestionDialog>
  )
}

/** Returns whether a retry would be refused again. */
function isRefusal({ statusCode }: HttpError): boolean {
  return statusCode >= 400 && statusCode < 500 && ![401, 408, 429].includes(statusCode)
}
