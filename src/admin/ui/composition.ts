/**
 * Keeps the keys of a composition (Japanese, Chinese, Korean) from every handler of the page: there Enter, Escape
 * and the arrows choose and end what is being composed. Call it before anything else listens on the window.
 */
export function leaveCompositionAlone(): void {
  addEventListener(
    'keydown',
    (event) => isOfComposition(event) && event.stopImmediatePropagation(),
    {
      capture: true,
    },
  )
}

/** Safari ends a composition before the key that ended it; of that key only its code tells. */
function isOfComposition({ isComposing, keyCode }: KeyboardEvent): boolean {
  return isComposing || keyCode === 229
}
