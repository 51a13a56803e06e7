import { useCallback, useLayoutEffect, useRef } from 'react'

/** Gives a function to call before the order changes: what has the focus now has it afterwards, too. */
export function useHeldFocus(): () => void {
  const held = useRef<Element | null>(null)
  useLayoutEffect(() => {
    const element = held.current
    held.current = null
    if (element instanceof HTMLElement && element !== document.activeElement)
      element.focus({ preventScroll: true })
  })
  return useCallback(() => {
    held.current = document.activeElement
  }, [])
}
