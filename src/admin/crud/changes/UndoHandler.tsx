import { type HttpError, useNotification } from '@refinedev/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, useEffect, useState } from 'react'
import { counted } from '#admin/format/numbers.ts'
import { translate, translateWithin } from '#admin/format/translate.ts'
import { undo, useRefresh } from '#admin/providers/changes.ts'
import { outcomeOf } from '#admin/providers/http-client.ts'
import type { Notification } from '#admin/providers/notification-provider.ts'
import {
  onUndoRequest,
  UNDO_KEY,
  type UndoRequest,
  undoMutationOf,
  undoRequest,
} from '#admin/providers/undo-requests.ts'
import { AsyncBoundary } from '#admin/ui/Boundary.tsx'
import type { ItemAction, UndoItem, Undone } from '#contract/changes.ts'
import { registry } from '#resources/index.ts'
import { failed } from '../notices.ts'
import { resourceNamed } from '../references/target.ts'

const UndoDialog = lazy(() =>
  import('./UndoDialog.tsx').then(({ UndoDialog }) => ({ default: UndoDialog })),
)

/** A requested undo; `isAgreed` after the user has confirmed the skipped parts. */
type Asked = UndoRequest & { isAgreed?: boolean }

/**
 * Runs the undo that a toast or a page has requested, whatever screen is open now. If the preview skips parts, a
 * dialog asks first.
 */
export function UndoHandler() {
  const [partial, setPartial] = useState<{ wanted: UndoRequest; plan: Undone; isOpen: boolean }>()
  const { open: notify } = useNotification()
  const refresh = useRefresh()
  const client = useQueryClient()
  const close = () => setPartial((now) => now && { ...now, isOpen: false })

  const { mutate, isPending } = useMutation<Undone, HttpError, Asked>({
    mutationKey: UNDO_KEY,
    async mutationFn({ changeId, only, isAgreed }) {
      const part = only ? { only } : {}
      const plan = isAgreed ? undefined : await undo(changeId, { plan: true, ...part })
      return plan && skippedCount(plan) > 0 ? plan : undo(changeId, part)
    },
    async onSuccess(undone, wanted) {
      if (!wanted.isAgreed && skippedCount(undone) > 0)
        return setPartial({ wanted, plan: undone, isOpen: true })
      close()
      await refresh(namesIn(undone))
      notify?.(notificationOf(undone, wanted))
    },
    async onError(failure) {
      close()
      notify?.(failed(failure, 'Failed to undo the change.'))
      if (outcomeOf(failure) === 'unknown') await refresh(registry.map(({ name }) => name))
    },
  })
  useEffect(
    () =>
      onUndoRequest(() => {
        const wanted = undoRequest()
        if (wanted && client.isMutating(undoMutationOf(wanted.changeId)) === 0) mutate(wanted)
      }),
    [client, mutate],
  )

  if (!partial) return null
  return (
    <AsyncBoundary waiting={null}>
      <UndoDialog
        plan={partial.plan}
        isOpen={partial.isOpen}
        isBusy={isPending}
        onYes={() => mutate({ ...partial.wanted, isAgreed: true })}
        onNo={close}
        onClosed={() => setPartial(undefined)}
      />
    </AsyncBoundary>
  )
}

function skippedCount({ kept, refused, counts }: Undone): number {
  return counts ? counts.kept + counts.refused : kept.length + refused.length
}

/** Returns the notification of an undo: the restored records and the skipped ones. The undo can itself be undone. */
function notificationOf(undone: Undone, { isRedo = false, only }: UndoRequest): Notification {
  const { id, takenBack, counts } = undone
  const left = skippedCount(undone)
  const done = only?.every(({ fields }) => fields)
    ? translate('The field is back to its earlier value.')
    : wordsFor(takenBack, counts?.takenBack ?? takenBack.length)
  const stays = counted(left, '{count} was not undone.', '{count} were not undone.')
  return {
    type: 'success',
    description: translate(isRedo ? 'Redone' : 'Undone'),
    message: left === 0 ? done : `${done} ${stays}`,
    ...(id !== undefined && { changeId: id, isUndo: !isRedo }),
  }
}

/** Results of an undo for a toast, by the action that was undone. */
const NOW: Readonly<Record<ItemAction, string>> = {
  create: 'The {noun} is deleted.',
  update: 'The {noun} is back to its earlier values.',
  delete: 'The {noun} is restored.',
  restore: 'The {noun} is deleted again.',
}

function wordsFor([first]: readonly UndoItem[], count: number): string {
  if (!first) return translate('There was nothing left to undo.')
  if (count > 1) return translate('{count} records are back to their earlier values.', { count })
  const noun = translateWithin(resourceNamed(first.resource)?.label.one ?? 'Record')
  return translate(NOW[first.action], { noun })
}

function namesIn({ takenBack, kept, refused }: Undone): string[] {
  return [...new Set([...takenBack, ...kept, ...refused].map(({ resource }) => resource))]
}
