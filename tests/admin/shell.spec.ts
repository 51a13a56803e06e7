import type { Page } from '@playwright/test'
import { registry } from '#resources/index.ts'
import { MENU_ORDER } from '#resources/menu-order.ts'
import { admin, expect, test } from '../support/browser.ts'
import { chosenIn, pick, resize } from '../support/screen.ts'

/** The console's menu. Its order is tested in src/admin/pages/pages.test.ts. */
const pages = [
  ['/admin', 'Dashboard'],
  ['/admin/dashboards', 'Custom dashboards'],
  ...inOrder(MENU_ORDER),
  ['/admin/analytics', 'Analytics'],
  ['/admin/activity', 'Activity'],
  ['/admin/settings', 'Settings'],
] as const

/** Address and title of the generic pages: first those in `order`, then all others. */
function inOrder(order: readonly string[]): (readonly [string, string])[] {
  const place = (page: string) => (order.includes(page) ? order.indexOf(page) : order.length)
  return registry
    .filter(({ hasOwnPage }) => !hasOwnPage)
    .sort((one, other) => place(one.page) - place(other.page))
    .map(({ page, title }) => [`/admin/${page}`, title])
}

const nav = (page: Page) => page.getByRole('navigation', { name: 'Main' })

/** A page's entry in the menu: its name, and the number of new items if there are any. */
const entry = (title: string) => new RegExp(`^${title}( ?\\d.*)?$`)

/** Whether the page is wider than the window; runs in the browser. */
const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth

async function arrive(page: Page, path: string, title: string) {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
}

test('the navigation lists what exists in its order and marks the current page; a change of page names the window and moves the focus to the title', async ({
  page,
}) => {
  const [, ...others] = pages
  await arrive(page, '/admin', 'Dashboard')
  await expect(page).toHaveTitle('Dashboard · Waymark Admin')
  await expect(nav(page).locator('[aria-current=page]')).toHaveText(['Dashboard'])
  for (const [path, title] of others) {
    await nav(page)
      .getByRole('link', { name: entry(title) })
      .click()
    await expect(page).toHaveURL(new RegExp(`${path}(\\?|/|$)`))
    await expect(page).toHaveTitle(`${title} · Waymark Admin`)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused()
    await expect(nav(page).getByRole('link')).toHaveText(pages.map(([, label]) => entry(label)))
    await expect(nav(page).locator('[aria-current=page]')).toHaveText([entry(title)])
  }
  await page.goBack()
  await expect(page).toHaveTitle(`${pages.at(-2)?.[1]} · Waymark Admin`)
  await page.reload()
  await expect(nav(page).locator('[aria-current=page]')).toHaveText([pages.at(-2)?.[1] ?? ''])
})

test('the navigation collapses to icons with tooltips, and is remembered', {
  tag: '@nightly',
}, async ({ page }) => {
  await arrive(page, '/admin', 'Dashboard')
  const aside = page.getByRole('complementary')
  const width = async () => (await aside.boundingBox())?.width ?? 0
  await expect.poll(width).toBeGreaterThanOrEqual(240)
  await page.getByRole('button', { name: 'Collapse navigation' }).click()
  await expect.poll(width).toBeLessThanOrEqual(72)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.poll(width).toBeLessThanOrEqual(72)

  await nav(page).getByRole('link', { name: 'Users' }).hover()
  await expect(page.getByRole('tooltip', { name: 'Users' })).toBeVisible()
  await nav(page).getByRole('link', { name: 'Users' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Users')

  await page.getByRole('button', { name: 'Expand navigation' }).click()
  await expect.poll(width).toBeGreaterThanOrEqual(240)
})

test('on a phone the navigation is a drawer', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await arrive(page, '/admin', 'Dashboard')
  await expect(nav(page)).toBeHidden()
  const opener = page.getByRole('button', { name: 'Open navigation' })
  await opener.click()
  const drawer = page.getByRole('dialog', { name: 'Navigation' })
  await expect(drawer.getByText(admin.email)).toBeVisible()
  await expect(drawer.getByRole('button', { name: 'Logout' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(opener).toBeFocused()

  await opener.click()
  await expect(drawer.getByRole('button', { name: 'Logout' })).toBeVisible()
  await page.mouse.click(380, 400)
  await expect(drawer).toBeHidden()

  await opener.click()
  await drawer.getByRole('link', { name: 'Users' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Users')
  await expect(drawer).toBeHidden()

  await opener.click()
  await drawer.getByRole('link', { name: 'Users' }).click()
  await expect(drawer).toBeHidden()
})

test('brand, account, header, footer and toast area surround the settings, which show a placeholder', async ({
  page,
}) => {
  await arrive(page, '/admin/settings', 'Settings')
  await expect(page.getByText('Manage system configurations', { exact: true })).toBeVisible()
  await expect(page.getByText('Settings management is not implemented yet.')).toBeVisible()
  await expect(page.getByText('Logged in as', { exact: true })).toBeVisible()
  await expect(page.getByText(admin.email)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  await expect(page.getByRole('banner')).toContainText('Admin Dashboard')
  await expect(page.getByRole('contentinfo')).toHaveText(
    `© ${new Date().getFullYear()} Waymark Admin`,
  )
  await expect(page.getByRole('region', { name: /Notifications/ })).toBeAttached()
  await page.getByRole('link', { name: 'Waymark', exact: true }).click()
  await expect(page).toHaveURL('/admin')
})

test('the keyboard skips to the content', async ({ page }) => {
  await arrive(page, '/admin/users', 'Users')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('the account’s theme applies at once, and before the first paint', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await arrive(page, '/admin/account', 'My account')
  const shade = () => page.evaluate(() => document.documentElement.dataset.theme)
  const theme = page.getByRole('combobox', { name: 'Theme' })
  expect(await shade()).toBe('dark')
  await pick(theme, 'Light')
  await expect.poll(shade).toBe('light')
  await pick(theme, 'Dark')
  await expect.poll(shade).toBe('dark')

  await page.emulateMedia({ colorScheme: 'light' })
  await page.addInitScript(() => {
    // The theme at the start of the document's body is that of the first paint.
    new MutationObserver((_records, watcher) => {
      if (!document.body) return
      watcher.disconnect()
      Object.assign(window, { firstShade: document.documentElement.dataset.theme })
    }).observe(document, { childList: true, subtree: true })
  })
  await page.reload()
  await expect(chosenIn(theme)).toHaveText('Dark')
  expect(await page.evaluate(() => (window as { firstShade?: string }).firstShade)).toBe('dark')
  await pick(theme, 'Match system')
  await expect.poll(shade).toBe('light')
})

test('no page scrolls sideways at any width', { tag: '@nightly' }, async ({ page }) => {
  test.slow()
  await arrive(page, '/admin', 'Dashboard')
  for (const [, title] of pages)
    await test.step(title, async () => {
      await resize(page, { width: 1920, height: 800 })
      await nav(page)
        .getByRole('link', { name: new RegExp(`^${title}( \\d|$)`) })
        .click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      for (const width of [1920, 1024, 768, 390, 360])
        await test.step(`${width} pixels`, async () => {
          await resize(page, { width, height: 800 })
          // Content that is still loading may be wider than its skeleton.
          await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
          await expect(page.getByText('Loading…')).toHaveCount(0)
          await expect.poll(() => page.evaluate(overflow)).toBeLessThanOrEqual(0)
        })
    })
})

test('a part of the console that is missing after an update reloads the page, once', async ({
  page,
  faults,
}) => {
  faults.allow(/404|dynamically imported module|preload CSS/)
  let documents = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents++
  })
  await page.route('**/assets/console-*.js', (route) => route.fulfill({ status: 404 }))
  await page.goto('/admin')
  await expect(page.getByRole('alert')).toContainText('Failed to show this page')
  await expect.poll(() => documents).toBe(2)
  await page.unroute('**/assets/console-*.js')
  await page.getByRole('button', { name: 'Reload page' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  expect(documents).toBe(3)
})
