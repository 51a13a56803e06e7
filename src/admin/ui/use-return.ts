import { useEffect, useEffectEvent } from 'react'

/** What was read longer ago, in milliseconds, is read again by whoever returns to it. */
const STALE = 10_000

/**
 * Calls back when the visitor returns to this tab or window and what it shows was read a while ago (`readAt`, 0 where
 * nothing was). Not while a dialog is open: what somebody is asked about stays as it was.
 */
export function useReturn(readAt: number, readAnew: () => void): void {
  const returned = useEffectEvent(() => {
    const isStale = readAt > 0 && Date.now() - readAt > STALE
    const isAsked = document.querySelector('[role=dialog]') !== null
    if (isStale && !isAsked && document.visibilityState === 'visible') readAnew()
  })
  useEffect(() => {
    const ended = new AbortController()
    const { signal } = ended
    document.addEventListener('visibilitychange', () => returned(), { signal })
    addEventListener('focus', () => returned(), { signal })
    return () => ended.abort()
  }, [])
}
