import { watched } from '#admin/ui/watched.ts'

/** A change that is to be taken back at once; `isRedo` when it is itself one that took another back. */
export interface WantedUndo {
  changeId: string
  isRedo: boolean
}

/**
 * What was asked for at a toast, which belongs to no screen: crud/changes/Undoing.tsx does it. A new object with
 * each press.
 */
const wanted = watched<WantedUndo | undefined>(undefined)
export const wantedUndo = wanted.now
export const wantUndo = wanted.set
export const onWantedUndo = wanted.watch
