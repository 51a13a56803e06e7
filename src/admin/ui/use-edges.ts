import { type RefObject, useLayoutEffect } from 'react'

/**
 * Marks an element that scrolls sideways by where there is more to see of it: `data-more="start"`, `"end"`, both, or
 * nothing. It is written past React, for scrolling draws nothing anew. `width` is the element's, measured elsewhere.
 */
export function useEdges(element: RefObject<HTMLElement | null>, width: number): void {
  // After each drawing: what is inside may be wider by then.
  useLayoutEffect(() => {
    const { current } = element
    if (!current || width === 0) return
    const mark = () => {
      const at = Math.abs(current.scrollLeft)
      const rest = current.scrollWidth - current.clientWidth - at
      const sides = [...(at > 1 ? ['start'] : []), ...(rest > 1 ? ['end'] : [])]
      current.dataset.more = sides.join(' ')
    }
    mark()
    current.addEventListener('scroll', mark, { passive: true })
    return () => current.removeEventListener('scroll', mark)
  })
}
