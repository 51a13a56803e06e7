import type { Locator, Page } from '@playwright/test'
import { content } from '#landing/content.ts'
import { expect, signedOut, test } from '../support/browser.ts'
import { laidOut, scrolled } from '../support/landing.ts'

test.use({ storageState: signedOut })

const { tabs } = content.how
const list = (page: Page) => page.getByRole('tablist', { name: content.how.tabsLabel })
const tab = (page: Page, at: number) => list(page).getByRole('tab').nth(at)
const panel = (page: Page, at: number): Locator => page.locator(`#how-${tabs[at]?.id}`)

/** Fails unless just this part is shown, and its tab says so. */
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

test('choosing a tab neither moves the page nor adds to the history; paper shows every part', {
  tag: '@nightly',
}, async ({ page }) => {
  await page.goto('/')
  await test.step('choosing neither moves the page nor makes a step in the history', async () => {
    await laidOut(page)
    await tab(page, 0).scrollIntoViewIfNeeded()
    await tab(page, 0).focus()
    const stand = () =>
      page.evaluate(async () => {
        for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
        return [scrollY, document.querySelector<HTMLElement>('#fields')?.offsetTop, history.length]
      })
    const before = await stand()
    for (const at of tabs.keys()) {
      await tab(page, at).click()
      await page.keyboard.press('Space')
      await expect(page).toHaveURL(`/#how-${tabs[at]?.id}`)
      expect(await stand()).toEqual(before)
    }
  })

  await test.step('in print all parts are below each other', async () => {
    await page.emulateMedia({ media: 'print' })
    let end = 0
    for (const at of tabs.keys()) {
      await expect(panel(page, at).getByRole('heading', { level: 3 })).toBeVisible()
      const box = await panel(page, at).boundingBox()
      expect(box?.y).toBeGreaterThanOrEqual(end)
      end = (box?.y ?? 0) + (box?.height ?? 0) - 1
    }
  })
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

test('a reload keeps the panel and the scroll position', { tag: '@nightly' }, async ({ page }) => {
  await page.goto('/')
  await laidOut(page)
  await tab(page, 3).click()
  const before = (await scrolled(page)) + 300
  await page.mouse.wheel(0, 300)
  await expect.poll(() => scrolled(page)).toBe(before)
  await page.reload()
  await expectShown(page, 3)
  await expect.poll(() => scrolled(page)).toBe(before)
})

test('a missing browser feature disables one enhancement, not the others', {
  tag: '@nightly',
}, async ({ page, faults }) => {
  faults.allow(/IntersectionObserver is not/)
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'IntersectionObserver')
  })
  await page.goto('/')
  await tab(page, 1).click()
  await expectShown(page, 1)
  await page.locator('#contact button[type=submit]').click()
  await expect(page.locator('#contact-name-error')).toHaveText(content.forms.missing)
})
