import type { Page } from '@playwright/test'
import { anchors } from '#landing/anchors.ts'
import { expect, signedOut, test } from '../support/browser.ts'

test.use({ storageState: signedOut })

const HEADER = 68

/** Ways to a section that no click announces, each at the moment when the page is there. */
const ways: readonly [string, (page: Page, id: string) => Promise<unknown>][] = [
  ['an address with a fragment', (page, id) => page.goto(`/#${id}`)],
  [
    'a script that sets the fragment',
    async (page, id) => {
      await page.goto('/')
      await page.evaluate((hash) => {
        location.hash = hash
      }, id)
    },
  ],
  [
    'a program that scrolls there',
    async (page, id) => {
      await page.goto('/')
      await page.evaluate((target) => document.getElementById(target)?.scrollIntoView(), id)
    },
  ],
]

const every = anchors.map(({ id }) => id)
/** With the fewest and the most guessed heights above them. */
const outer = [every.at(0), every.at(-1)].map(String)

// The longest page has the most heights to guess: there every section is gone to in the most usual way.
for (const [width, height, at, ids] of [
  [390, 844, 0, every],
  [390, 844, 1, outer],
  [390, 844, 2, outer],
  [1440, 900, 0, outer],
] as const)
  for (const [what, go] of ways.slice(at, at + 1))
    test(`${what} leads to the section, below the header, at ${width} px`, {
      tag: width === 1440 ? [] : '@nightly',
    }, async ({ page }) => {
      await page.setViewportSize({ width, height })
      for (const id of ids) {
        // Sections that nobody has seen yet have their heights guessed: all of them anew each time.
        await page.goto('about:blank')
        await go(page, id)
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
          }, `${what} #${id}`)
          .toBe(true)
      }
    })

test('a text that a search engine points at is in view', { tag: '@nightly' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/#:~:text=Is a Traveler a real person')
  await expect(page.locator('.faq summary').first()).toBeInViewport()
})

test('the whole page is laid out soon after loading, without scrolling', {
  tag: '@nightly',
}, async ({ page }) => {
  await page.goto('/')
  for (const section of await page.locator('main > section, .footer').all())
    await expect(section).toHaveCSS('content-visibility', 'visible')
  expect(await page.evaluate(() => scrollY)).toBe(0)
})
