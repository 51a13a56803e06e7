import type { Page } from '@playwright/test'

/**
 * What is wrong with how texts stand in their cards, in words, as one looks at it: a text that is cut or leaves
 * its card, two that lie over each other or over a drawing, and a card that scrolls. What is clipped whole is
 * left out on purpose; so is the end of a text with an ellipsis whose whole is its title.
 */
export function boxFaults(page: Page, cards: string): Promise<string[]> {
  return page.locator(cards).evaluateAll((places) => {
    interface Ink {
      left: number
      top: number
      right: number
      bottom: number
      what: string
      of: Element
    }
    const faults: string[] = []
    for (const card of places) {
      const name = card.querySelector('h2, h3')?.textContent ?? ''
      const frame = card.getBoundingClientRect()
      const inks: Ink[] = []

      /** What is seen of a box, and whether an edge that clips goes through it. */
      const add = (box: DOMRect, of: Element, what: string, inset: number) => {
        const lift = box.height * inset
        const whole = {
          left: box.left,
          right: box.right,
          top: box.top + lift,
          bottom: box.bottom - lift,
        }
        const seen = { ...whole }
        let ends = false
        for (let one: Element | null = of; one && one !== card; one = one.parentElement) {
          const style = getComputedStyle(one)
          if (style.display === 'none' || style.visibility === 'hidden') return
          if (style.overflowX === 'visible') continue
          const edge = one.getBoundingClientRect()
          if (style.textOverflow === 'ellipsis' && one.hasAttribute('title')) ends = true
          seen.left = Math.max(seen.left, edge.left)
          seen.right = Math.min(seen.right, edge.right)
          seen.top = Math.max(seen.top, edge.top)
          seen.bottom = Math.min(seen.bottom, edge.bottom)
        }
        if (seen.right - seen.left < 1 || seen.bottom - seen.top < 1) return
        const isCutAside = seen.left > whole.left + 1 || seen.right < whole.right - 1
        const isCutAbove = seen.top > whole.top + 1 || seen.bottom < whole.bottom - 1
        if (isCutAbove || (isCutAside && !ends)) faults.push(`${name}: ${what} is cut`)
        if (
          seen.left < frame.left ||
          seen.right > frame.right ||
          seen.top < frame.top ||
          seen.bottom > frame.bottom
        )
          faults.push(`${name}: ${what} leaves its card`)
        inks.push({ ...seen, what, of })
      }

      const texts = document.createTreeWalker(card, NodeFilter.SHOW_TEXT)
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const of = node.parentElement
        if (!of || !node.textContent?.trim() || of.closest('.sr-only, .ant-tooltip')) continue
        const range = document.createRange()
        range.selectNodeContents(node)
        // A line is higher than its letters.
        for (const box of range.getClientRects()) add(box, of, `‘${node.textContent}’`, 0.16)
      }
      for (const drawing of card.querySelectorAll('svg'))
        add(
          drawing.getBoundingClientRect(),
          drawing,
          `a drawing (${drawing.parentElement?.className})`,
          0,
        )

      inks.forEach((one, index) => {
        for (const other of inks.slice(index + 1)) {
          if (one.of === other.of) continue
          const across = Math.min(one.right, other.right) - Math.max(one.left, other.left)
          const along = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
          if (across > 1 && along > 1) faults.push(`${name}: ${one.what} over ${other.what}`)
        }
      })
      for (const part of [card, ...card.querySelectorAll('*')]) {
        const { overflowX, overflowY } = getComputedStyle(part)
        const isWide = overflowX === 'auto' && part.scrollWidth > part.clientWidth + 1
        const isHigh = overflowY === 'auto' && part.scrollHeight > part.clientHeight + 1
        if (isWide || isHigh) faults.push(`${name}: ${part.className} scrolls`)
      }
    }
    return [...new Set(faults)]
  })
}
