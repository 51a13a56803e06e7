import type { Page } from '@playwright/test'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/browser.ts'
import { button, makeDashboard, ONE, openEditor } from '../support/dashboards.ts'
import { clean, make, type Stored, unique } from '../support/records.ts'
import { counted, dialog, drawn, openList, rowOf } from '../support/screen.ts'

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

test('FORM-02 a dashboard whose every save is stale is sent three times, and then the clash is told', {
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

test('FORM-02 what one saved oneself is deleted before the list has its new version', {
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
  // The first was of the version that the list still showed.
  expect(deletions).toHaveLength(2)
  expect((await api.get(`users/${made._id}`)).status()).toBe(404)
})

test('FORM-02 a list that is old on return is read by itself: nothing moves, and what changed is marked', {
  tag: '@nightly',
}, async ({ page, api }) => {
  const mark = unique()
  const [ann, , cid] = [
    await make(api, users, { firstName: 'Ann', lastName: mark }),
    await make(api, users, { firstName: 'Ben', lastName: mark }),
    await make(api, users, { firstName: 'Cid', lastName: mark }),
  ]
  await openList(page, 'users', mark)
  const row = (name: string) => rowOf(page, `${name} ${mark}`)
  const edit = page.getByRole('button', { name: `Edit Ben ${mark}` })
  const come = () => page.evaluate(() => dispatchEvent(new Event('focus')))
  await edit.focus()
  const all = counted(page, 'GET', '/users')
  const reads = () => all.filter((one) => new URL(one.url()).pathname.endsWith('/users'))
  // Our letters are higher than those that stand in for them.
  await page.evaluate(() => document.fonts.ready)
  await drawn(page)
  const place = await row('Ben').boundingBox()
  await api.put(`users/${ann._id}`, { data: { firstName: 'Anna' } })
  await api.delete(`users/${cid._id}`)
  await make(api, users, { firstName: 'Dora', lastName: mark })

  await come()
  await page.clock.setFixedTime(Date.now() + 60_000)
  await edit.press('Enter')
  const form = dialog(page, 'Edit User')
  await expect(form).toBeVisible()
  await come()
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(form).toBeHidden()
  // What was just read is not old, and nobody is interrupted in a dialog.
  expect(reads()).toHaveLength(0)

  await expect(edit).toBeFocused()
  await come()
  await expect(row('Anna')).toContainText('Changed since you last looked')
  await expect(row('Cid')).toContainText('No longer on this page of the list')
  await expect(row('Ben')).not.toContainText('since')
  await expect(row('Dora')).toHaveCount(0)
  await expect(rowOf(page, mark)).toContainText(['Cid', 'Ben', 'Anna'])
  await expect(edit).toBeFocused()
  expect(await row('Ben').boundingBox()).toEqual(place)
  await expectAccessible(page)
  const main = page.getByRole('main')
  await expect(main).toContainText('1 changed, 1 new here, 1 no longer here')
  await page.locator('h1').click()
  await expect(row('Anna')).not.toContainText('Changed since')
  await main.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(row('Dora')).toBeVisible()
  await expect(row('Cid')).toHaveCount(0)
  await expect(main).not.toContainText('no longer here')
  expect(reads()).toHaveLength(1)
})
