import { type HttpError, useNotification } from '@refinedev/core'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { translate, translateWithin } from '#admin/format/translate.ts'
import { undo, useRefresh } from '#admin/providers/changes.ts'
import type { Notification } from '#admin/providers/refine.ts'
import { onWantedUndo, type WantedUndo, wantedUndo } from '#admin/providers/wanted-undo.ts'
import { Boundary } from '#admin/ui/Boundary.tsx'
import type { ItemAction, UndoItem, Undone } from '#contract/changes.ts'
import { failed } from '../notices.ts'
import { noteRestored } from '../restored.ts'
import { UndoDialog } from './lazy.tsx'
import { resourceNamed } from './words.ts'

/**
 * Takes back what a toast was asked to (CHG-03), whatever screen is shown by now: at once, and tells it. Where
 * something stays as it is, a dialog says what and why.
 */
export function Undoing() {
  const [partly, setPartly] = useState<{ change: string; undone: Undone }>()
  const { open: notify } = useNotification()
  const refresh = useRefresh()

  const takeBack = useEffectEvent(async ({ changeId, isRedo }: WantedUndo) => {
    try {
      const undone = await undo(changeId, {})
      await refresh(namesIn(undone))
      const [back, ...others] = undone.takenBack.filter(({ action }) => action === 'delete')
      if (back && others.length === 0) noteRestored({ resource: back.resource, id: back.id })
      if (undone.kept.length + undone.refused.length > 0) setPartly({ change: changeId, undone })
      else notify?.(tellingOf(undone, isRedo))
    } catch (error) {
      notify?.(failed(error as HttpError, 'This could not be taken back.'))
    }
  })
  useEffect(
    () =>
      onWantedUndo(() => {
        const wanted = wantedUndo()
        if (wanted) void takeBack(wanted)
      }),
    [],
  )

  if (!partly) return null
  return (
    <Boundary fallback={() => <Unshown told={() => setPartly(undefined)} />}>
      <Suspense fallback={null}>
        <UndoDialog {...partly} onClosed={() => setPartly(undefined)} />
      </Suspense>
    </Boundary>
  )
}

/** The dialog could not be loaded: that something stayed is said all the same. */
function Unshown({ told }: { told: () => void }) {
  const { open: notify } = useNotification()
  const tell = useEffectEvent(() => {
    const message = translate('Only a part was taken back. What stayed is told in Activity.')
    notify?.({ type: 'error', description: translate('Error'), message })
    told()
  })
  useEffect(() => tell(), [])
  return null
}

/** All of it was taken back. It can be done again in the same way. */
function tellingOf({ id, takenBack, counts }: Undone, isRedo: boolean): Notification {
  return {
    type: 'success',
    description: translate(isRedo ? 'Redone' : 'Undone'),
    message: wordsFor(takenBack, counts?.takenBack ?? takenBack.length, isRedo),
    ...(id !== undefined && { changeId: id, isUndo: !isRedo }),
  }
}

/** What became of a record when this was taken back; brief, for it stands in a toast. */
const NOW: Readonly<Record<ItemAction, string>> = {
  create: 'The {noun} is deleted.',
  update: 'The {noun} is as it was before.',
  delete: 'The {noun} is there again.',
  restore: 'The {noun} is deleted again.',
}

function wordsFor(items: readonly UndoItem[], count: number, isRedo: boolean): string {
  const [first] = items
  if (!first) return translate('There was nothing left to take back.')
  const isChange = first.action === 'update'
  if (items.length > 1) {
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
