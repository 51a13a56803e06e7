import { expectAccessible } from '../support/axe.ts'
import { expect, serverAnswer, test, toasts } from '../support/browser.ts'
import { clean, make, named, remember, unique } from '../support/records.ts'
import { counted, dialog, expectToast, openList, rowOf } from '../support/screen.ts'

/** Writes whose answer is lost, and records that were deleted while they are edited. Nothing typed is lost. */

const UNKNOWN = 'The server did not respond. Your changes may or may not be saved.'
const REGISTER = '**/api/v1/auth/register'
const users = named('users')

test.afterEach(({ api }) => clean(api))

test('a create without an answer is reported as unknown, can be looked up, and is stored once', async ({
  page,
  context,
  api,
}) => {
  const mark = unique()
  await openList(page, 'users', mark)
  await page.getByRole('button', { name: 'Add User' }).first().click()
  const form = dialog(page, 'Add New User')
  await form.getByLabel('First Name').fill('Lost')
  await form.getByLabel('Last Name').fill(mark)
  await form.getByLabel('Email').fill(`${mark}@example.org`)
  await form.getByRole('textbox', { name: 'Password' }).fill('nine-white-cairns')
  const create = form.getByRole('button', { name: 'Create' })

  await test.step('being offline is reported', async () => {
    await context.setOffline(true)
    await create.click()
    await expectToast(page, 'Error', 'You are offline. Nothing was sent.')
    await context.setOffline(false)
  })
  const posts = counted(page, 'POST', '/auth/register')
  await test.step('after a cut connection the notice has the focus', async () => {
    await page.route(REGISTER, async (route) => {
      await serverAnswer(route)
      await route.abort()
    })
    await create.click()
    const notice = form.getByRole('alert').filter({ hasText: UNKNOWN })
    await expect(notice).toBeFocused()
    await expect(toasts(page)).not.toContainText('Error')
    await expect(form.getByLabel('Last Name')).toHaveValue(mark)
    // The console itself retries once, under the same key.
    expect(posts).toHaveLength(2)
    await expectAccessible(page)
    await page.unroute(REGISTER)

    const opened = page.waitForEvent('popup')
    await notice.getByRole('link', { name: 'Open the list (new tab)' }).click()
    const list = await opened
    await expect(rowOf(list, mark)).toHaveCount(1)
    await list.close()
  })
  await create.click()
  await expect(form).toBeHidden()
  await expect(rowOf(page, mark)).toHaveCount(1)
  const keys = posts.map((post) => post.headers()['idempotency-key'])
  expect(new Set(keys).size).toBe(1)
  const { users: found } = await (await api.get(`users?search=${mark}`)).json()
  for (const { _id } of found) remember(users, _id)
  expect(found).toHaveLength(1)
})

test('a record deleted while it is edited keeps its form, and can be created again', {
  tag: '@nightly',
}, async ({ page, api }) => {
  const made = await make(api, users, { lastName: unique(), segment: 'graduate' })
  await openList(page, 'users', String(made.lastName))
  await page.getByRole('button', { name: `Edit Amara ${made.lastName}` }).click()
  const edit = dialog(page, 'Edit User')
  await edit.getByLabel('First Name').fill('Mine')
  await api.delete(`users/${made._id}`)
  await edit.getByRole('button', { name: 'Update' }).click()
  const notice = edit.getByRole('alert').filter({ hasText: 'This user was deleted' })
  await expect(notice).toBeFocused()
  await expect(edit.getByRole('button', { name: 'Update' })).toBeDisabled()
  await expectAccessible(page)

  await notice.getByRole('button', { name: 'Create again' }).click()
  const form = dialog(page, 'Add New User')
  await expect(form.getByRole('textbox', { name: 'Password' })).toBeFocused()
  await page.keyboard.type('three-blue-waymarks')
  await page.keyboard.press('Enter')
  await expect(form).toBeHidden()
  const { users: found } = await (await api.get(`users?search=${made.lastName}`)).json()
  for (const { _id } of found) remember(users, _id)
  expect(found).toMatchObject([{ firstName: 'Mine', email: made.email, segment: 'graduate' }])
})
