import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/browser.ts'
import { asked, chip, choose, filter, openMore, openSelect, taking } from '../support/filters.ts'
import { clean, make, unique } from '../support/records.ts'
import { counted, dialog, openList, rowOf, scrollWidth } from '../support/screen.ts'

/** What lists are narrowed down by, and that the address holds all of it. */

const named = (page: string) => registry.find((one) => one.page === page) as Resource
const users = named('users')
const missions = named('missions')
const fields = named('career-fields')

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
  // Links of other screens bring days, too.
  await page.goto('/admin/users?createdAt_from=2026-01-01&createdAt_to=2026-01-31')
  await expect(
    chip(page, 'Created: 1–31 Jan 2026').or(chip(page, 'Created: 1 – 31 Jan 2026')),
  ).toBeVisible()
  await expect
    .poll(() => asked(seen))
    .toMatchObject({ createdAt_from: '2026-01-01', createdAt_to: '2026-01-31' })
  await taking(page, 'Created').click()
  await expect(page.getByText(/^1–10 of \d\d\d/)).toBeVisible()

  // By the keyboard: a word, and two dates, which antd puts in order.
  await openMore(page)
  await choose(page, 'Created', 'Last 30 days')
  await expect(chip(page, 'Created: Last 30 days').first()).toBeVisible()
  await expect(page).toHaveURL(/createdAt_is=last30days/)
  const days = page.getByRole('group', { name: 'Created' })
  await days.getByPlaceholder('On or after').fill('2026-02-02')
  await page.keyboard.press('Enter')
  // The picker goes on to its second date; until then a key would mean the first.
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

test('missions by difficulty, type and status with a search, with any characters in the words', {
  tag: '@nightly',
}, async ({ page, api }) => {
  const mark = unique()
  const type = 'Q&A #1, 100% "open" + free'
  const of = (title: string, values: object) =>
    make(api, missions, { title: `${title} ${mark}`, type, difficulty: 'expert', ...values })
  await of('Wanted', {})
  await of('Easy', { difficulty: 'beginner' })
  await of('Resting', { isActive: false })
  await of('Other', { type: 'research' })
  await openList(page, 'missions', mark)
  await expect(page.getByText('1–4 of 4')).toBeVisible()
  await choose(page, 'Type', type)
  await expect(page.getByText('1–3 of 3')).toBeVisible()
  await choose(page, 'Difficulty', 'Expert', 'Advanced')
  await expect(chip(page, 'Difficulty: Advanced, Expert')).toBeVisible()
  await expect(page.getByText('1–2 of 2')).toBeVisible()
  await choose(page, 'Status', 'Active')
  await expect(rowOf(page, mark)).toHaveText([/^Wanted/])

  await page.reload()
  await expect(chip(page, `Type: ${type}`)).toBeVisible()
  await expect(rowOf(page, mark)).toHaveText([/^Wanted/])
  await choose(page, 'Difficulty', 'Intermediate')
  await expect(page.getByRole('cell', { name: 'No missions found' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await expect(page.getByText(/^1–10 of/)).toBeVisible()

  // A backend without the words in use: those of the rows at hand.
  await page.route('**/values?of=type', (route) => route.fulfill({ status: 404 }))
  await openList(page, 'missions', mark)
  await expect(page.getByText('1–4 of 4')).toBeVisible()
  await openSelect(filter(page, 'Type'))
  await expect(page.getByRole('option')).toHaveText(['Any', type, 'Research'])
})

test('protocols by level; mentors by career field, searched, shown and reloaded by name', {
  tag: '@nightly',
}, async ({ page, api }) => {
  const mark = unique()
  const field = await make(api, fields, { name: `Bridges ${mark}` })
  const values = { name: `Noor ${mark}`, careerFields: [field._id] }
  await make(api, named('mentors'), values)
  const path = { title: `Path ${mark}`, targetLevel: 'advanced', careerFields: [field._id] }
  await make(api, named('protocols'), path)

  await openList(page, 'protocols', mark)
  await choose(page, 'Target Level', 'Beginner')
  await expect(page.getByText('No protocols found').last()).toBeVisible()
  await choose(page, 'Target Level', 'Beginner', 'Advanced')
  const card = page.getByRole('listitem').filter({ hasText: `Path ${mark}` })
  await expect(card).toContainText(`Bridges ${mark}`)

  await page.goto('/admin/mentors')
  await expect(page.getByText(/^1–10 of/)).toBeVisible()
  await filter(page, 'Career Field').fill(`bridges ${mark}`)
  await page.getByRole('option', { name: `Bridges ${mark}` }).click()
  await expect(chip(page, `Career Field: Bridges ${mark}`)).toBeVisible()
  await expect(rowOf(page, mark)).toHaveText([/Noor/])
  await expect(page).toHaveURL(new RegExp(`careerFields=${field._id}`))

  await page.reload()
  await expect(chip(page, `Career Field: Bridges ${mark}`)).toBeVisible()
  await expect(rowOf(page, mark)).toHaveText([/Noor/])
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(page.getByText(/^1–10 of/)).toBeVisible()
})

test('filters are set and cleared only by keyboard', { tag: '@nightly' }, async ({ page, api }) => {
  const mark = unique()
  const field = await make(api, fields, { name: `Keys ${mark}` })
  await make(api, missions, { title: `Typed ${mark}`, careerFields: [field._id] })
  await openList(page, 'missions', mark)
  await expect(rowOf(page, mark)).toHaveCount(1)
  await expect(filter(page, 'Status')).toBeVisible()
  await page.getByPlaceholder('Search missions...').focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(filter(page, 'Status')).toBeFocused()
  for (const key of ['Enter', 'ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
  await expect(chip(page, 'Status: Inactive')).toBeVisible()
  await expect(filter(page, 'Status')).toBeFocused()
  for (const key of ['Enter', 'ArrowUp', 'ArrowUp', 'Enter']) await page.keyboard.press(key)
  await expect(chip(page, 'Status: Inactive')).toHaveCount(0)
  await expect(rowOf(page, mark)).toHaveCount(1)

  for (let press = 0; press < 3; press++) await page.keyboard.press('Tab')
  await expect(filter(page, 'Career Fields')).toBeFocused()
  await page.keyboard.type(`keys ${mark}`)
  await expect(page.getByRole('option')).toHaveText([`Keys ${mark}`])
  await page.keyboard.press('Enter')
  await expect(chip(page, `Career Fields: Keys ${mark}`)).toBeVisible()
  await expect(rowOf(page, mark)).toHaveCount(1)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('filters are in a drawer, and nothing scrolls sideways', {
    tag: '@nightly',
  }, async ({ page }) => {
    await page.goto('/admin/missions?search=a&difficulty=beginner&isActive=true')
    await expect(page.getByRole('listitem').first()).toBeVisible()
    await expect.poll(() => scrollWidth(page)).toBe(390)
    const bar = page.getByRole('group', { name: 'Filters' })
    await expect(bar).toHaveCount(0)
    await page.getByRole('button', { name: 'Filters (2)' }).tap()
    const sheet = dialog(page, 'Filters')
    await expect(chip(page, 'Difficulty: Beginner')).toBeVisible()
    await expect.poll(() => scrollWidth(page)).toBe(390)
    await expectAccessible(page)
    for (const control of await sheet.locator('.ant-select, button').all()) {
      const { x = 0, width = 999, height = 0 } = (await control.boundingBox()) ?? {}
      expect(height).toBeGreaterThanOrEqual(24)
      expect(x + width).toBeLessThanOrEqual(390)
    }
    await choose(page, 'Difficulty')
    await expect(chip(page, 'Difficulty: Beginner')).toHaveCount(0)
    await expect(chip(page, 'Status: Active')).toBeVisible()
    await sheet.getByRole('button', { name: /^Show \d+$/ }).tap()
    await expect(sheet).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeFocused()
  })
})

test('axe finds nothing in a filtered list, light and dark', { tag: '@nightly' }, async ({
  page,
}) => {
  await page.goto('/admin/missions?difficulty=beginner&isActive=true')
  await expect(chip(page, 'Status: Active')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Edit / }).first()).toBeVisible()
  await openSelect(filter(page, 'Career Fields'))
  await expect(page.getByRole('option').first()).toBeVisible()
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
})
