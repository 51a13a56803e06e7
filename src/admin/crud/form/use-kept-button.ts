import { useLayoutEffect, useRef } from 'react'

/**
 * Keeps the keyboard's place while saving disables the button that has it: a disabled button lets the focus fall
 * out of the dialog, and Escape with it. The dialog takes it, and gives it back when the save has failed, unless
 * something else has it by then: a field that is wrong, a notice.
 */
export function useKeptButton(isSaving: boolean): void {
  const kept = useRef<{ button: HTMLButtonElement; dialog: HTMLElement | null }>(undefined)

  useLayoutEffect(() => {
    const active = document.activeElement
    if (isSaving && active instanceof HTMLButtonElement && active.disabled) {
      const dialog = active.closest<HTMLElement>('[role=dialog] [tabindex]')
      kept.current = { button: active, dialog }
      dialog?.focus()
    } else if (!isSaving && kept.current) {
      if (active === kept.current.dialog) kept.current.button.focus()
      kept.current = undefined
    }
  }, [isSaving])
}
