import { useEffect, useLayoutEffect, useRef } from 'react'

/**
 * Keeps the keyboard's place while saving disables the button that has it: a disabled button lets the focus fall
 * out of the dialog, and Escape with it. The dialog takes it, and gives it back when the save has failed, unless
 * something else has it by then: a field that is wrong, a notice.
 */
export function useKeptButton(isSaving: boolean): void {
  const last = useRef<EventTarget>(null)
  const kept = useRef<{ button: HTMLButtonElement; dialog: HTMLElement | null }>(undefined)

  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      last.current = target
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])

  useLayoutEffect(() => {
    const active = document.activeElement
    // Some browsers take the focus from a button as it is disabled, others when they paint next.
    const button = active === document.body ? last.current : active
    if (isSaving && button instanceof HTMLButtonElement && button.disabled) {
      const dialog = button.closest<HTMLElement>('[role=dialog] [tabindex]')
      kept.current = { button, dialog }
      dialog?.focus()
    } else if (!isSaving && kept.current) {
      if (active === kept.current.dialog) kept.current.button.focus()
      kept.current = undefined
    }
  }, [isSaving])
}
