import { type RefObject, useLayoutEffect, useState } from 'react'

/** Returns the width of an element in whole pixels, updated on change; undefined before it is mounted. */
export function useWidth(element: RefObject<HTMLElement | null>): number | undefined {
  const [width, setWidth] = useState<number>()
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
