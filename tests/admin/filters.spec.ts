import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/browser.ts'
import { asked, chip, choose, filter, openMore, taking } from '../support/filters.ts'
import { clean, make, named, unique } from '../support/records.ts'
import { counted, rowOf } from '../support/screen.ts'

/** Filters of lists, which are all in the address. */

const users = named('users')

test.afterEach(({ api }) => clean(api))

test('users by role and status, from page 1; filters are cleared one by one or all at once', async ({
  page,
  api,
}) => {
  const mark = unique()
  const people = [
    { firstName: 'Boss', role: 'admin' },
    { firstName: 'Busy' },
    { firstName: 'Idle', isActive: false },
  ]
  for (const one of people) await make(api, users, { ...one, lastName: mark })
  await page.goto('/admin/users?page=2')
  await expect(page.getByText(/^Page 2 of/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Clear all' })).toHaveCount(0)
  const seen = counted(page, 'GET', '/users')

  await choose(page, 'Status', 'Inactive')
  await expect(chip(page, 'Status: Inactive')).toBeVisible()
  await expect(page.getByText(/^Page 1 of/)).toBeVisible()
  await expect.poll(() => asked(seen)).toEqual({ page: '1', limit: '10', isActive: 'false' })
  await page.getByPlaceholder('Search users...').fill(mark)
  await page.keyboard.press('Enter')
  await expect(rowOf(page, mark)).toHaveText([/Idle/])

  await choose(page, 'Role', 'Admin')
  await expect(page.getByRole('cell', { name: 'No users found' })).toBeVisible()
  await choose(page, 'Status', 'Any')
  await expect(rowOf(page, mark)).toHaveText([/Boss/])
  await expect(filter(page, 'Status')).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: 'Showing 1 to 1 of 1' })).toHaveCount(1)

  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(page.getByPlaceholder('Search users...')).toHaveValue('')
  await expect(page.getByText(/^1–10 of \d\d\d/)).toBeVisible()
})

test('users by the days of their creation and last sign-in: from a link, by a preset, by two dates, and empty', async ({
  page,
}) => {
  const seen = counted(page, 'GET', '/users')
  // Links from other screens contain days, too.
  await page.goto('/admin/users?createdAt_from=2026-01-01&createdAt_to=2026-01-31')
  await expect(
    chip(page, 'Created: 1–31 Jan 2026').or(chip(page, 'Created: 1 – 31 Jan 2026')),
  ).toBeVisible()
  await expect
    .poll(() => asked(seen))
    .toMatchObject({ createdAt_from: '2026-01-01', createdAt_to: '2026-01-31' })
  await taking(page, 'Created').click()
  await expect(page.getByText(/^1–10 of \d\d\d/)).toBeVisible()

  // By keyboard: a preset, then two dates.
  await openMore(page)
  await choose(page, 'Created', 'Last 30 days')
  await expect(chip(page, 'Created: Last 30 days').first()).toBeVisible()
  await expect(page).toHaveURL(/createdAt_is=last30days/)
  const days = page.getByRole('group', { name: 'Created' })
  await days.getByPlaceholder('On or after').fill('2026-02-02')
  await page.keyboard.press('Enter')
  // The picker moves to its second date; a key before that would change the first.
  await expect(days.getByPlaceholder('On or before')).toBeFocused()
  await days.getByPlaceholder('On or before').fill('2026-02-03')
  await page.keyboard.press('Enter')
  await expect(
    chip(page, 'Created: 2–3 Feb 2026').or(chip(page, 'Created: 2 – 3 Feb 2026')),
  ).toBeVisible()
  await expectAccessible(page)
  await choose(page, 'Last Login', 'Is empty')
  await expect(chip(page, 'Last Login: Is empty').first()).toBeVisible()
  await expect.poll(() => asked(seen)).toMatchObject({ lastLogin_is: 'empty' })
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'More filters (2)' })).toBeFocused()
})

test.describe('a reader in another time zone than the reports', () => {
  test.use({ timezoneId: 'America/Los_Angeles' })

  test('a filter by days names the zone of its days', async ({ page }) => {
    const ada = { _id: 'u1', firstName: 'Ada', createdAt: '2026-01-20T07:18:00Z' }
    await page.route('**/api/v1/users?*', (route) =>
      route.fulfill({ json: { users: [ada], count: 1 } }),
    )
    await page.goto('/admin/users?createdAt_from=2026-01-20&createdAt_to=2026-01-20')
    await expect(chip(page, 'Created: 20 Jan 2026 (UTC)')).toBeVisible()
    const created = page.getByRole('row').getByRole('time').first()
    await expect(created).toHaveText('19 Jan 2026, 23:18')
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })
})
