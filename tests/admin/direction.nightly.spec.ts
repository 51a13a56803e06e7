import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { expect, serverAnswer, test } from '../support/browser.ts'
import { dialog, resize, scrollWidth } from '../support/screen.ts'

const { step } = test
const desktop = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

/** Serves every page from right to left, as if admin.html and index.html said so. */
async function turnRound(page: Page): Promise<void> {
  await page.route(
    ({ pathname }) => !/^\/(api|assets)\//.test(pathname),
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback()
      const response = await serverAnswer(route)
      const text = await response.text()
      return route.fulfill({ response, body: text.replace('<html lang="en"', '$& dir="rtl"') })
    },
  )
}

/** Wide and on a phone: nothing is wider than the page, and axe finds nothing. */
async function judge(page: Page, within?: string): Promise<void> {
  for (const size of [phone, desktop]) {
    await resize(page, size)
    await expect.poll(() => scrollWidth(page)).toBe(size.width)
  }
  await expectAccessible(page, within)
}

test('from right to left: lists, a form, figures and the landing page are mirrored', async ({
  page,
}) => {
  test.slow()
  await turnRound(page)
  const middle = async (name: string) => {
    const box = await page.getByRole('tab', { name }).boundingBox()
    return (box?.x ?? 0) + (box?.width ?? 0) / 2
  }

  await step(
    'a list: the menu on the right, names at the start, an address in one piece',
    async () => {
      await page.goto('/admin/users')
      const rows = page.getByRole('row')
      await expect(rows.nth(3)).toBeVisible()
      const menu = await page.getByRole('navigation', { name: 'Main' }).boundingBox()
      const area = await page.getByRole('main').boundingBox()
      expect(menu?.x ?? 0).toBeGreaterThan(area?.x ?? 0)
      await expect(page.getByText(/^1–10 of \d+$/)).toHaveCSS('unicode-bidi', 'plaintext')
      await judge(page)
    },
  )

  await step('a form', async () => {
    await page
      .getByRole('button', { name: /^Edit / })
      .first()
      .click()
    await expect(dialog(page, 'Edit User').getByLabel('First Name')).toBeVisible()
    await judge(page)
    await page.keyboard.press('Escape')
  })

  await step('figures: the left arrow moves to the next tab, which is on the left', async () => {
    await page.goto('/admin/analytics')
    const chart = page.getByRole('img').first()
    await expect(chart).toBeVisible()
    await page.getByRole('tab', { name: 'User Engagement' }).press('ArrowLeft')
    await expect(page.getByRole('tab', { name: 'Missions' })).toBeFocused()
    expect(await middle('Missions')).toBeLessThan(await middle('User Engagement'))
    await judge(page)
  })

  await step('a dashboard, and its grid while it is edited', async () => {
    await page.goto('/admin/dashboards')
    const users = page.getByRole('heading', { name: 'Users', exact: true })
    await expect(users).toBeVisible()
    const shown = await users.boundingBox()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const card = page.getByRole('region', { name: 'Users', exact: true })
    await expect(card).toBeVisible()
    const isAtRight = (box: typeof shown) => (box?.x ?? 0) > desktop.width / 2
    expect(isAtRight(shown)).toBe(true)
    await expect.poll(async () => isAtRight(await card.boundingBox())).toBe(true)
    await card.getByRole('button', { name: 'Move or resize Users' }).click()
    await page.getByRole('menuitem', { name: 'Move left' }).click()
    await expect(page.getByText('Users moved to column 2, row 1')).toBeAttached()
    await judge(page)
  })

  await step('the landing page', async () => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const tab = page.getByRole('tab').first()
    await tab.press('ArrowLeft')
    await expect(page.getByRole('tab').nth(1)).toHaveAttribute('aria-selected', 'true')
    await judge(page, '.how-tabs')
  })
})
