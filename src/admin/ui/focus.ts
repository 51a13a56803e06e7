import { type RefObject, useEffect, useRef } from 'react'

/**
 * Keeps the focus within `area` when the focused element is removed: it moves to the element that matches
 * `fallback`. Waits while a list is loading.
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

  // Runs after each render, because any may remove the element.
  useEffect(() => {
    if (isPending || !(last.current instanceof Node) || last.current.isConnected) return
    last.current = null
    if (document.activeElement !== document.body) return
    area.current?.querySelector<HTMLElement>(fallback)?.focus({ preventScroll: true })
  })
}

/**
 * Returns the focus after a dialog that was opened by its address or closed by Back. Focuses the previous element,
 * else the page's title.
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
