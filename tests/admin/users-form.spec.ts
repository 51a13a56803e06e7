import type { Route } from '@playwright/test'
import { expect, signedOut, test } from '../support/browser.ts'
import { make, named, unique } from '../support/records.ts'
import { counted, dialog, expectToast, openList, pick, rowOf } from '../support/screen.ts'

const { step } = test
const users = named('users')
const fails = (route: Route) => route.fulfill({ status: 500, json: {} })

test('the form shows errors at their fields, also the server’s, and creates a user at /auth/register', async ({
  page,
  api,
}) => {
  const taken = await make(api, users)
  const mark = unique()
  await openList(page, 'users', mark)
  const posts = counted(page, 'POST', '/auth/register')
  const form = dialog(page, 'Add New User')
  const first = form.getByLabel('First Name')
  const email = form.getByLabel('Email')
  const password = form.getByRole('textbox', { name: 'Password' })
  const create = form.getByRole('button', { name: 'Create' })

  await step(
    'missing and invalid values are marked at the fields, and the first is focused',
    async () => {
      await page.getByRole('button', { name: 'Add User' }).first().click()
      await expect(first).toBeFocused()
      await email.fill('nobody')
      await password.fill('short')
      await create.click()
      for (const text of [
        'First Name is required.',
        'Last Name is required.',
        'Email must be an email address like name@example.org.',
        'Password needs at least 8 characters.',
      ])
        await expect(form.getByText(text)).toBeVisible()
      await expect(first).toBeFocused()
      await expect(first).toHaveAttribute('aria-invalid', 'true')
      await expect(first).toHaveAttribute('aria-required', 'true')

      await first.fill('Zoë')
      await expect(form.getByText('First Name is required.')).toBeHidden()
      await expect(form.getByText('Last Name is required.')).toBeVisible()
    },
  )
  await step('the server’s errors appear at their fields, and the input is kept', async () => {
    await form.getByLabel('Last Name').fill(mark)
    await email.fill(String(taken.email).toUpperCase())
    await password.fill('nine-white-cairns')
    await create.click()
    await expect(form.getByText('A user with this email already exists.')).toBeVisible()
    await expect(email).toBeFocused()
    await expect(form.getByLabel('Last Name')).toHaveValue(mark)

    await password.fill('password123')
    await email.fill(`${mark}@example.org`)
    await create.click()
    await expect(password).toBeFocused()
    await expect(password).toHaveAttribute('aria-invalid', 'true')
  })
  await step('without words of the server the screen has its own', async () => {
    await password.fill('nine-white-cairns')
    await page.route('**/api/v1/auth/register', fails)
    await create.click()
    await expectToast(page, 'Error', 'Failed to create user.')
    await page.unroute('**/api/v1/auth/register')
  })
  await step('it creates with all its fields, and reports success', async () => {
    await form.getByRole('button', { name: 'Show password' }).click()
    await expect(password).toHaveAttribute('type', 'text')
    await pick(form.getByLabel('Role'), 'Admin')
    await pick(form.getByLabel('Status'), 'Inactive')
    await create.click()
    const question = page.getByRole('dialog', { name: /^Make .*Zoë .* an admin\?$/ })
    await question.getByRole('button', { name: 'Make admin' }).click()

    await expectToast(page, 'Success', 'User created successfully.')
    await expect(form).toBeHidden()
    await expect(rowOf(page, mark)).toContainText('AdminInactive')
    // Two refusals, one failure and this one: the invalid form was not sent.
    expect(posts).toHaveLength(4)
    expect(posts.at(-1)?.postDataJSON()).toEqual({
      firstName: 'Zoë',
      lastName: mark,
      email: `${mark}@example.org`,
      password: 'nine-white-cairns',
      role: 'admin',
      isActive: false,
    })
  })
})

test('the form edits by one PUT, without a password, with any address', async ({ page, api }) => {
  const mark = unique()
  const made = await make(api, users, { lastName: mark })
  const puts = counted(page, 'PUT', `/users/${made._id}`)
  const deletes = counted(page, 'DELETE', '/')
  await page.goto(`/admin/users?search=${mark}&method=delete&headers[x-evil]=1&version=99`)
  await page.getByRole('button', { name: `Edit Amara ${mark}` }).click()
  const form = dialog(page, 'Edit User')
  await expect(form.getByLabel('First Name')).toHaveValue('Amara')
  await expect(form.getByLabel('Email')).toHaveValue(String(made.email))
  await expect(form.getByText('Password')).toHaveCount(0)
  await form.getByLabel('First Name').fill('  Amarachi ')
  await step('a double click and Enter at once send one request', async () => {
    await form.getByRole('button', { name: 'Update' }).evaluate((button) => {
      if (!(button instanceof HTMLButtonElement)) return
      button.click()
      button.click()
      button.form?.requestSubmit()
    })
    await expect(form).toBeHidden()
    await expect(rowOf(page, `Amarachi ${mark}`)).toHaveCount(1)
    expect(puts).toHaveLength(1)
  })
  await step('hidden fields are kept, and the address changed nothing', async () => {
    expect(puts[0]?.postDataJSON()).toMatchObject({
      firstName: 'Amarachi',
      createdAt: made.createdAt,
    })
    expect(puts[0]?.headers()['if-match']).toBe('"1"')
    expect(deletes).toEqual([])
    expect(await (await api.get(`users/${made._id}`)).json()).toMatchObject({ version: 2 })
  })
})

test('deleting asks, names the record, focuses Cancel and reports the result', async ({
  page,
  api,
}) => {
  const mark = unique()
  const made = await make(api, users, { lastName: mark })
  await openList(page, 'users', mark)
  const opener = page.getByRole('button', { name: `Delete Amara ${mark}` })
  const question = dialog(page, `Delete Amara ${mark}?`)
  const remove = question.getByRole('button', { name: 'Delete' })

  await step('the question starts on Cancel', async () => {
    await opener.click()
    await expect(question.getByText('Are you sure you want to delete this user?')).toBeVisible()
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(question).toBeHidden()
    await expect(opener).toBeFocused()
    expect((await api.get(`users/${made._id}`)).ok()).toBe(true)
  })
  await step('it is deleted', async () => {
    await opener.click()
    await remove.click()
    await expectToast(page, 'Success', 'User deleted successfully.')
    await expect(page.getByRole('cell', { name: 'No users found' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    expect((await api.get(`users/${made._id}`)).status()).toBe(404)
  })
})

test('a user is created without a password: a link is shown once, and sets it', async ({
  page,
  browser,
  baseURL,
}) => {
  const mark = unique()
  const email = `${mark}@example.org`
  await openList(page, 'users', mark)
  await page.getByRole('button', { name: 'Add User' }).first().click()
  const form = dialog(page, 'Add New User')
  await form.getByLabel('First Name').fill('Noor')
  await form.getByLabel('Last Name').fill(mark)
  await form.getByLabel('Email').fill(email)
  await form.getByRole('button', { name: 'Get a password link instead' }).press('Enter')
  await expect(
    form.getByText('After you save, you get a link for the user to set a password.'),
  ).toBeVisible()
  await expect(form.getByRole('textbox', { name: 'Password' })).toHaveCount(0)
  await step('a password can still be typed', async () => {
    const back = form.getByRole('button', { name: 'Enter a password instead' })
    await expect(back).toBeFocused()
    await back.press('Enter')
    await expect(form.getByRole('textbox', { name: 'Password' })).toBeVisible()
    await form.getByRole('button', { name: 'Create' }).click()
    await expect(form.getByText('Password is required.')).toBeVisible()
    await form.getByRole('button', { name: 'Get a password link instead' }).click()
  })
  await form.getByRole('button', { name: 'Create' }).click()
  const shown = page.getByRole('dialog', { name: /^Password reset link for/ })
  const link = await shown.getByLabel('Password reset link').inputValue()
  expect(link).toContain('/admin/set-password#')
  await shown.getByRole('button', { name: 'Done' }).click()
  await expect(rowOf(page, mark)).toBeVisible()
  await step('the link’s recipient sets a password, and is signed in by it', async () => {
    const other = await browser.newContext({ storageState: signedOut })
    const at = await other.newPage()
    await at.goto(link)
    await at.getByLabel('New password').fill('nine-white-cairns')
    await at.getByRole('button', { name: 'Set password' }).click()
    await expect(at.getByText('You can now sign in with your new password')).toBeVisible()
    const answer = await other.request.post(`${baseURL}/api/v1/auth/login`, {
      data: { email, password: 'nine-white-cairns' },
    })
    expect(answer.status()).toBe(200)
    await other.close()
  })
})
