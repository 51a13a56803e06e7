const KINDS = 'a, button, input, select, textarea, summary'

/**
 * Scrolls a focused element into view, clear of the header. Safari scrolls only to the caret, and Firefox ignores
 * half-hidden elements. An element under the pointer does not move.
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
