import { expect, test } from '../support/browser.ts'
import { unique } from '../support/records.ts'
import { dialog, expectToast, rowOf } from '../support/screen.ts'

const LIST = '**/api/v1/career-fields'

test('a career field is added, edited and deleted, with the specification’s texts', {
  tag: '@nightly',
}, async ({ page }) => {
  const [name, renamed] = [`Aa ${unique()}`, `Ab ${unique()}`]
  await page.goto('/admin/career-fields')
  await page.getByRole('button', { name: 'Add Field' }).click()
  const form = dialog(page, 'Add New Career Field')
  await expect.poll(() => form.boundingBox()).toMatchObject({ width: 425 })
  const nameField = form.getByLabel('Field Name')
  await expect(nameField).toBeFocused()
  await nameField.fill('   ')
  await page.keyboard.press('Enter')
  await expectToast(page, 'Validation Error', 'Field name cannot be empty.')
  await expect(nameField).toBeFocused()
  await nameField.fill('Technology')
  await page.keyboard.press('Enter')
  await expectToast(page, 'Error', 'A career field with this name already exists.')
  await nameField.fill(name)
  await form.getByRole('button', { name: 'Save Field' }).click()
  await expectToast(page, 'Success', 'Career field added.')
  await expect(rowOf(page, name).getByRole('cell')).toHaveText(['', name, 'N/A', '0', '0', ''])

  await page.getByRole('button', { name: `Edit ${name}` }).click()
  const edit = dialog(page, 'Edit Career Field')
  await edit.getByLabel('Field Name').fill(renamed)
  await edit.getByRole('button', { name: 'Save Field' }).click()
  await expectToast(page, 'Success', 'Career field updated.')

  await page.getByRole('button', { name: `Delete ${renamed}` }).click()
  const question = dialog(page, `Delete ${renamed}?`)
  await expect(question).toContainText('Are you sure you want to delete this career field?')
  await test.step('a list that fails after the deletion is emptied until Retry', async () => {
    await page.route(LIST, (route) => route.fulfill({ status: 503, json: {} }))
    await question.getByRole('button', { name: 'Delete' }).click()
    const alert = page.getByRole('main').getByRole('alert')
    await expect(alert).toContainText('An unexpected error occurred.')
    await expect(page.getByRole('button', { name: /^Delete/ })).toHaveCount(0)
    await page.unroute(LIST)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('button', { name: /^Edit / }).first()).toBeVisible()
    await expect(rowOf(page, renamed)).toHaveCount(0)
  })
})
