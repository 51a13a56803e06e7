import type { Page } from '@playwright/test'
import { content } from '#landing/content.ts'
import { expect, signedOut, test } from '../support/browser.ts'

// Reduced motion: a jump does not scroll smoothly.
test.use({ storageState: signedOut, contextOptions: { reducedMotion: 'reduce' } })

/** The focused element, and whether the sticky header covers all of it. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const one = document.activeElement ?? document.body
    const header = document.querySelector('.header')
    const { top, bottom } = one.getBoundingClientRect()
    const name = `${one.tagName} ${one.id} ${one.textContent?.trim().slice(0, 30)}`
    const edge = header?.getBoundingClientRect().bottom ?? 0
    const hidden = bottom <= edge || top >= innerHeight
    // These are part of the header.
    const above = header?.contains(one) || one.matches('.skip')
    return { name, hidden: hidden && !above, done: one === document.body }
  })

test('the focus stays visible below the sticky header with Shift+Tab, on the smallest phone', {
  tag: '@nightly',
}, async ({ page }) => {
  test.slow()
  await page.setViewportSize({ width: 320, height: 568 })
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link').last().focus()
  const names: string[] = []
  for (let press = 0; press < 90; press++) {
    const { name, hidden, done } = await focused(page)
    if (done) break
    expect(hidden, `${name} is covered`).toBe(false)
    names.push(name)
    await page.keyboard.press('Shift+Tab')
  }
  expect(names.length).toBeGreaterThan(40)
  expect(names.at(-1)).toContain(content.header.skip)
})

test('an address with a hash shows no focus ring; the keyboard does', async ({ page }) => {
  await page.goto('/#how-team')
  const panel = page.locator('#how-team')
  await expect(page.getByRole('tabpanel')).toHaveCount(1)
  await panel.evaluate((element) => element.focus())
  await expect(panel).toHaveCSS('outline-style', 'none')
  await page.keyboard.press('Shift+Tab')
  await expect(page.locator('#how-tab-team')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(panel).toBeFocused()
  await expect(panel).toHaveCSS('outline-style', 'solid')
})
