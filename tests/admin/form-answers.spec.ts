import type { Page, Route } from '@playwright/test'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, serverAnswer, test, toasts } from '../support/browser.ts'
import { clean, make, remember, type Stored, unique } from '../support/records.ts'
import { counted, dialog, expectToast, openList, resize, rowOf } from '../support/screen.ts'

const users = registry.find((one) => one.name === 'users') as Resource
const fields = registry.find((one) => one.name === 'career-fields') as Resource
const mentors = registry.find((one) => one.name === 'mentors') as Resource
const ITEM = '**/api/v1/users/*'
const UNKNOWN = 'The server did not respond. Your changes may or may not be saved.'

test.afterEach(({ api }) => clean(api))

async function openEdit(page: Page, { lastName }: Stored) {
  await openList(page, 'users', String(lastName))
  await page.getByRole('button', { name: `Edit Amara ${lastName}` }).click()
  return dialog(page, 'Edit User')
}

test.describe('a write without an answer is reported as unknown', () => {
  test('an error of a proxy is not a refusal, one of the server is; offline nothing is sent', {
    tag: '@nightly',
  }, async ({ page, context, api }) => {
    const name = `Aa ${unique()}`
    await page.goto('/admin/career-fields')
    await page.getByRole('button', { name: 'Add Field' }).click()
    const form = dialog(page, 'Add New Career Field')
    const save = form.getByRole('button', { name: 'Save Field' })
    await form.getByLabel('Field Name').fill(name)
    const notice = form.getByRole('alert').filter({ hasText: UNKNOWN })
    const answers: [Parameters<Route['fulfill']>[0], string | undefined][] = [
      [{ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }, undefined],
      [
        { status: 503, json: { error: { code: 'unavailable', message: 'Busy. Try again.' } } },
        'Busy. Try again.',
      ],
      [{ status: 503, contentType: 'text/html', body: '<h1>Busy</h1>' }, 'Failed to add field.'],
      [{ status: 504, body: 'upstream request timeout' }, undefined],
      [{ status: 500, body: '' }, 'Failed to add field.'],
    ]
    for (const [answer, said] of answers)
      await test.step(`an answer of ${answer?.status}`, async () => {
        await page.route('**/api/v1/career-fields', (route) =>
          route.request().method() === 'POST' ? route.fulfill(answer) : route.fallback(),
        )
        await save.click()
        if (said) await expectToast(page, 'Error', said)
        await expect(notice).toHaveCount(said ? 0 : 1)
        await page.unroute('**/api/v1/career-fields')
      })
    await test.step('being offline is reported; back online it is saved once', async () => {
      await context.setOffline(true)
      await save.click()
      await expectToast(page, 'Error', 'You are offline. Nothing was sent.')
      await expect(form.getByLabel('Field Name')).toHaveValue(name)
      await context.setOffline(false)
      await save.click()
      await expect(form).toBeHidden()
      await expect(rowOf(page, name)).toHaveCount(1)
    })
    const [added] = (await (await api.get(`career-fields?search=${name}`)).json()).careerFields
    remember(fields, added._id)
  })

  test('without an answer, an edit can be sent again; it was saved after all', {
    tag: '@nightly',
  }, async ({ page, api }) => {
    const made = await make(api, users, { lastName: unique() })
    const form = await openEdit(page, made)
    await form.getByLabel('First Name').fill(' Mine ')
    const puts = counted(page, 'PUT', '/users/')
    await page.route(ITEM, async (route) => {
      if (route.request().method() === 'PUT') await serverAnswer(route)
      await route.abort()
    })
    await form.getByRole('button', { name: 'Update' }).click()
    const notice = form.getByRole('alert').filter({ hasText: UNKNOWN })
    await expect(notice).toBeFocused()
    await expect(form.getByLabel('First Name')).toHaveValue(' Mine ')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await dialog(page, 'Discard changes?').getByRole('button', { name: 'Keep editing' }).click()

    // Somebody else changed something else meanwhile: mine is saved all the same.
    await api.put(`users/${made._id}`, { data: { segment: 'student' } })
    await page.unroute(ITEM)
    await form.getByRole('button', { name: 'Update' }).click()
    await expect(form).toBeHidden()
    await expect(rowOf(page, `Mine ${made.lastName}`)).toHaveCount(1)
    // Sent once more by the console itself, under the same key, and once by the button.
    expect(puts).toHaveLength(3)
  })

  test('an edit that was not saved, of what another admin changed, is a matter to decide', {
    tag: '@nightly',
  }, async ({ page, api }) => {
    const made = await make(api, users, { lastName: unique() })
    const form = await openEdit(page, made)
    await form.getByLabel('First Name').fill('Mine')
    await api.put(`users/${made._id}`, { data: { firstName: 'Theirs' } })
    await page.route(ITEM, (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.fallback(),
    )
    await form.getByRole('button', { name: 'Update' }).click()
    const notice = form.getByRole('alert').filter({ hasText: 'changed after you opened it' })
    await expect(notice.getByRole('row', { name: 'First Name Theirs Mine' })).toBeVisible()
    await page.unroute(ITEM)
    await notice.getByRole('button', { name: 'Save my version' }).click()
    await expectToast(page, 'Success', 'User updated successfully.')
    expect(await (await api.get(`users/${made._id}`)).json()).toMatchObject({ firstName: 'Mine' })
  })
})

test.describe('a record deleted meanwhile', () => {
  test('an unchanged form keeps the record’s values, and closes without a question', {
    tag: '@nightly',
  }, async ({ page, api }) => {
    const name = `Aa ${unique()}`
    const made = await make(api, fields, { name, description: 'Only here now.' })
    await page.goto(`/admin/career-fields?edit=${made._id}`)
    const form = dialog(page, 'Edit Career Field')
    await expect(form.getByLabel('Field Name')).toHaveValue(name)
    await api.delete(`career-fields/${made._id}`)
    await form.getByRole('button', { name: 'Save Field' }).click()
    const notice = form.getByRole('alert').filter({ hasText: 'This career field was deleted' })
    await expect(notice).toBeFocused()
    await expect(toasts(page)).not.toContainText('Error')
    await expect(rowOf(page, name)).toHaveCount(0)
    await expectAccessible(page)
    await notice.getByRole('button', { name: 'Create again' }).click()
    await expect(form).toBeHidden()
    await expect(page).toHaveURL(/\/admin\/career-fields$/)
    const [anew] = (await (await api.get(`career-fields?search=${name}`)).json()).careerFields
    expect(anew).toMatchObject({ name, description: 'Only here now.', version: 1 })

    await page.goto(`/admin/career-fields?edit=${anew._id}`)
    await expect(form.getByLabel('Field Name')).toHaveValue(name)
    await api.delete(`career-fields/${anew._id}`)
    await form.getByRole('button', { name: 'Save Field' }).click()
    await expect(notice).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
    await expect(page).toHaveURL(/\/admin\/career-fields$/)
  })

  test('a user needs a new password, and a taken value is reported at its field', {
    tag: '@nightly',
  }, async ({ page, api }) => {
    const made = await make(api, users, { lastName: unique(), segment: 'graduate' })
    const edit = await openEdit(page, made)
    await edit.getByLabel('First Name').fill('Mine')
    await api.delete(`users/${made._id}`)
    const second = await make(api, users, { lastName: unique(), email: made.email })
    await edit.getByRole('button', { name: 'Update' }).click()
    await resize(page, { width: 390, height: 844 })
    await edit.getByRole('button', { name: 'Create again' }).click()
    const form = dialog(page, 'Add New User')
    await expect(form.getByRole('status').first()).toContainText('Save to create a new one')
    const password = form.getByRole('textbox', { name: 'Password' })
    await expect(password).toBeFocused()
    await expect(password).toHaveAccessibleDescription(/Password is required\./)
    await page.keyboard.type('three-blue-waymarks')
    await page.keyboard.press('Enter')
    await expect(form.getByLabel('Email')).toBeFocused()
    await expect(form.getByLabel('Email')).toHaveAccessibleDescription(
      'A user with this email already exists.',
    )
    await expect(form.getByLabel('First Name')).toHaveValue('Mine')
    await page.keyboard.press('Escape')
    await dialog(page, 'Discard changes?').getByRole('button', { name: 'Keep editing' }).click()
    await api.delete(`users/${second._id}`)
    await form.getByRole('button', { name: 'Create' }).click()
    await expectToast(page, 'Success', 'User created successfully.')
    const found = await (await api.get(`users?search=${made.lastName}`)).json()
    expect(found.users).toMatchObject([
      { firstName: 'Mine', email: made.email, segment: 'graduate' },
    ])
    await api.delete(`users/${found.users[0]._id}`)
  })

  test('a record that was gone before its address was opened is reported as gone', {
    tag: '@nightly',
  }, async ({ page, api }) => {
    const made = await make(api, mentors)
    await api.delete(`mentors/${made._id}`)
    await page.goto(`/admin/mentors?edit=${made._id}`)
    const form = dialog(page, 'Edit Mentor')
    await expect(form.getByText('This mentor no longer exists.')).toBeVisible()
    await form.getByRole('button', { name: 'Cancel' }).click()
    await expect(page).toHaveURL(/\/admin\/mentors$/)
  })
})
