import { useEffect, useState } from 'react'

/** The value as it was once it had not changed for `wait` milliseconds. */
export function useDebounced<T>(value: T, wait: number): T {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), wait)
    return () => clearTimeout(timer)
  }, [value, wait])
  return debounced
}
