import type { Locator } from '@playwright/test'
import { analyticsAt } from '../support/analytics.ts'
import { expect, test } from '../support/browser.ts'

const groundOf = (one: Locator) =>
  one.evaluate((element) => getComputedStyle(element).backgroundColor)

test('in a contrast theme what is chosen has the system’s colour of it; what comes up arrives within a sixth of a second, and at once where the system says so', async ({
  page,
}) => {
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
    [
      main.getByRole('button', { name: 'Charts', exact: true }),
      main.getByRole('button', { name: 'Tables', exact: true }),
    ],
  ] as const) {
    await expect.poll(() => groundOf(one)).toBe(chosen)
    expect(await groundOf(other)).not.toBe(chosen)
  }

  await test.step('a menu arrives', async () => {
    // Where something still loads, its bones begin to shimmer again.
    await expect(page.locator('.ant-skeleton')).toHaveCount(0)
    const opener = page.getByRole('button', { name: /^Theme/ })
    for (const [reducedMotion, least, most] of [
      ['no-preference', 100, 160],
      ['reduce', 0, 1],
    ] as const) {
      await page.emulateMedia({ forcedColors: 'none', reducedMotion })
      const long = page.evaluate(
        () =>
          new Promise<[string, number]>((resolve) => {
            document.addEventListener(
              'animationstart',
              ({ target, animationName }) => {
                const time =
                  parseFloat(getComputedStyle(target as Element).animationDuration) * 1000
                resolve([animationName, time])
              },
              { once: true },
            )
          }),
      )
      await opener.click()
      const [name, time] = await long
      expect(name).toBe('arrive')
      expect(time).toBeGreaterThanOrEqual(least)
      expect(time).toBeLessThanOrEqual(most)
      await expect(page.getByRole('menuitemradio').first()).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('menuitemradio')).toHaveCount(0)
    }
  })
})
