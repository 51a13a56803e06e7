import { useSyncExternalStore } from 'react'
import { watched } from '#admin/ui/watched.ts'
import type { UndoBody } from '#contract/changes.ts'

/** A change to undo, or with `only` a part of it. `isRedo` where it is itself an undo. */
export interface WantedUndo {
  changeId: string
  only?: NonNullable<UndoBody>['only']
  isRedo?: boolean
}

/**
 * Every Undo of the console, be it of a toast or of a page, comes here. It belongs to no screen: crud/changes/Undoing.tsx
 * does it. A new object with each press.
 */
const wanted = watched<WantedUndo | undefined>(undefined)
export const wantedUndo = wanted.now
export const wantUndo = wanted.set
export const onWantedUndo = wanted.watch

const running = watched<ReadonlySet<string>>(new Set())

const keyOf = ({ changeId, only }: WantedUndo) => JSON.stringify([changeId, only])

/** Runs `undo`, unless the same is running already: a second press may come before the answer. */
export async function undoOnce(one: WantedUndo, undo: () => Promise<void>): Promise<void> {
  const key = keyOf(one)
  if (running.now().has(key)) return
  running.set(new Set([...running.now(), key]))
  try {
    await undo()
  } finally {
    running.set(new Set([...running.now()].filter((other) => other !== key)))
  }
}

/** Whether it is being undone now. */
export function useIsUndoing(one: WantedUndo): boolean {
  return useSyncExternalStore(running.watch, running.now).has(keyOf(one))
}
