import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { expect, signedOut, test } from '../support/browser.ts'
import { letter, postsOf, sendButton, shifts, watchShifts, write } from '../support/landing.ts'
import { unique } from '../support/records.ts'

test.use({ storageState: signedOut })

/**
 * A line that moved by a pixel: our letters came after the first picture, and this machine has none of the fonts that
 * are made as wide. Whatever else moves is a multiple of it.
 */
const STILL = 0.001

/** Opens the page at a width; gives what fails when the page is wider than the window, or has moved anything. */
async function openAt(page: Page, width: number, colorScheme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme })
  await page.setViewportSize({ width, height: 844 })
  await watchShifts(page)
  await page.goto('/')
  return async (state: string) => {
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(wide, `${state} is as wide as the window`).toBe(width)
    expect(await shifts(page), `${state} moves nothing`).toBeLessThan(STILL)
  }
}

// 390 and 1440 px have theirs below.
for (const width of [360, 768, 1024, 1920])
  test(`LAND-04 no sideways scroll and no shift at ${width} px`, async ({ page }) => {
    const expectStill = await openAt(page, width, 'light')
    await expectStill('the page')
    const menu = page.locator('.menu summary')
    if (await menu.isVisible()) {
      await menu.click()
      await expectStill('the open menu')
      await page.keyboard.press('Escape')
    }
    for (const tab of (await page.getByRole('tab').all()).slice(1)) await tab.click()
    await expectStill('a tab')
    await page.locator('.faq summary').first().click()
    await sendButton(page).click()
    await expect(page.locator('#contact :focus')).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  })

// A colour is the same at every width: each scheme and each layout once shows them all.
for (const [width, colorScheme] of [
  [390, 'dark'],
  [1440, 'light'],
] as const)
  test(`LAND-04 no axe finding, no sideways scroll and no shift at ${width} px, ${colorScheme}`, async ({
    page,
  }) => {
    test.slow()
    const expectStill = await openAt(page, width, colorScheme)
    await expectStill('the page')
    await expectAccessible(page)
    const menu = page.locator('.menu summary')
    if (await menu.isVisible()) {
      await menu.click()
      await expectStill('the open menu')
      await expectAccessible(page, '.header')
      await page.keyboard.press('Escape')
    }
    // The first was open while the whole page was judged.
    for (const tab of (await page.getByRole('tab').all()).slice(1)) {
      await tab.click()
      await expectAccessible(page, '.how-tabs')
    }
    await expectStill('a tab')

    await page.locator('.faq summary').first().click()
    await expectAccessible(page, '#faq')

    await sendButton(page).click()
    await page.locator('#waitlist button[type=submit]').click()
    await expectAccessible(page, '#contact')
    await expectAccessible(page, '#waitlist')

    await page.route(postsOf('contact'), (route) =>
      route.fulfill({ json: { message: 'It has arrived.' } }),
    )
    await write(page, letter(unique()))
    await sendButton(page).click()
    await expect(page.locator('[data-done=contact]')).toBeFocused()
    await expectAccessible(page, '#contact')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  })
