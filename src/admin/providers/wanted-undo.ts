import { type MutationFilters, useIsMutating } from '@tanstack/react-query'
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

/** The key of the mutation that undoes; its variables are a WantedUndo. */
export const UNDO_KEY = ['undo']

/** Finds the mutation that undoes the same now. */
export function undoing({ changeId, only }: WantedUndo): MutationFilters {
  const key = JSON.stringify([changeId, only])
  return {
    mutationKey: UNDO_KEY,
    status: 'pending',
    predicate: ({ state }) => {
      const running = state.variables as WantedUndo
      return JSON.stringify([running.changeId, running.only]) === key
    },
  }
}

/** Whether it is being undone now. */
export function useIsUndoing(one: WantedUndo): boolean {
  return useIsMutating(undoing(one)) > 0
}
