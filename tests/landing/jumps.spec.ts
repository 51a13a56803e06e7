import { anchors } from '#landing/anchors.ts'
import { expect, signedOut, test } from '../support/browser.ts'

test.use({ storageState: signedOut })

const HEADER = 68

const every = anchors.map(({ id }) => id)

for (const [width, height, ids] of [
  [390, 844, every],
  [1440, 900, [every.at(0), every.at(-1)].map(String)],
] as const)
  test(`an address with a fragment leads to the section, below the header, at ${width} px`, {
    tag: width === 1440 ? [] : '@nightly',
  }, async ({ page }) => {
    await page.setViewportSize({ width, height })
    for (const id of ids) {
      // A fresh page: heights of sections that were never shown are guessed.
      await page.goto('about:blank')
      await page.goto(`/#${id}`)
      const section = page.locator(`#${id}`)
      const place = () =>
        section.evaluate((element) => {
          const { scrollHeight, clientHeight } = document.documentElement
          const isAtEnd = scrollY >= scrollHeight - clientHeight - 1
          return isAtEnd ? 'at the end' : Math.round(element.getBoundingClientRect().top)
        })
      await expect
        .poll(async () => {
          const at = await place()
          return at === 'at the end' || Math.abs(at - HEADER) <= 2
        }, id)
        .toBe(true)
    }
  })
