import { watched } from '#admin/ui/watched.ts'

/** Calls wait for their person to show that it is still them. */
export interface Asking {
  settle: (isConfirmed: boolean) => void
}

export const asking = watched<Asking | undefined>(undefined)

let answer: Promise<boolean> | undefined
let places = 0

/**
 * Asks the person once, however many calls wait. False when they cancel, and where no dialog can be drawn.
 */
export function confirmed(): Promise<boolean> {
  if (places === 0) return Promise.resolve(false)
  answer ??= new Promise<boolean>((settle) => asking.set({ settle })).finally(() => {
    answer = undefined
    asking.set(undefined)
  })
  return answer
}

/**
 * Registers a place for the dialog. The returned function removes it; without any place left, the open question
 * counts as cancelled.
 */
export function offerDialog(): () => void {
  places++
  return () => {
    places--
    if (places === 0) asking.now()?.settle(false)
  }
}
