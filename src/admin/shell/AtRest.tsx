import { useEffect } from 'react'
import { remove } from '#admin/ui/toast/store.ts'
import { Toaster } from '#admin/ui/toast/Toaster.tsx'
import { Connection } from './Connection.tsx'

/** What a page needs beside its content: the toasts and the notice about the connection. */
export function AtRest() {
  // Toasts of one session are not shown in the next.
  useEffect(() => {
    remove()
    return () => remove()
  }, [])
  return (
    <>
      <Toaster />
      <Connection />
    </>
  )
}
