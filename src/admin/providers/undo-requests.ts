import { useIsMutating } from '@tanstack/react-query'
import { createStore } from '#admin/ui/create-store.ts'
import type { UndoBody } from '#contract/changes.ts'

/** A request to undo a change, or with `only` a part of it. `isRedo` if the change is itself an undo. */
export interface UndoRequest {
  changeId: string
  only?: NonNullable<UndoBody>['only']
  isRedo?: boolean
}

/** Requests from toasts and pages, which crud/changes/UndoHandler.tsx runs. Each press sets a new object. */
const wanted = createStore<UndoRequest | undefined>(undefined)
export const undoRequest = wanted.now
export const requestUndo = wanted.set
export const onUndoRequest = wanted.watch

/** Finds the running mutations that undo a change, or a part of it. */
export function undoMutationOf(changeId: string) {
  return {
    mutationKey: UNDO_KEY,
    predicate: ({ state }: { state: { variables?: unknown } }) =>
      (state.variables as UndoRequest).changeId === changeId,
  }
}
export const UNDO_KEY = ['undo']

export function useIsUndoing(changeId: string): boolean {
  return useIsMutating(undoMutationOf(changeId)) > 0
}
