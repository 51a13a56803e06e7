import type { Route } from '@playwright/test'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { expect, test } from '../support/browser.ts'
import { make, unique } from '../support/records.ts'
import { counted, dialog, expectToast, openList, rowOf } from '../support/screen.ts'

const users = registry.find((one) => one.name === 'users') as Resource

test.describe('USER-05 the form', () => {
  test('creates at /auth/register with all its fields, and says so', async ({ page }) => {
    const mark = unique()
    await openList(page, 'users', mark)
    const posts = counted(page, 'POST', '/auth/register')
    await page.getByRole('button', { name: 'Add User' }).first().click()
    const form = dialog(page, 'Add New User')
    await expect(form.getByLabel('First Name')).toBeFocused()
    await form.getByLabel('First Name').fill('Zoë')
    await form.getByLabel('Last Name').fill(mark)
    await form.getByLabel('Email').fill(`${mark}@example.org`)
    await form.getByRole('textbox', { name: 'Password' }).fill('nine-white-cairns')
    await form.getByRole('button', { name: 'Show password' }).click()
    await expect(form.getByRole('textbox', { name: 'Password' })).toHaveAttribute('type', 'text')
    await form.getByLabel('Role').selectOption('Admin')
    await form.getByLabel('Status').selectOption('Inactive')
    await form.getByRole('button', { name: 'Create' }).click()
    await dialog(page, `Make Zoë ${mark} an admin?`)
      .getByRole('button', { name: 'Make Admin' })
      .click()

    await expectToast(page, 'Success', 'User created successfully.')
    await expect(form).toBeHidden()
    await expect(rowOf(page, mark)).toContainText('AdminInactive')
    expect(posts[0]?.postDataJSON()).toEqual({
      firstName: 'Zoë',
      lastName: mark,
      email: `${mark}@example.org`,
      password: 'nine-white-cairns',
      role: 'admin',
      segment: 'unspecified',
      isActive: false,
    })
  })

  test('refuses what is missing or wrong, at the fields, and focuses the first', async ({
    page,
  }) => {
    const posts = counted(page, 'POST', '/auth/register')
    await page.goto('/admin/users')
    await page.getByRole('button', { name: 'Add User' }).click()
    const form = dialog(page, 'Add New User')
    await form.getByLabel('Email').fill('nobody')
    await form.getByRole('textbox', { name: 'Password' }).fill('short')
    await form.getByRole('button', { name: 'Create' }).click()
    for (const text of [
      'First Name is required.',
      'Last Name is required.',
      'Email must be an email address like name@example.org.',
      'Password needs at least 8 characters.',
    ])
      await expect(form.getByText(text)).toBeVisible()
    await expect(form.getByLabel('First Name')).toBeFocused()
    await expect(form.getByLabel('First Name')).toHaveAttribute('aria-invalid', 'true')
    await expect(form.getByLabel('First Name')).toHaveAttribute('aria-required', 'true')

    await form.getByLabel('First Name').fill('A')
    await expect(form.getByText('First Name is required.')).toBeHidden()
    await expect(form.getByText('Last Name is required.')).toBeVisible()
    expect(posts).toEqual([])
  })

  test('puts the server’s refusals at their fields and keeps the input', async ({ page, api }) => {
    const taken = await make(api, users)
    await page.goto('/admin/users')
    await page.getByRole('button', { name: 'Add User' }).click()
    const form = dialog(page, 'Add New User')
    await form.getByLabel('First Name').fill('Ada')
    await form.getByLabel('Last Name').fill('Twice')
    await form.getByLabel('Email').fill(String(taken.email).toUpperCase())
    await form.getByRole('textbox', { name: 'Password' }).fill('nine-white-cairns')
    await form.getByRole('button', { name: 'Create' }).click()
    await expectToast(page, 'Error', 'A user with this email already exists.')
    await expect(form.getByText('A user with this email already exists.')).toBeVisible()
    await expect(form.getByLabel('Email')).toBeFocused()
    await expect(form.getByLabel('Last Name')).toHaveValue('Twice')

    await form.getByRole('textbox', { name: 'Password' }).fill('password123')
    await form.getByLabel('Email').fill(`${unique()}@example.org`)
    await form.getByRole('button', { name: 'Create' }).click()
    await expect(form.getByRole('textbox', { name: 'Password' })).toBeFocused()
    await expect(form.getByRole('textbox', { name: 'Password' })).toHaveAttribute(
      'aria-invalid',
      'true',
    )
  })

  test('edits by PUT, without a password, and keeps what it does not show', async ({
    page,
    api,
  }) => {
    const mark = unique()
    const made = await make(api, users, { lastName: mark })
    await openList(page, 'users', mark)
    const puts = counted(page, 'PUT', `/users/${made._id}`)
    await page.getByRole('button', { name: `Edit Amara ${mark}` }).click()
    const form = dialog(page, 'Edit User')
    await expect(form.getByLabel('First Name')).toHaveValue('Amara')
    await expect(form.getByLabel('Email')).toHaveValue(String(made.email))
    await expect(form.getByText('Password')).toHaveCount(0)
    await form.getByLabel('First Name').fill('  Amarachi ')
    await form.getByRole('button', { name: 'Update' }).click()
    await expectToast(page, 'Success', 'User updated successfully.')
    await expect(form).toBeHidden()
    await expect(rowOf(page, `Amarachi ${mark}`)).toHaveCount(1)
    expect(puts).toHaveLength(1)
    expect(puts[0]?.postDataJSON()).toMatchObject({
      firstName: 'Amarachi',
      createdAt: made.createdAt,
    })
    expect(puts[0]?.headers()['if-match']).toBe('"1"')
  })

  test('?method=delete in the address changes nothing of a request', async ({ page, api }) => {
    const mark = unique()
    const made = await make(api, users, { lastName: mark })
    const deletes = counted(page, 'DELETE', '/')
    await openList(page, 'users', mark)
    await page.goto(`${page.url()}&method=delete&headers[x-evil]=1&version=99`)
    await page.getByRole('button', { name: `Edit Amara ${mark}` }).click()
    await dialog(page, 'Edit User').getByLabel('First Name').fill('Still')
    await dialog(page, 'Edit User').getByRole('button', { name: 'Update' }).click()
    await expectToast(page, 'Success', 'User updated successfully.')
    expect(deletes).toEqual([])
    expect((await api.get(`users/${made._id}`)).ok()).toBe(true)
  })

  test('a double click and Enter at once send one request', async ({ page }) => {
    const mark = unique()
    await openList(page, 'users', mark)
    const posts = counted(page, 'POST', '/auth/register')
    await page.getByRole('button', { name: 'Add User' }).first().click()
    const form = dialog(page, 'Add New User')
    await form.getByLabel('First Name').fill('Once')
    await form.getByLabel('Last Name').fill(mark)
    await form.getByLabel('Email').fill(`${mark}@example.org`)
    await form.getByRole('textbox', { name: 'Password' }).fill('nine-white-cairns')
    await form.getByRole('button', { name: 'Create' }).evaluate((button) => {
      if (!(button instanceof HTMLButtonElement)) return
      button.click()
      button.click()
      button.form?.requestSubmit()
    })
    await expect(rowOf(page, mark)).toHaveCount(1)
    expect(posts).toHaveLength(1)
  })
})

test('USER-06 USER-07 deleting asks, names the record, starts on Cancel, and reports', async ({
  page,
  api,
}) => {
  const mark = unique()
  const made = await make(api, users, { lastName: mark })
  await openList(page, 'users', mark)
  const opener = page.getByRole('button', { name: `Delete Amara ${mark}` })
  await opener.click()
  const question = dialog(page, `Delete Amara ${mark}?`)
  await expect(question.getByText('Are you sure you want to delete this user?')).toBeVisible()
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
  await expect(opener).toBeFocused()
  expect((await api.get(`users/${made._id}`)).ok()).toBe(true)

  await opener.click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Success', 'User deleted successfully.')
  await expect(page.getByRole('cell', { name: 'No users found' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect((await api.get(`users/${made._id}`)).status()).toBe(404)
})

test('USER-07 a refused deletion: the server’s words, and nothing left but to close', async ({
  page,
  api,
}) => {
  const mark = unique()
  await make(api, users, { lastName: mark })
  await openList(page, 'users', mark)
  const message = 'At least one active admin who can sign in has to remain.'
  await page.route('**/api/v1/users/*', (route) =>
    route.fulfill({ status: 409, json: { error: { message } } }),
  )
  await page.getByRole('button', { name: /^Delete/ }).click()
  const question = page.getByRole('dialog')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Error', message)
  await expect(question.getByRole('button', { name: 'Delete' })).toHaveCount(0)
  await question.getByRole('button', { name: 'Close' }).last().click()
  await expect(rowOf(page, mark)).toHaveCount(1)
})

test('USER-07 without words of the server the screen has its own', async ({ page, api }) => {
  const mark = unique()
  await make(api, users, { lastName: mark })
  await openList(page, 'users', mark)
  const fails = (route: Route) => route.fulfill({ status: 500, json: {} })
  await page.route('**/api/v1/auth/register', fails)
  await page.getByRole('button', { name: 'Add User' }).click()
  const form = dialog(page, 'Add New User')
  await form.getByLabel('First Name').fill('Zoë')
  await form.getByLabel('Last Name').fill(mark)
  await form.getByLabel('Email').fill(`${mark}.b@example.org`)
  await form.getByRole('textbox', { name: 'Password' }).fill('nine-white-cairns')
  await form.getByRole('button', { name: 'Create' }).click()
  await expectToast(page, 'Error', 'Failed to create user.')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await dialog(page, 'Discard changes?').getByRole('button', { name: 'Discard' }).click()
  await expect(form).toBeHidden()

  await page.getByRole('button', { name: `Delete Amara ${mark}` }).click()
  const question = dialog(page, `Delete Amara ${mark}?`)
  await page.route('**/api/v1/users/*', fails)
  await question.getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Error', 'Failed to delete user.')
  await expect(question).toBeVisible()
})
