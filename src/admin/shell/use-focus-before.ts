import { useCallback, useEffect, useRef } from 'react'

/**
 * Remembers what had the focus last before a dialog opened; gives a function that hands it back, if nothing
 * else has it by then. A dialog that comes from no press, like the one that Back opens, cannot know by itself.
 */
export function useFocusBefore(isOpen: boolean): () => void {
  const last = useRef<HTMLElement>(null)

  useEffect(() => {
    if (isOpen) return
    const note = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement) last.current = target
    }
    addEventListener('focusin', note)
    return () => removeEventListener('focusin', note)
  }, [isOpen])

  return useCallback(() => {
    if (document.activeElement === document.body) last.current?.focus({ preventScroll: true })
  }, [])
}
