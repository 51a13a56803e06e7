import { type RefObject, useLayoutEffect, useState } from 'react'

/** The width of an element in whole pixels, now and whenever it changes; 0 before it stands. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return
    const measure = () => setWidth(Math.floor(current.getBoundingClientRect().width))
    measure()
    const watcher = new ResizeObserver(measure)
    watcher.observe(current)
    return () => watcher.disconnect()
  }, [element])
  return width
}
