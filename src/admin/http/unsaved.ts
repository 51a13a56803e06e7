import { currentSession, onSession } from './session.ts'

/**
 * What is being entered and not saved yet, so that a session that ends in the middle takes nothing with it. It
 * stays in this page's memory only, until the same person is in again; whoever else signs in never gets it.
 */
let unsaved: { owner: string; place: string; value: unknown } | undefined

/** Notes what a place of the console holds unsaved; undefined when nothing is any more. */
export function noteUnsaved(place: string, value: unknown): void {
  const session = currentSession()
  // What disappears because the session ended is just what must stay.
  if (session.status !== 'in') return
  if (value !== undefined) unsaved = { owner: session.user._id, place, value }
  else if (unsaved?.place === place) unsaved = undefined
}

/** What a place held when the session ended; undefined when it held nothing, or somebody else did. */
export function unsavedAt(place: string): unknown {
  return unsaved?.place === place ? unsaved.value : undefined
}

onSession(() => {
  const session = currentSession()
  const isOwner = session.status !== 'in' || session.user._id === unsaved?.owner
  // Who signs out leaves it behind, and was asked before; an end that comes by itself has its reason.
  const isLeft = session.status === 'out' && session.message === undefined
  if (isLeft || !isOwner) unsaved = undefined
})
