/**
 * Brings a field that takes the focus into view, with its label. Safari brings only its caret there, and knows no
 * scroll-margin for that. What the pointer is on stays under it.
 */
export function keepFocusInView(): void {
  let isPressed = false
  for (const type of ['mousedown', 'mouseup']) {
    document.addEventListener(type, () => (isPressed = type === 'mousedown'), true)
  }
  document.addEventListener('focusin', ({ target }) => {
    if (!isPressed && target instanceof Element && target.matches('input, select, textarea'))
      target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })
}
