import type { Page } from '@playwright/test'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { expect, test } from '../support/browser.ts'
import { button, makeDashboard, ONE, openEditor } from '../support/dashboards.ts'
import { clean, make, type Stored, unique } from '../support/records.ts'
import { counted, dialog, openList, rowOf } from '../support/screen.ts'

const named = (name: string) => registry.find((one) => one.name === name) as Resource
const users = named('users')

test.afterEach(({ api }) => clean(api))

/** Answers each such write as stale, with a record that clashes with nothing: as a proxy without If-Match does. */
async function staleAlways(page: Page, path: string, method: string, current: Stored) {
  let { version } = current
  await page.route(path, (route) => {
    if (route.request().method() !== method) return route.fallback()
    version++
    const error = { code: 'stale', message: 'Changed meanwhile.', current: { ...current, version } }
    return route.fulfill({ status: 412, json: { error } })
  })
}

test('a dashboard whose every save is stale is sent three times, and then the clash is shown', {
  tag: '@nightly',
}, async ({ page, api }) => {
  const board = await makeDashboard(api)
  await openEditor(page, board)
  await button(page, 'Remove Users').click()
  const puts = counted(page, 'PUT', '/admin/dashboards/')
  await staleAlways(page, ONE, 'PUT', board)
  await button(page, 'Save').click()
  await expect(page.getByRole('alert')).toContainText('This dashboard was changed')
  await expect(page.getByRole('region', { name: 'Users', exact: true })).toHaveCount(0)
  expect(puts).toHaveLength(3)
})

test('a record that was just saved is deleted before the list has its new version', {
  tag: '@nightly',
}, async ({ page, api }) => {
  const mark = unique()
  const made = await make(api, users, { lastName: mark })
  await openList(page, 'users', mark)
  await expect(rowOf(page, mark)).toHaveCount(1)
  await page.getByRole('button', { name: `Edit Amara ${mark}` }).click()
  const form = dialog(page, 'Edit User')
  await form.getByLabel('First Name').fill('Augusta')
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/v1/users?*', async (route) => {
    await isReleased
    await route.fallback()
  })
  await form.getByRole('button', { name: 'Update' }).click()
  await expect(form).toBeHidden()
  const deletions = counted(page, 'DELETE', '/users/')
  await page.getByRole('button', { name: `Delete Amara ${mark}` }).click()
  const question = page.getByRole('dialog')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(question).toBeHidden()
  release()
  await expect(page.getByRole('cell', { name: 'No users found' })).toBeVisible()
  expect(deletions).toHaveLength(1)
  expect((await api.get(`users/${made._id}`)).status()).toBe(404)
})

test('a list is read again when its tab is shown again', { tag: '@nightly' }, async ({
  page,
  api,
}) => {
  const mark = unique()
  const { _id } = await make(api, users, { firstName: 'Ann', lastName: mark })
  await page.clock.install()
  await openList(page, 'users', mark)
  await expect(rowOf(page, mark)).toContainText(`Ann ${mark}`)
  await api.put(`users/${_id}`, { data: { firstName: 'Anna' } })
  // What is older than ten seconds is read again.
  await page.clock.fastForward('00:11')
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await expect(rowOf(page, mark)).toContainText(`Anna ${mark}`)
})
