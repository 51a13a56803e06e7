import { type RefObject, useEffect, useRef } from 'react'

/**
 * Keeps the focus from falling off the page when what had it vanishes from `area`: what the selector `fallback` finds
 * in the area takes it then. While a list is on its way it is waited for.
 */
export function useKeptFocus(
  area: RefObject<HTMLElement | null>,
  { isPending = false, fallback = 'h1' } = {},
): void {
  const last = useRef<EventTarget | null>(null)

  useEffect(() => {
    const element = area.current
    const note = ({ target }: Event) => {
      last.current = target
    }
    element?.addEventListener('focusin', note)
    return () => element?.removeEventListener('focusin', note)
  }, [area])

  // After each render, for any may have taken the element away.
  useEffect(() => {
    if (isPending || !(last.current instanceof Node) || last.current.isConnected) return
    last.current = null
    if (document.activeElement !== document.body) return
    area.current?.querySelector<HTMLElement>(fallback)?.focus({ preventScroll: true })
  })
}

/**
 * Hands the focus back when a dialog is gone that could not do so itself, because Back closed it or an address opened
 * it: to what had it before, else to the page's title.
 */
export function useFocusAfter(isOpen: boolean): void {
  const last = useRef<HTMLElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen && document.activeElement === document.body) {
      const title = document.querySelector<HTMLElement>('main h1')
      const place = last.current?.isConnected ? last.current : title
      place?.focus({ preventScroll: true })
    }
    wasOpen.current = isOpen
    if (isOpen) return
    const note = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement) last.current = target
    }
    addEventListener('focusin', note)
    return () => removeEventListener('focusin', note)
  }, [isOpen])
}

/** Returns whether a click in a row hit a control or menu, which handles it alone. */
export function isOnControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('button, a, label, [role=menu]') !== null
}
