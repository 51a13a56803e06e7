const KINDS = 'a, button, input, select, textarea, summary'

/**
 * Brings what takes the focus into view, clear of the header. Safari brings only the caret of a field there, and
 * Firefox leaves alone what is half hidden. What the pointer is on stays under it.
 */
export function keepFocusInView(): void {
  let isPressed = false
  for (const type of ['mousedown', 'mouseup']) {
    document.addEventListener(type, () => (isPressed = type === 'mousedown'), true)
  }
  document.addEventListener('focusin', ({ target }) => {
    if (!isPressed && target instanceof Element && target.matches(KINDS))
      target.scrollIntoView({ block: 'nearest' })
  })
}
