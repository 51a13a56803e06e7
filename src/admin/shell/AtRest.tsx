import { Suspense, useEffect } from 'react'
import { Boundary, Part } from '#admin/ui/Boundary.tsx'
import { loadable } from '#admin/ui/loadable.tsx'
import { remove } from '#admin/ui/toast/store.ts'

const Toaster = loadable(
  () => import('#admin/ui/toast/Toaster.tsx'),
  (module) => module.Toaster,
)

/** Loaded while the server can still be reached. */
const Connection = loadable(
  () => import('./Connection.tsx'),
  (module) => module.Connection,
)

/** What a page needs beside its content: the toasts and the notice about the connection. */
export function AtRest() {
  // Toasts of one session are not shown in the next.
  useEffect(() => {
    remove()
    return () => remove()
  }, [])
  return (
    <>
      <Part text="Notifications could not be shown.">
        <Toaster />
      </Part>
      <Boundary fallback={() => null}>
        <Suspense>
          <Connection />
        </Suspense>
      </Boundary>
    </>
  )
}
