import type { Locator, Page } from '@playwright/test'
import { content } from '#landing/content.ts'
import { expect, signedOut, test } from '../support/browser.ts'

test.use({ storageState: signedOut })

const { tabs } = content.how
const list = (page: Page) => page.getByRole('tablist', { name: content.how.tabsLabel })
const tab = (page: Page, at: number) => list(page).getByRole('tab').nth(at)
const panel = (page: Page, at: number): Locator => page.locator(`#how-${tabs[at]?.id}`)

/** Fails unless only this panel is shown, and its tab is selected. */
async function expectShown(page: Page, chosen: number): Promise<void> {
  for (const at of tabs.keys()) {
    await expect(tab(page, at)).toHaveAttribute('aria-selected', String(at === chosen))
    await expect(tab(page, at)).toHaveAttribute('tabindex', at === chosen ? '0' : '-1')
    const heading = panel(page, at).getByRole('heading', { level: 3 })
    if (at === chosen) await expect(heading).toBeVisible()
    else await expect(heading).toBeHidden()
  }
  await expect(page.getByRole('tabpanel')).toHaveCount(1)
  await expect(page.getByRole('tabpanel', { name: tabs[chosen]?.tab ?? '' })).toBeVisible()
}

test('the tabs react to arrows, Home, End and clicks; Tab moves into the panel', async ({
  page,
}) => {
  await page.goto('/')
  await tab(page, 0).focus()
  await expectShown(page, 0)
  const keys = [
    ['ArrowRight', 1],
    ['ArrowDown', 2],
    ['End', 4],
    ['ArrowRight', 0],
    ['ArrowLeft', 4],
    ['ArrowUp', 3],
    ['Home', 0],
  ] as const
  for (const [key, at] of keys) {
    await page.keyboard.press(key)
    await expect(tab(page, at)).toBeFocused()
    await expectShown(page, at)
  }
  await tab(page, 2).click()
  await expectShown(page, 2)
  await page.keyboard.press('Tab')
  await expect(panel(page, 2)).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(tab(page, 2)).toBeFocused()
})

test('printed, all parts are below each other', { tag: '@nightly' }, async ({ page }) => {
  await page.goto('/')
  await page.emulateMedia({ media: 'print' })
  for (const at of tabs.keys())
    await expect(panel(page, at).getByRole('heading', { level: 3 })).toBeVisible()
})

test('an address, a link and Back select the panel they name', { tag: '@nightly' }, async ({
  page,
}) => {
  await page.goto('/#how-missions')
  await expectShown(page, 1)
  await expect(tab(page, 1)).toBeInViewport()

  await page.evaluate(() => {
    const link = document.createElement('a')
    link.href = '#how-team'
    link.textContent = 'To the team'
    document.querySelector('.hero-text')?.append(link)
  })
  await page.getByRole('link', { name: 'To the team' }).click()
  await expectShown(page, 4)
  await expect(tab(page, 4)).toBeInViewport()

  await page.goBack()
  await expectShown(page, 1)
})
