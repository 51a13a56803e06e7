import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { readListAhead } from '#admin/pages/pages.ts'
import { useFreshNeeds } from '#admin/providers/needs.ts'
import { Boundary, Part } from '#admin/ui/Boundary.tsx'
import { loadable } from '#admin/ui/loadable.tsx'
import { currentToasts, onToasts, remove } from '#admin/ui/toast/store.ts'

const Toaster = loadable(
  () => import('#admin/ui/toast/Toaster.tsx'),
  (module) => module.Toaster,
)

/** Before the server is away: its code could not be fetched then. */
const Connection = loadable(
  () => import('./Connection.tsx'),
  (module) => module.Connection,
)

/** So long a page may take before what can wait comes all the same. */
const LATEST = 4000
/** How long what the page asked for first has to itself, once it is there. */
const REST = 300

/**
 * What can wait until the page has what it asked for first: the counts of what waits (MSG-02), the toast area
 * (TOAST-01), which comes with the first toast at the latest, what knows of the connection, and the code of lists.
 */
export function AtRest() {
  const isReady = useFirstAnswer()
  const toasts = useSyncExternalStore(onToasts, currentToasts)
  const [hasToaster, setToaster] = useState(false)
  if (!hasToaster && (isReady || toasts.length > 0)) setToaster(true)
  useFreshNeeds(isReady)
  useEffect(() => {
    if (!isReady) return
    const timer = setTimeout(readListAhead, REST)
    return () => clearTimeout(timer)
  }, [isReady])
  // What one session was told is not for the next.
  useEffect(() => {
    remove()
    return () => remove()
  }, [])
  return (
    <>
      {hasToaster ? (
        <Part text="Notifications could not be shown.">
          <Toaster />
        </Part>
      ) : null}
      {isReady ? (
        <Boundary fallback={() => null}>
          <Suspense>
            <Connection />
          </Suspense>
        </Boundary>
      ) : null}
    </>
  )
}

/** Whether the page has had an answer to what it asked first, or a failure. */
function useFirstAnswer(): boolean {
  const client = useQueryClient()
  const [isThere, setThere] = useState(false)
  useEffect(() => {
    const cache = client.getQueryCache()
    // A page that was drawn with its rows has had its answer: what can wait comes after its first paint.
    const isHere = cache.getAll().some(({ state }) => state.data !== undefined)
    const timer = setTimeout(() => setThere(true), isHere ? 0 : LATEST)
    const stop = cache.subscribe((event) => {
      // What else is told of may come while something is drawn.
      const isAnswer = event.type === 'updated' && ['success', 'error'].includes(event.action.type)
      if (isAnswer) setThere(true)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [client])
  return isThere
}
