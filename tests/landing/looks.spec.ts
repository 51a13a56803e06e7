import { expectAccessible } from '../support/axe.ts'
import { expect, signedOut, test } from '../support/browser.ts'
import { letter, postsOf, sendButton, shifts, watchShifts, write } from '../support/landing.ts'
import { unique } from '../support/records.ts'

test.use({ storageState: signedOut })

const widths = [360, 390, 768, 1024, 1440, 1920]

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of widths) {
    test(`LAND-04 no axe finding, no sideways scroll and no shift at ${width} px, ${colorScheme}`, async ({
      page,
    }) => {
      test.slow()
      const expectStill = async (state: string) => {
        const wide = await page.evaluate(() => document.documentElement.scrollWidth)
        expect(wide, `${state} is as wide as the window`).toBe(width)
        expect(await shifts(page), `${state} moves nothing`).toBe(0)
      }
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 844 })
      await watchShifts(page)
      await page.goto('/')
      await expectStill('the page')
      await expectAccessible(page)

      const menu = page.locator('.menu summary')
      if (await menu.isVisible()) {
        await menu.click()
        await expectAccessible(page, '.header')
        await expectStill('the open menu')
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
  }
}
