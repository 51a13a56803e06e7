/**
 * Brings a field that takes the focus into view, clear of the header. Safari brings only its caret there, and knows
 * no scroll-margin for that. A field that is pressed was in view.
 */
export function keepFieldsInView(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && target.matches('input:not(:active), textarea:not(:active)'))
      target.scrollIntoView({ block: 'nearest' })
  })
}
