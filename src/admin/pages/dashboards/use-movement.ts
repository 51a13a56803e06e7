import { useEffect, useState } from 'react'

/** How long a movement counts, in milliseconds. */
const SEEN = 4000

/** Whether somebody has moved, touched or typed just now: then the way out is seen. */
export function useMovement(): boolean {
  const [isWatched, setWatched] = useState(true)
  useEffect(() => {
    const rest = () => setWatched(false)
    let timer = setTimeout(rest, SEEN)
    const move = () => {
      setWatched(true)
      clearTimeout(timer)
      timer = setTimeout(rest, SEEN)
    }
    const events = ['pointermove', 'pointerdown', 'keydown'] as const
    for (const event of events) addEventListener(event, move)
    return () => {
      clearTimeout(timer)
      for (const event of events) removeEventListener(event, move)
    }
  }, [])
  return isWatched
}
