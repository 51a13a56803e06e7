import { useIsMutating } from '@tanstack/react-query'
import { watched } from '#admin/ui/watched.ts'
import type { UndoBody } from '#contract/changes.ts'

/** A request to undo a change, or with `only` a part of it. `isRedo` if the change is itself an undo. */
export interface WantedUndo {
  changeId: string
  only?: NonNullable<UndoBody>['only']
  isRedo?: boolean
}

/** Requests from toasts and pages, which crud/changes/Undoing.tsx runs. Each press sets a new object. */
const wanted = watched<WantedUndo | undefined>(undefined)
export const wantedUndo = wanted.now
export const wantUndo = wanted.set
export const onWantedUndo = wanted.watch

/** Finds the running mutations that undo a change, or a part of it. */
export function undoing(changeId: string) {
  return {
    mutationKey: UNDO_KEY,
    predicate: ({ state }: { state: { variables?: unknown } }) =>
      (state.variables as WantedUndo).changeId === changeId,
  }
}
export const UNDO_KEY = ['undo']

export function useIsUndoing(changeId: string): boolean {
  return useIsMutating(undoing(changeId)) > 0
}
