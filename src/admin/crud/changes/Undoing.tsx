import { type HttpError, useNotification } from '@refinedev/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, useEffect, useState } from 'react'
import { counted } from '#admin/format/numbers.ts'
import { translate, translateWithin } from '#admin/format/translate.ts'
import { undo, useRefresh } from '#admin/providers/changes.ts'
import { outcomeOf } from '#admin/providers/http-client.ts'
import type { Notification } from '#admin/providers/notification-provider.ts'
import {
  onWantedUndo,
  UNDO_KEY,
  undoing,
  type WantedUndo,
  wantedUndo,
} from '#admin/providers/wanted-undo.ts'
import { Part } from '#admin/ui/Boundary.tsx'
import type { ItemAction, UndoItem, Undone } from '#contract/changes.ts'
import { failed } from '../notices.ts'
import { noteRestored } from '../restored.ts'
import { resourceNamed } from './words.ts'

const UndoDialog = lazy(() =>
  import('./UndoDialog.tsx').then(({ UndoDialog }) => ({ default: UndoDialog })),
)

/**
 * Undoes what a toast or a page asked for (CHG-03), whatever screen is shown by now: at once, and tells it in a toast.
 * Where a dry run says that something stays as it is, a dialog shows that first.
 */
export function Undoing() {
  const [partial, setPartial] = useState<{ wanted: WantedUndo; plan: Undone }>()
  const { open: notify } = useNotification()
  const refresh = useRefresh()
  const client = useQueryClient()

  const apply = useMutation<Undone, HttpError, WantedUndo>({
    mutationFn: (wanted) => undo(wanted.changeId, partOf(wanted)),
    onSuccess: async (undone, wanted) => {
      await refresh(namesIn(undone))
      const [back, ...others] = undone.takenBack.filter(({ action }) => action === 'delete')
      if (back && others.length === 0) noteRestored({ resource: back.resource, id: back.id })
      notify?.(tellingOf(undone, wanted))
    },
    onError: async (error) => {
      // The dialog tells it while it is open.
      if (!partial) notify?.(failed(error, COULD_NOT))
      if (outcomeOf(error) === 'unknown') await refresh([])
    },
  })
  const { mutate: start } = useMutation<void, HttpError, WantedUndo>({
    mutationKey: UNDO_KEY,
    mutationFn: async (wanted) => {
      const plan = await undo(wanted.changeId, { plan: true, ...partOf(wanted) })
      if (leftBy(plan) > 0) {
        apply.reset()
        setPartial({ wanted, plan })
        // It tells its failure itself.
      } else await apply.mutateAsync(wanted).catch(() => undefined)
    },
    onError: (error) => notify?.(failed(error, COULD_NOT)),
  })
  useEffect(
    () =>
      onWantedUndo(() => {
        const wanted = wantedUndo()
        if (wanted && client.isMutating(undoing(wanted)) === 0) start(wanted)
      }),
    [client, start],
  )

  if (!partial) return null
  const { wanted, plan } = partial
  return (
    <Part waiting={null}>
      <UndoDialog
        key={wanted.changeId}
        plan={plan}
        isValue={isValue(wanted)}
        isSending={apply.isPending}
        isDone={apply.isSuccess}
        trouble={apply.error ? failed(apply.error, COULD_NOT).message : undefined}
        send={() => apply.mutate(wanted)}
        onClosed={() => setPartial(undefined)}
      />
    </Part>
  )
}

/** What is said where the server does not say why. */
const COULD_NOT = 'This could not be undone.'

function partOf({ only }: WantedUndo) {
  return only ? { only } : {}
}

function isValue({ only }: WantedUndo): boolean {
  return only?.every(({ fields }) => fields) === true
}

function leftBy({ kept, refused, counts }: Undone): number {
  return counts ? counts.kept + counts.refused : kept.length + refused.length
}

/** What was undone, and what stayed. It can be done again in the same way. */
function tellingOf(undone: Undone, wanted: WantedUndo): Notification {
  const { id, takenBack, counts } = undone
  const { isRedo = false } = wanted
  const left = leftBy(undone)
  const done = isValue(wanted)
    ? translate('The value is restored.')
    : wordsFor(takenBack, counts?.takenBack ?? takenBack.length, isRedo)
  return {
    type: 'success',
    description: translate(isRedo ? 'Redone' : 'Undone'),
    message:
      left === 0
        ? done
        : `${done} ${counted(left, '{count} stays as it is.', '{count} stay as they are.')}`,
    ...(id !== undefined && { changeId: id, isUndo: !isRedo }),
  }
}

/** What became of a record when this was undone; brief, for it stands in a toast. */
const NOW: Readonly<Record<ItemAction, string>> = {
  create: 'The {noun} is deleted.',
  update: 'The {noun} is as it was before.',
  delete: 'The {noun} is there again.',
  restore: 'The {noun} is deleted again.',
}

function wordsFor(items: readonly UndoItem[], count: number, isRedo: boolean): string {
  const [first] = items
  if (!first) return translate('There was nothing left to undo.')
  const isChange = first.action === 'update'
  if (count > 1) {
    const text =
      isRedo && isChange
        ? '{count} records are changed again.'
        : '{count} records are as they were before.'
    return translate(text, { count })
  }
  const noun = translateWithin(resourceNamed(first.resource)?.label.one ?? 'Record')
  return translate(isRedo && isChange ? 'The {noun} is changed again.' : NOW[first.action], {
    noun,
  })
}

function namesIn({ takenBack, kept, refused }: Undone): string[] {
  return [...new Set([...takenBack, ...kept, ...refused].map(({ resource }) => resource))]
}
