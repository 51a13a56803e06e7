/**
 * Lays out the sections below the first view after its paint, one by one, so that slow phones are never busy for
 * long. All of them are ready when the visitor scrolls, or when the whole page is captured (styles/far.css).
 */
export function startLayOut(): void {
  const parts = [...document.querySelectorAll('main > section, .footer')]
  const next = () => {
    const part = parts.shift()
    if (!part) return
    part.classList.add('laid')
    // Reading the position forces the layout of this section alone.
    part.getBoundingClientRect()
    setTimeout(next)
  }
  requestAnimationFrame(() => setTimeout(next))
}
