import { useEffect } from 'react'

const AHEAD_MS = 300

/** Fetches the code of forms and questions when a screen has come to rest, so that the first opens at once, network or not. */
export function useFormAhead(isAtRest: boolean): void {
  useEffect(() => {
    if (!isAtRest) return
    const timer = setTimeout(() => {
      import('./form/FormModal.tsx').catch(() => undefined)
      import('./DeleteDialog.tsx').catch(() => undefined)
    }, AHEAD_MS)
    return () => clearTimeout(timer)
  }, [isAtRest])
}
