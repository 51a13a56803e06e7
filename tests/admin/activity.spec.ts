import type { APIRequestContext, Page } from '@playwright/test'
import type { Applied, Plan } from '#contract/changes.ts'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/browser.ts'
import { choose } from '../support/filters.ts'
import { clean, make, type Stored, unique } from '../support/records.ts'
import { dialog, expectToast, resize, scrollWidth } from '../support/screen.ts'

const named = (page: string) => registry.find((one) => one.page === page) as Resource
const users = named('users')
const missions = named('missions')

test.afterEach(({ api }) => clean(api))

const lines = (page: Page) => page.getByRole('main').getByRole('listitem')

/** Deactivates these users by one change, as a list does; gives its id. */
async function deactivate(api: APIRequestContext, people: readonly Stored[]): Promise<string> {
  const change = { action: 'update', values: { isActive: false } }
  const ids = people.map(({ _id }) => _id)
  const planned = await api.post('changes/plan', { data: { resource: 'users', change, ids } })
  const { digest } = (await planned.json()) as Plan
  const applied = await api.post('changes', {
    data: {
      digest,
      resource: 'users',
      change,
      ids: people.map((one) => `${one._id}@${one.version}`),
    },
  })
  expect(applied.status(), await applied.text()).toBeLessThan(300)
  return String(((await applied.json()) as Applied).id)
}

test('a wrong change of many records is found in Activity, reviewed, and undone as far as possible', async ({
  page,
  api,
}) => {
  const mark = unique()
  const people = await Promise.all(
    ['Ada', 'Bea', 'Cleo'].map((firstName) => make(api, users, { firstName, lastName: mark })),
  )
  const change = await deactivate(api, people)
  const kept = people[1] as Stored
  expect((await api.put(`users/${kept._id}`, { data: { isActive: true } })).ok()).toBe(true)
  const isActive = async (one: Stored) =>
    (await (await api.get(`users/${one._id}`)).json()).isActive as boolean

  await page.goto('/admin')
  await page.getByRole('link', { name: 'All activity' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Activity')
  await choose(page, 'Resource', 'Users')
  await expect(page).toHaveURL(/resource=users$/)
  const line = lines(page).filter({ hasText: mark }).filter({ hasText: 'Updated 3 users:' })
  await expect(line).toContainText('First Admin')
  await expect(line.getByRole('link', { name: `Ada ${mark}` })).toHaveAttribute(
    'href',
    `/admin/users/${people[0]?._id}`,
  )

  await line.getByRole('button', { name: /^Details of/ }).click()
  const table = line.getByRole('table').first()
  await expect(table.getByRole('row', { name: /^Status/ })).toContainText(
    /Status\s*Active\s*Inactive/,
  )
  await expect(line.getByRole('table')).toHaveCount(3)

  const undo = line.getByRole('button', { name: /^Undo: Updated 3 users/ })
  await undo.click()
  const asked = dialog(page, 'Only part of this can be undone')
  await expect(asked.getByText('Will be undone (2)')).toBeVisible()
  await expect(asked.getByText('Will be kept, because it changed later (1)')).toBeVisible()
  await expect(asked.getByRole('listitem').filter({ hasText: `Bea ${mark}` })).toContainText(
    'Status, by First Admin',
  )
  await expect(asked.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectAccessible(page)
  expect(await isActive(people[0] as Stored)).toBe(false)
  await asked.getByRole('button', { name: 'Undo' }).click()
  await expectToast(page, 'Undone', '2 records are back to their earlier values. 1 was not undone.')
  await expect(line.getByText('Undone')).toBeVisible()
  await expect(undo).toHaveCount(0)
  expect(await Promise.all(people.map(isActive))).toEqual([true, true, true])
  const undone = await (await api.get(`changes/${change}`)).json()
  expect(undone.undoneBy).toMatch(/^[0-9a-f-]{36}$/)
})

test('Activity reports failures, empty results and sign-ins; one value is restored alone', {
  tag: '@nightly',
}, async ({ page, api }) => {
  const title = `Fold a boat ${unique()}`
  const mission = await make(api, missions, { title, difficulty: 'beginner' })
  const data = { title: `${title} twice`, difficulty: 'expert' }
  await api.put(`missions/templates/${mission._id}`, { data })
  const path = '**/api/v1/changes?*'
  await page.route(path, (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto(`/admin/activity?resource=missions%2Ftemplates&record=${mission._id}`)
  await expect(page.getByText('Failed to load changes.')).toBeVisible()
  await page.unroute(path)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(lines(page).filter({ has: page.getByRole('time') })).toHaveCount(2)

  await page.getByRole('button', { name: `Details of ${title} twice` }).click()
  const field = page.getByRole('row', { name: /^Difficulty/ })
  await expect(field).toContainText(/Beginner\s*Expert/)
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await resize(page, { width: 390, height: 844 })
  await expectAccessible(page)
  await expect.poll(() => scrollWidth(page)).toBe(390)
  await page.emulateMedia({ colorScheme: 'light' })
  await resize(page, { width: 1440, height: 900 })
  await field.getByRole('button', { name: 'Undo: Difficulty' }).click()
  await expectToast(page, 'Undone', 'The field is back to its earlier value.')
  const now = await (await api.get(`missions/templates/${mission._id}`)).json()
  expect(now).toMatchObject({ title: data.title, difficulty: 'beginner' })
  await expect(lines(page).filter({ has: page.getByRole('time') })).toHaveCount(3)
  const latest = lines(page).first()
  await latest.getByRole('button', { name: /^More actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Undo' }).click()
  await expect(lines(page).filter({ has: page.getByRole('time') })).toHaveCount(4)
  await expect(
    lines(page)
      .nth(1)
      .getByRole('button', { name: /^Details/ }),
  ).toBeFocused()

  await choose(page, 'Date', 'Yesterday')
  await expect(page.getByText('No results found.')).toBeVisible()
  await page.goBack()
  await expect(page.getByText('No results found.')).toBeHidden()
  await page.getByRole('tab', { name: 'Security' }).click()
  await expect(page).toHaveURL(/\?show=security$/)
  await expect(lines(page).filter({ hasText: 'Signed in' }).first()).toBeVisible()
  await choose(page, 'Event', 'Signed in')
  await expect(page).toHaveURL(/event=signed_in$/)
  // Lines that wait for others stand dimmed.
  await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0)
  await expectAccessible(page)

  // An address may name what is no resource.
  await page.goto('/admin/activity?resource=nothing&record=1')
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(page).toHaveURL(/activity$/)
})
