import type { APIRequestContext, Page } from '@playwright/test'
import type { Applied, Plan } from '#contract/changes.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/browser.ts'
import { choose } from '../support/filters.ts'
import { clean, make, named, type Stored, unique } from '../support/records.ts'
import { dialog, expectToast } from '../support/screen.ts'

const users = named('users')

test.afterEach(({ api }) => clean(api))

const lines = (page: Page) => page.getByRole('main').getByRole('listitem')

/** Deactivates these users in one change, as a list does. Returns the id of the change. */
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
