import { type RefObject, useLayoutEffect, useState } from 'react'

/** How wide an element is, as it changes. Known before the first paint. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const box = element.current
    if (!box) return
    setWidth(box.clientWidth)
    const watcher = new ResizeObserver(() => setWidth(box.clientWidth))
    watcher.observe(box)
    return () => watcher.disconnect()
  }, [element])
  return width
}
