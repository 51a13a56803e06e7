import type { Page } from '@playwright/test'
import { expectAccessible, expectNoViolations } from '../support/axe.ts'
import { expect, signedOut, test } from '../support/browser.ts'
import { letter, postsOf, sendButton, shifts, watchShifts, write } from '../support/landing.ts'
import { unique } from '../support/records.ts'

test.use({ storageState: signedOut })

/** Opens the page at a width. The returned function fails if the page scrolls sideways or has shifted. */
async function openAt(page: Page, width: number) {
  await page.setViewportSize({ width, height: 844 })
  await watchShifts(page)
  await page.goto('/')
  return async (state: string) => {
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(wide, `${state} is as wide as the window`).toBe(width)
    expect(await shifts(page), `${state} moves nothing`).toBe(0)
  }
}

/** Removes the drawing behind the waitlist's text: axe checks no contrast on a drawing. */
const takeDrawingAway = (page: Page) =>
  page.locator('.contours').evaluate((drawing) => drawing.remove())

for (const width of [390, 1440])
  test(`no sideways scroll and no layout shift at ${width} px`, async ({ page }) => {
    const expectStill = await openAt(page, width)
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

test('the fields of both forms are wide enough, and every word of them is legible', async ({
  page,
}) => {
  await page.goto('/')
  for (const width of [360, 390, 768, 1024, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 844 })
    for (const field of await page.locator('.form-field :is(input, select, textarea)').all()) {
      const box = await field.boundingBox()
      expect(box?.width, `${await field.getAttribute('id')} at ${width} px`).toBeGreaterThan(220)
    }
  }
  await takeDrawingAway(page)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const form of ['.form-place-waitlist', '.form-place-contact'])
      await expectNoViolations(page, form)
  }
})

// A colour is the same at every width: each scheme and each layout once is enough.
for (const [width, colorScheme] of [
  [390, 'dark'],
  [1440, 'light'],
] as const)
  test(`no axe finding and no sideways scroll at ${width} px, ${colorScheme}`, {
    tag: '@nightly',
  }, async ({ page }) => {
    test.slow()
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/')
    await expectAccessible(page)
    const menu = page.locator('.menu summary')
    if (await menu.isVisible()) {
      await menu.click()
      await expectAccessible(page, '.header')
      await page.keyboard.press('Escape')
    }
    // The first tab was open while the whole page was checked.
    for (const tab of (await page.getByRole('tab').all()).slice(1)) {
      await tab.click()
      await expectAccessible(page, '.how-tabs')
    }

    await page.locator('.faq summary').first().click()
    await expectAccessible(page, '#faq')

    await sendButton(page).click()
    await takeDrawingAway(page)
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
