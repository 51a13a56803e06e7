import { useEffect, useState } from 'react'

/** The time, in milliseconds, and again every so often. */
export function useNow(every: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const tick = () => setNow(Date.now())
    const timer = setInterval(tick, every)
    // A hidden tab's timers are slowed down: what is seen again is right at once.
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [every])
  return now
}
