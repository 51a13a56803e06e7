import type { Page } from '@playwright/test'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { expect, signedOut, signIn, test } from '../support/browser.ts'
import { restoreNotice } from '../support/draft-texts.ts'
import { choosePassword } from '../support/product.ts'
import { make, type Stored, unique } from '../support/records.ts'
import { chosenIn, dialog, expectToast, openList, pressBeside, rowOf } from '../support/screen.ts'

/** What another admin chooses in the place of the password that was given. */
const OWN = 'two-cairns-by-the-ford'

const users = registry.find((one) => one.name === 'users') as Resource

async function openEdit(page: Page, made: Stored) {
  await openList(page, 'users', String(made.lastName))
  await page.getByRole('button', { name: `Edit Amara ${made.lastName}` }).click()
  const form = dialog(page, 'Edit User')
  await expect(form.getByLabel('First Name')).toHaveValue('Amara')
  return form
}

test.describe('typed text is not discarded without a question', () => {
  test('Esc, Cancel and the backdrop ask only if something has changed', async ({ page, api }) => {
    const form = await openEdit(page, await make(api, users, { lastName: unique() }))
    const question = dialog(page, 'Discard changes?')

    await form.getByLabel('First Name').fill('Augusta')
    await page.keyboard.press('Escape')
    await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(question).toBeHidden()
    await expect(form.getByLabel('First Name')).toHaveValue('Augusta')

    await form.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeVisible()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(question).toBeHidden()
    await pressBeside(form)
    await expect(question).toBeVisible()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(question).toBeHidden()

    // Typed back to what it was, it is no change any more.
    await form.getByLabel('First Name').fill('Amara')
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
    await expect(page.getByRole('button', { name: /^Edit Amara/ })).toBeFocused()
  })

  test('Discard starts clean, Back asks Stay or Leave, and reloading the window asks, too', async ({
    page,
  }) => {
    const form = dialog(page, 'Add New User')
    const first = form.getByLabel('First Name')
    const add = page.getByRole('button', { name: 'Add User' })
    const usersLink = page.getByRole('link', { name: 'Users' })
    await page.goto('/admin/career-fields')
    await usersLink.click()

    await test.step('Discard closes, and the next form starts clean', async () => {
      await add.click()
      await first.fill('Nobody')
      await form.getByRole('button', { name: 'Cancel' }).click()
      await dialog(page, 'Discard changes?').getByRole('button', { name: 'Discard' }).click()
      await expect(form).toBeHidden()
      await expect(add).toBeFocused()
      await add.click()
      await expect(first).toHaveValue('')
    })
    await test.step('Back asks first, Stay keeps the input, Leave discards it', async () => {
      await first.fill('Half')
      await page.goBack()
      await page.getByRole('button', { name: 'Stay' }).click()
      await expect(page).toHaveURL(/\/admin\/users/)
      await expect(first).toHaveValue('Half')
      await page.goBack()
      await page.getByRole('button', { name: 'Leave' }).click()
      await expect(form).toBeHidden()
      await expect(page).toHaveURL(/\/admin\/users$/)
      await page.goForward()
      await expect(first).toHaveValue('')
      await page.goBack()
      await expect(form).toBeHidden()
      await page.goBack()
      await expect(page.getByRole('heading', { level: 1, name: 'Career Fields' })).toBeVisible()
      await usersLink.click()
      await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
    })
    await test.step('reloading asks, and the form offers the draft', async () => {
      await add.click()
      await first.pressSequentially('Half')
      const asked = page.waitForEvent('dialog')
      const reload = page.reload().catch(() => undefined)
      const question = await asked
      expect(question.type()).toBe('beforeunload')
      await question.accept()
      await reload
      await restoreNotice(page).getByRole('button', { name: 'Restore' }).click()
      await expect(first).toHaveValue('Half')
    })
  })

  test('a failed save keeps the dialog and the input, and still counts as unsaved', {
    tag: '@nightly',
  }, async ({ page, api }) => {
    const form = await openEdit(page, await make(api, users, { lastName: unique() }))
    await page.route('**/users/*', (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 500 }) : route.fallback(),
    )
    await form.getByLabel('First Name').fill('Augusta')
    await form.getByRole('button', { name: 'Update' }).click()
    await expectToast(page, 'Error', 'Failed to update user.')
    await expect(form.getByLabel('First Name')).toHaveValue('Augusta')
    await page.keyboard.press('Escape')
    const question = dialog(page, 'Discard changes?')
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(question).toBeHidden()

    await page.unroute('**/users/*')
    await form.getByRole('button', { name: 'Update' }).click()
    await expectToast(page, 'Success', 'User updated successfully.')
    await expect(form).toBeHidden()
  })
})

test.describe('two admins at one record', () => {
  test('a stale save shows who saved, when, and what differs; Use saved version takes theirs', async ({
    page,
    api,
  }) => {
    const made = await make(api, users, { lastName: unique() })
    const form = await openEdit(page, made)
    await form.getByLabel('First Name').fill('Mine')
    await form.getByLabel('Last Name').fill(`${made.lastName}x`)
    await api.put(`users/${made._id}`, { data: { ...made, firstName: 'Theirs', isActive: false } })

    await form.getByRole('button', { name: 'Update' }).click()
    const notice = form
      .getByRole('alert')
      .filter({ hasText: 'First Admin saved this user just now.' })
    await expect(notice.getByRole('row', { name: 'First Name Theirs Mine' })).toBeVisible()
    // Changed by one of the two only: nothing to decide.
    await expect(notice.getByRole('row', { name: /^(Status|Email|Last Name)/ })).toHaveCount(0)
    await expect(chosenIn(form.getByLabel('Status'))).toHaveText('Inactive')
    await expect(form.getByLabel('First Name')).toHaveValue('Mine')

    await notice.getByRole('button', { name: 'Use saved version' }).click()
    await expect(form.getByLabel('First Name')).toHaveValue('Theirs')
    await expect(form.getByLabel('Last Name')).toHaveValue(`${made.lastName}x`)
    await form.getByLabel('First Name').fill('Ours')
    await form.getByRole('button', { name: 'Update' }).click()
    await expect(form).toBeHidden()
    const stored = await (await api.get(`users/${made._id}`)).json()
    expect(stored).toMatchObject({ firstName: 'Ours', isActive: false, version: 3 })
  })

  test('opening or deleting a missing record reports that, too', { tag: '@nightly' }, async ({
    page,
    api,
  }) => {
    const mark = unique()
    const [one, two] = [
      await make(api, users, { firstName: 'One', lastName: mark }),
      await make(api, users, { firstName: 'Two', lastName: mark }),
    ]
    await openList(page, 'users', mark)
    await expect(rowOf(page, mark)).toHaveCount(2)
    await api.delete(`users/${one._id}`)
    await page.getByRole('button', { name: `Edit One ${mark}` }).click()
    const form = dialog(page, 'Edit User')
    await expect(form.getByText('This user no longer exists.')).toBeVisible()
    await form.getByRole('button', { name: 'Cancel' }).click()
    await expect(rowOf(page, mark)).toHaveCount(1)

    await page.getByRole('button', { name: `Delete Two ${mark}` }).click()
    await api.delete(`users/${two._id}`)
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expectToast(page, 'Error', 'This user does not exist, or was deleted.')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page.getByRole('cell', { name: 'No users found' })).toBeVisible()
  })

  test('deleting a record that another admin has changed is refused once, and shows author and change', {
    tag: '@nightly',
  }, async ({ page, api }) => {
    const mark = unique()
    const made = await make(api, users, { lastName: mark })
    await openList(page, 'users', mark)
    await page.getByRole('button', { name: `Delete Amara ${mark}` }).click()
    await api.put(`users/${made._id}`, { data: { ...made, firstName: 'Changed' } })
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expectToast(page, 'Error', 'First Admin saved this user just now. It was not deleted.')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(rowOf(page, `Changed ${mark}`)).toHaveCount(1)
    await page.getByRole('button', { name: `Delete Changed ${mark}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expectToast(page, 'Success', 'User deleted successfully.')
  })
})

test('a record that does not load shows an error in the dialog, with Retry', {
  tag: '@nightly',
}, async ({ page, api }) => {
  const made = await make(api, users, { lastName: unique() })
  await openList(page, 'users', String(made.lastName))
  await page.route(`**/users/${made._id}`, (route) => route.fulfill({ status: 503, body: '' }))
  await page.getByRole('button', { name: `Edit Amara ${made.lastName}` }).click()
  const form = dialog(page, 'Edit User')
  await expect(form.getByRole('alert')).toContainText('Failed to load this user.')
  await expect(form.getByRole('button', { name: 'Update' })).toBeDisabled()
  await page.unroute(`**/users/${made._id}`)
  await form.getByRole('button', { name: 'Retry' }).click()
  await expect(form.getByLabel('First Name')).toHaveValue('Amara')
})

test.describe('the session ends in the middle', () => {
  test.use({ storageState: signedOut })

  test('a 401 on saving opens the sign-in page, and then returns to the list', async ({
    page,
    api,
  }) => {
    const made = await make(api, users, { lastName: unique() })
    await page.goto('/admin/users')
    await signIn(page)
    await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
    const form = await openEdit(page, made)
    await form.getByLabel('First Name').fill('Late')
    await page.route('**/users/*', (route) =>
      route.fulfill({
        status: 401,
        json: { error: { code: 'unauthenticated', message: 'Ended' } },
      }),
    )
    await form.getByRole('button', { name: 'Update' }).click()
    await expect(page).toHaveURL(/\/admin\/login/)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.unroute('**/users/*')
    await signIn(page)
    await restoreNotice(page).getByRole('button', { name: 'Restore' }).click()
    await expect(form.getByLabel('First Name')).toHaveValue('Late')
    await form.getByRole('button', { name: 'Update' }).click()
    await expect(form).toBeHidden()
    await expect(rowOf(page, String(made.lastName))).toHaveText([/Late/])
    await expect(page).not.toHaveURL(/edit/)
    await page.reload()
    await expect(rowOf(page, String(made.lastName))).toHaveText([/Late/])
    await expect(form).toHaveCount(0)
  })

  test('one admin’s input is not shown to another, and never a password', {
    tag: '@nightly',
  }, async ({ page, api }) => {
    const other = await make(api, users, { role: 'admin', lastName: unique() })
    await page.goto('/admin/users')
    await signIn(page)
    const end = async () => {
      await page.route('**/auth/register', (route) => route.fulfill({ status: 401, json: {} }))
      await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
      await expect(page).toHaveURL(/\/admin\/login/)
      await page.unroute('**/auth/register')
    }
    const form = dialog(page, 'Add New User')
    await page.getByRole('button', { name: 'Add User' }).click()
    await form.getByLabel('First Name').fill('Mine')
    await form.getByLabel('Last Name').fill('Only')
    await form.getByLabel('Email').fill(`${unique()}@example.org`)
    await form.getByRole('textbox', { name: 'Password' }).fill('three-blue-waymarks')
    await end()
    await signIn(page)
    await restoreNotice(page).getByRole('button', { name: 'Restore' }).click()
    await expect(form.getByLabel('First Name')).toHaveValue('Mine')
    await expect(form.getByRole('textbox', { name: 'Password' })).toHaveValue('')
    await form.getByRole('textbox', { name: 'Password' }).fill('three-blue-waymarks')
    await end()
    await choosePassword(
      new URL(page.url()).origin,
      String(other.email),
      String(users.sample.password),
      OWN,
    )
    await signIn(page, { email: String(other.email), password: OWN })
    await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
    await expect(page.getByText(/^1–10 of/)).toBeVisible()
    await expect(form.getByLabel('First Name')).toHaveValue('')
  })
})
