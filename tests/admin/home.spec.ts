import { expect, test } from '../support/browser.ts'
import { activity, answer, CALL, totals } from '../support/home.ts'
import { clean, make, named, unique } from '../support/records.ts'
import { dialog } from '../support/screen.ts'

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

test('a failure shows a banner with Retry, and known values stay', async ({ page }) => {
  await page.clock.install()
  // A later route precedes earlier ones, so no request in between reaches the server.
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
  // The figures are fresh for ten seconds.
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

test('a new action is on the home page, and links to its record', async ({ page, api }) => {
  const mark = unique()
  const ama = await make(api, named('users'), { firstName: 'Ama', lastName: mark })
  await page.goto('/admin')
  const entry = activity(page)
    .getByRole('listitem')
    .filter({ hasText: `Created the user Ama ${mark}` })
  await expect(entry).toContainText(/FA\s*First Admin\s*Created the user Ama .*\s*User created/)
  await entry.getByRole('link', { name: `Ama ${mark}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Ama ${mark}` })).toBeVisible()
  await expect(page).toHaveURL(`/admin/users/${ama._id}`)
  await page.goBack()
  await expect(page).toHaveURL(/\/admin$/)
  await clean(api)
})
