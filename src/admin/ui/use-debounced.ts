import { useEffect, useState } from 'react'

/** Returns the value after it has been stable for `wait` milliseconds. */
export function useDebounced<T>(value: T, wait: number): T {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), wait)
    return () => clearTimeout(timer)
  }, [value, wait])
  return debounced
}
