import { useEffect, useState } from 'react'
import { translate } from '#admin/format/translate.ts'

/**
 * For how long something has been going on, from the second second. It is not read out: what goes on is said beside
 * it, once.
 */
export function Elapsed() {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const since = Date.now()
    const timer = setInterval(() => setSeconds(Math.round((Date.now() - since) / 1000)), 1000)
    return () => clearInterval(timer)
  }, [])
  if (seconds < 2) return null
  return <span aria-hidden="true">{translate('{seconds} s', { seconds: String(seconds) })}</span>
}
