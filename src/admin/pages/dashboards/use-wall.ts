import { useEffect } from 'react'

/**
 * What a screen on a wall needs of the browser, as far as it has it: all of the screen, when the visitor has
 * just pressed something, and no sleep while it is seen. Leaving the browser's full screen leaves, too.
 */
export function useWall(onLeave: () => void): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let isGone = false
    const stayAwake = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      // A browser may refuse, with a low battery for one: then the screen sleeps, and that is all.
      lock = await navigator.wakeLock.request('screen').catch(() => undefined)
      if (isGone) await lock?.release()
    }
    void stayAwake()
    document.addEventListener('visibilitychange', stayAwake)
    return () => {
      isGone = true
      document.removeEventListener('visibilitychange', stayAwake)
      void lock?.release()
    }
  }, [])

  useEffect(() => {
    // Asked for without a press, browsers refuse and complain in the console.
    if (navigator.userActivation?.isActive)
      document.documentElement.requestFullscreen?.().catch(() => undefined)
    return () => {
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined)
    }
  }, [])

  useEffect(() => {
    const leave = () => {
      if (!document.fullscreenElement) onLeave()
    }
    document.addEventListener('fullscreenchange', leave)
    return () => document.removeEventListener('fullscreenchange', leave)
  }, [onLeave])
}
