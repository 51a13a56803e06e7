/**
 * Lays out what lies below the first view once that is painted, section by section, so that a slow phone is never
 * busy for long at a time, and all of it is there when the visitor comes, or a picture of the whole page is taken
 * (styles/far.css).
 */
export function startLayOut(): void {
  const parts = [...document.querySelectorAll('main > section, .footer')]
  const next = () => {
    const part = parts.shift()
    if (!part) return
    part.classList.add('laid')
    // Asking for its place has it laid out now, alone, and not together with the next one.
    part.getBoundingClientRect()
    setTimeout(next)
  }
  requestAnimationFrame(() => setTimeout(next))
}
