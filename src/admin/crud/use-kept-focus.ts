import { type RefObject, useEffect, useRef } from 'react'

/**
 * Keeps the focus from falling off the page: when what had it vanishes from `area` (a deleted row's button,
 * a Retry that worked), the area's title takes it.
 */
export function useKeptFocus(area: RefObject<HTMLElement | null>): void {
  const last = useRef<EventTarget | null>(null)

  useEffect(() => {
    const note = ({ target }: Event) => {
      last.current = target
    }
    const element = area.current
    element?.addEventListener('focusin', note)
    return () => element?.removeEventListener('focusin', note)
  }, [area])

  // After each render, for any may have taken the element away.
  useEffect(() => {
    const lost = last.current instanceof Node && !last.current.isConnected
    if (!lost || document.activeElement !== document.body) return
    last.current = null
    area.current?.querySelector('h1')?.focus()
  })
}
