import type { Page } from '@playwright/test'

/**
 * Does to the page what Chrome's translator does: each text node gives way to `<font><font>…</font></font>`. The words
 * stay as they are, so a test finds them. Takes whether later texts are translated as well; returns what ends that. Runs
 * in the browser, so it holds all that it needs.
 */
export function translatePage(goesOn = false): () => void {
  const kept = 'script, style, noscript, textarea, svg, font, [translate=no]'
  const translateAll = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    for (const text of texts) {
      if (!text.data.trim() || text.parentElement?.closest(kept)) continue
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.append(text.data)
      outer.append(inner)
      text.before(outer)
      text.remove()
    }
  }
  translateAll()
  const observer = new MutationObserver(translateAll)
  if (goesOn)
    observer.observe(document.body, { childList: true, characterData: true, subtree: true })
  return () => observer.disconnect()
}

/** Translates the page as it is now. */
export async function translateOnce(page: Page): Promise<void> {
  await page.evaluate(`(${translatePage})()`)
}

/** Translates every document that the page opens from now on, and all that appears in it. */
export async function translateAlways(page: Page): Promise<void> {
  await page.addInitScript(`addEventListener('DOMContentLoaded', () => (${translatePage})(true))`)
}
