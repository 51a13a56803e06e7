import { createStore } from '#admin/ui/create-store.ts'

/** The open question to confirm the user's identity, for which calls wait. */
export interface Asking {
  settle: (isConfirmed: boolean) => void
}

export const asking = createStore<Asking | undefined>(undefined)

let answer: Promise<boolean> | undefined
let places = 0

/** Asks the user once for all waiting calls. Returns false if they cancel, or if no dialog can be shown. */
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
