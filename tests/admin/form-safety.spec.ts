import type { Page } from '@playwright/test'
import { expect, signedOut, signIn, test } from '../support/browser.ts'
import { restoreNotice } from '../support/draft-texts.ts'
import { make, named, type Stored, unique } from '../support/records.ts'
import { chosenIn, dialog, openList, pressBeside, rowOf } from '../support/screen.ts'

const users = named('users')

async function openEdit(page: Page, made: Stored) {
  await openList(page, 'users', String(made.lastName))
  await page.getByRole('button', { name: `Edit Amara ${made.lastName}` }).click()
  const form = dialog(page, 'Edit User')
  await expect(form.getByLabel('First Name')).toHaveValue('Amara')
  return form
}

test('Escape, Cancel and the backdrop ask before typed text is lost, and only then', async ({
  page,
  api,
}) => {
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

  // Typing the original value again leaves nothing to lose.
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
  // Fields that only one of the two changed need no decision.
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
})
