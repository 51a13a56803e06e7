import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/browser.ts'
import { activity, answer, CALL, totals } from '../support/home.ts'
import { dialog, scrollWidth } from '../support/screen.ts'

test('each count is on a card that links to its list', async ({ page }) => {
  await answer(page, { counts: { users: 12345, missions: 24, protocols: 0 }, recentActivity: [] })
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  const cards = totals(page).getByRole('link')
  await expect(cards).toHaveText([
    'Total Users12,345',
    'Total Missions24',
    'Total Protocols0',
    'Active Mentors–',
  ])
  for (const [card, path] of [
    ['Total Missions', '/admin/missions'],
    ['Total Protocols', '/admin/protocols'],
    ['Active Mentors', '/admin/mentors?isActive=true'],
    ['Total Users', '/admin/users'],
  ] as const) {
    await totals(page).getByRole('link', { name: card }).click()
    await expect
      .poll(() => decodeURIComponent(page.url()))
      .toMatch(new RegExp(`${path.replace(/[?[\]]/g, '\\$&')}(&|\\?|$)`))
    await page.goBack()
    await expect(cards).toHaveCount(4)
  }
})

test('each card names its count', { tag: '@nightly' }, async ({ page }) => {
  await page.goto('/admin')
  await expect(totals(page).getByText(/^[\d,]+$/)).toHaveCount(4)
  await page.getByRole('button', { name: 'What is Active Mentors?' }).focus()
  await expect(page.getByRole('tooltip')).toHaveText('Mentors whose status is Active now.')
  await page.getByRole('button', { name: 'What is Total Users?' }).click()
  await expect(page.getByRole('tooltip', { name: /admins and inactive ones/ })).toBeVisible()
  await expect(page).toHaveURL(/\/admin$/)
})

test('skeletons reserve the place of numbers and entries; nothing is called empty', {
  tag: '@nightly',
}, async ({ page }) => {
  let release = () => undefined as unknown
  const held = new Promise((resolve) => {
    release = () => resolve(undefined)
  })
  const entry = { eventType: 'user_created', timestamp: new Date().toISOString(), user: null }
  await page.route(CALL, async (route) => {
    await held
    await route.fulfill({
      json: { counts: { users: 3 }, recentActivity: Array.from({ length: 10 }, () => entry) },
    })
  })
  await page.goto('/admin')
  await expect(activity(page).getByText('Loading…')).toBeAttached()
  // Letters of another font would move the boxes, too.
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  const boxes = async () => [await totals(page).boundingBox(), await activity(page).boundingBox()]
  const before = await boxes()
  release()
  await expect(activity(page).getByRole('listitem')).toHaveCount(10)
  await expect.poll(boxes).toEqual(before)
  expect((before[1]?.y ?? 0) + (before[1]?.height ?? 0)).toBeLessThanOrEqual(900)

  await page.unroute(CALL)
  await answer(page, { counts: {}, recentActivity: [] })
  await page.reload()
  await expect(activity(page).getByText('No recent activity')).toBeVisible()
})

test('a failure shows a banner with Retry, and known values stay', async ({ page }) => {
  await page.clock.install()
  // A later route goes before the earlier ones, so that no request in between reaches the server.
  await page.route(CALL, (route) => route.fulfill({ status: 500, body: '<html>' }))
  await page.goto('/admin')
  const banner = page.getByRole('alert')
  await expect(banner).toContainText('Failed to fetch system overview')
  await expect(page.getByText('No recent activity')).toHaveCount(0)
  await answer(page, { counts: { users: 77 }, recentActivity: [] })
  await banner.getByRole('button', { name: 'Retry' }).click()
  await expect(banner).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  await page.route(CALL, (route) =>
    route.fulfill({ status: 503, json: { error: { message: 'The trail is closed.' } } }),
  )
  await totals(page).getByRole('link', { name: 'Total Users' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
  // What is older than ten seconds is read again.
  await page.clock.fastForward('00:11')
  await page.goBack()
  await expect(banner).toContainText('The trail is closed.')
  await expect(totals(page).getByText('77')).toBeVisible()
  await expect(activity(page).getByText('No recent activity')).toBeVisible()
})

test('Quick Actions start with users, missions, protocols and mentors, and add one', {
  tag: '@nightly',
}, async ({ page }) => {
  await page.goto('/admin')
  const actions = page.getByRole('region', { name: 'Quick Actions' })
  const links = actions.getByRole('listitem').locator('a:first-child')
  await expect(links.first()).toBeVisible()
  const addresses = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href')))
  const first = ['/admin/users', '/admin/missions', '/admin/protocols', '/admin/mentors']
  expect(addresses.slice(0, 4)).toEqual(first)
  await expect(links.nth(3).locator('svg')).toBeVisible()
  await expect(links.nth(3)).toHaveAccessibleName(/^Mentors/)
  await actions.getByRole('link', { name: 'Add Mission' }).click()
  await expect(dialog(page, 'Add New Mission')).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/missions\?add$/)
})

test('on a phone nothing scrolls sideways, and axe finds nothing in either theme', {
  tag: '@nightly',
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.goto('/admin')
    await expect(activity(page).getByRole('time').first()).toBeVisible()
    await expect.poll(() => scrollWidth(page)).toBe(390)
    await expectAccessible(page)
    await page.route(CALL, (route) => route.fulfill({ status: 500 }))
    await page.reload()
    await expect(page.getByRole('alert')).toBeVisible()
    await expectAccessible(page)
    await page.unroute(CALL)
  }
})
