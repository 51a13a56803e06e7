import { type RefObject, useEffect, useRef } from 'react'
import { brand } from '#brand'

/**
 * Makes a change of page known to everyone: the page's h1 becomes the window's title and takes the focus.
 * The first page only gets its title, for the browser has put the focus where it belongs. A page that loads
 * lazily is waited for.
 */
export function useArrival(main: RefObject<HTMLElement | null>, pathname: string): void {
  const last = useRef<string>(undefined)

  useEffect(() => {
    const area = main.current
    if (!area) return
    const isFirst = last.current === undefined
    const isSame = last.current === pathname
    last.current = pathname
    let taken: Element | undefined
    const arrive = () => {
      const heading = area.querySelector('h1')
      if (!heading || heading === taken) return
      // Of a page that was still loading: its title gives way to the page's own, and the focus with it.
      const hasMovedOn = taken !== undefined && document.activeElement !== document.body
      taken = heading
      document.title = `${heading.textContent} · ${brand.panel}`
      if (isFirst || isSame || hasMovedOn) return
      heading.tabIndex = -1
      heading.focus({ preventScroll: true })
      window.scrollTo(0, 0)
    }
    arrive()
    const watcher = new MutationObserver(arrive)
    watcher.observe(area, { childList: true, subtree: true })
    return () => watcher.disconnect()
  }, [main, pathname])
}
