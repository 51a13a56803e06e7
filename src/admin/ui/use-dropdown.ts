import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react'

/**
 * A button and the panel that it drops below itself: Escape closes it and hands the focus back, and so does leaving
 * it. What is `around` goes on the element that has both; the panel itself uses `useDropped`.
 */
export function useDropdown() {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const leave = () => {
    button.current?.focus()
    setOpen(false)
  }
  const around = {
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !isOpen) return
      event.stopPropagation()
      leave()
    },
    onBlur: ({ relatedTarget, currentTarget }: FocusEvent) => {
      // A calendar of the browser takes the focus out of the page, and gives it back.
      if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpen(false)
    },
  }
  return { isOpen, button, setOpen, leave, around }
}
