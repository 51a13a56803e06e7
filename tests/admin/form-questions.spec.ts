import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/browser.ts'
import { clean, make, named, unique } from '../support/records.ts'
import { chosenIn, counted, dialog, openList, pick, rowOf } from '../support/screen.ts'

const users = named('users')

test.afterEach(({ api }) => clean(api))

test('making a user an admin asks again, by keyboard too, and Cancel keeps the form', {
  tag: '@nightly',
}, async ({ page, api }) => {
  const made = await make(api, users, { lastName: unique() })
  const puts = counted(page, 'PUT', '/users/')
  await openList(page, 'users', String(made.lastName))
  await page.getByRole('button', { name: `Edit Amara ${made.lastName}` }).click()
  const form = dialog(page, 'Edit User')
  await form.getByLabel('First Name').fill('Zoë')
  await pick(form.getByLabel('Role'), 'Admin')
  const update = form.getByRole('button', { name: 'Update' })
  await update.press('Enter')
  const question = page.getByRole('dialog', { name: /^Make .*Zoë .* an admin\?$/ })
  await expect(question).toContainText('can make other users admins')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(update).toBeFocused()
  await expect(form.getByLabel('First Name')).toHaveValue('Zoë')
  await expect(chosenIn(form.getByLabel('Role'))).toHaveText('Admin')

  await page.keyboard.press('Enter')
  await question.getByRole('button', { name: 'Make admin' }).click()
  await expect(rowOf(page, String(made.lastName))).toContainText('Admin')

  // Editing an admin needs no question. Removing the role does: it ends the sessions.
  await page.getByRole('button', { name: /^Edit Zoë/ }).click()
  await form.getByLabel('First Name').fill('Zoe')
  await update.click()
  await expect(rowOf(page, `Zoe ${made.lastName}`)).toHaveCount(1)
  await page.getByRole('button', { name: /^Edit Zoe/ }).click()
  await pick(form.getByLabel('Role'), 'User')
  await update.click()
  const back = dialog(page, `Remove console access from Zoe ${made.lastName}?`)
  await expect(back).toContainText('The user is signed out immediately')
  await back.getByRole('button', { name: 'Remove access' }).click()
  await expect(form).toBeHidden()
  await expect(rowOf(page, String(made.lastName))).not.toContainText('Admin')
  expect(puts).toHaveLength(3)
})

test('a record in use cannot be deleted: its uses are named, and only Close is offered', async ({
  page,
  api,
}) => {
  const field = await make(api, named('career-fields'), { name: `Aa ${unique()}` })
  const mission = await make(api, named('missions'), { careerFields: [field._id] })
  await page.goto('/admin/career-fields')
  await page.getByRole('button', { name: `Delete ${field.name}` }).click()
  const question = dialog(page, `Delete ${field.name}?`)
  await expect(question).toContainText('1 mission uses it: ')
  await expect(question).toContainText('Are you sure you want to delete this career field?')
  await expect(question.getByRole('link')).toHaveText(String(mission.title))
  await expect(question.getByRole('button', { name: 'Delete' })).toHaveCount(0)
  await expect(question.getByRole('button', { name: 'Close' }).last()).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
})
