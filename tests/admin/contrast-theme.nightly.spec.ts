import type { Locator } from '@playwright/test'
import { analyticsAt } from '../support/analytics.ts'
import { expect, test } from '../support/browser.ts'

const groundOf = (one: Locator) =>
  one.evaluate((element) => getComputedStyle(element).backgroundColor)

test('in a contrast theme the selection has the system’s colour', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto(analyticsAt())
  const chosen = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('span'))
    probe.style.cssText = 'background:Highlight;forced-color-adjust:none'
    const { backgroundColor } = getComputedStyle(probe)
    probe.remove()
    return backgroundColor
  })
  const menu = page.getByRole('navigation', { name: 'Main' })
  const main = page.getByRole('main')
  const tabs = main.getByRole('tab')
  for (const [one, other] of [
    [menu.getByRole('link', { name: 'Analytics' }), menu.getByRole('link', { name: 'Users' })],
    [tabs.first(), tabs.last()],
  ] as const) {
    await expect.poll(() => groundOf(one)).toBe(chosen)
    expect(await groundOf(other)).not.toBe(chosen)
  }
})
