import { type HttpError, useNotification } from '@refinedev/core'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { formatNumber } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import { undo, useRefresh } from '#admin/providers/changes.ts'
import type { Notification } from '#admin/providers/refine.ts'
import { onWantedUndo, type WantedUndo, wantedUndo } from '#admin/providers/wanted-undo.ts'
import { Boundary } from '#admin/ui/Boundary.tsx'
import type { ItemAction, UndoItem, Undone } from '#contract/changes.ts'
import { failed } from '../notices.ts'
import { UndoDialog } from './lazy.tsx'

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
    <Boundary fallback={() => null}>
      <Suspense fallback={null}>
        <UndoDialog {...partly} onClosed={() => setPartly(undefined)} />
      </Suspense>
    </Boundary>
  )
}

/** All of it was taken back. It can be done again in the same way. */
function tellingOf({ id, takenBack }: Undone, isRedo: boolean): Notification {
  return {
    type: 'success',
    description: translate(isRedo ? 'Redone' : 'Undone'),
    message: wordsFor(takenBack, isRedo),
    ...(id !== undefined && { changeId: id, isUndo: !isRedo }),
  }
}

/** What became of a record when this was taken back. */
const NOW: Readonly<Record<ItemAction, string>> = {
  create: '{name} is deleted.',
  update: '{name} is as it was before.',
  delete: '{name} is there again.',
  restore: '{name} is deleted again.',
}

function wordsFor(items: readonly UndoItem[], isRedo: boolean): string {
  const [first] = items
  if (!first) return translate('There was nothing left to take back.')
  const [name, count] = [first.name, formatNumber(items.length)]
  if (isRedo && first.action === 'update')
    return items.length === 1
      ? translate('{name} is changed again.', { name })
      : translate('{count} records are changed again.', { count })
  if (items.length === 1) return translate(NOW[first.action], { name })
  return translate('{count} records are as they were before.', { count })
}

function namesIn({ takenBack, kept, refused }: Undone): string[] {
  return [...new Set([...takenBack, ...kept, ...refused].map(({ resource }) => resource))]
}
