import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { expect, test } from '../support/browser.ts'
import { clean, make, unique } from '../support/records.ts'
import { counted, dialog, expectToast, rowOf } from '../support/screen.ts'

const { step } = test
const fields = registry.find((one) => one.name === 'career-fields') as Resource
const LIST = '**/api/v1/career-fields'
const ITEM = `${LIST}/*`

// The list has ten records to a page: each test deletes its own.
test.afterEach(({ api }) => clean(api))

test('a career field is added; a blank, long or taken name is refused with the specification’s text', {
  tag: '@nightly',
}, async ({ page }) => {
  const name = `Aa ${unique()}`
  const posts = counted(page, 'POST', '/career-fields')
  await page.goto('/admin/career-fields')
  const form = dialog(page, 'Add New Career Field')
  const save = form.getByRole('button', { name: 'Save Field' })
  const nameBox = form.getByLabel('Field Name')
  const description = form.getByLabel('Description (Optional)')

  await step('the dialog', async () => {
    await page.getByRole('button', { name: 'Add Field' }).click()
    await expect(nameBox).toBeFocused()
  })
  const refusesBlank = async (blank: string) => {
    await nameBox.fill(blank)
    await save.click()
    await expectToast(page, 'Validation Error', 'Field name cannot be empty.')
    await expect(form.getByText('Field Name is required.')).toBeVisible()
    await expect(nameBox).toBeFocused()
  }
  await step('a blank name is refused', () => refusesBlank('   '))
  await step('a text that is too long is reported as too long', async () => {
    await nameBox.fill('Long')
    await description.fill('x'.repeat(501))
    await save.click()
    await expectToast(page, 'Validation Error', 'Description may have at most 500 characters.')
    await description.fill('What people do there.')
  })
  await step('a name of only invisible characters is blank, too', () => refusesBlank('\u200b'))
  await step('an existing name is refused at its field', async () => {
    await nameBox.fill('Technology')
    await page.keyboard.press('Enter')
    await expectToast(page, 'Error', 'A career field with this name already exists.')
    await expect(form.getByText('A career field with this name already exists.')).toBeVisible()
    await expect(nameBox).toBeFocused()
  })
  await nameBox.fill(`  ${name}  `)
  await step('a refusal without a word gets the screen’s own', async () => {
    await page.route(LIST, (route) => route.fulfill({ status: 500, json: {} }))
    await save.click()
    await expectToast(page, 'Error', 'Failed to add field.')
    await expect(form).toBeVisible()
    await page.unroute(LIST)
  })
  await step('a valid entry is added, and the next form starts empty', async () => {
    await save.click()
    await expect(form).toBeHidden()
    await expect(rowOf(page, name)).toHaveCount(1)
    // Nothing blank or too long was sent: only the taken name, and this one twice.
    const right = { name, description: 'What people do there.' }
    expect(posts.map((post) => post.postDataJSON())).toEqual([
      { ...right, name: 'Technology' },
      right,
      right,
    ])

    await page.getByRole('button', { name: 'Add Field' }).click()
    await expect(nameBox).toHaveValue('')
    await expect(description).toHaveValue('')
    await form.getByRole('button', { name: 'Cancel' }).click()
  })
  await step('it is deleted', async () => {
    await page.getByRole('button', { name: `Delete ${name}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(rowOf(page, name)).toHaveCount(0)
  })
})

test('a field lives: shown, edited, found after a reload, refused to go, deleted', {
  tag: '@nightly',
}, async ({ page, api }) => {
  const made = await make(api, fields, { name: `Aa ${unique()}`, description: '' })
  const [name, renamed] = [String(made.name), `Ab ${unique()}`]
  const question = dialog(page, `Delete ${renamed}?`)
  const remove = question.getByRole('button', { name: 'Delete' })

  await step('the table has name and description or N/A, and edit and delete', async () => {
    await page.goto('/admin/career-fields')
    await expect(page.getByRole('heading', { level: 1, name: 'Career Fields' })).toBeVisible()
    await expect(page.getByRole('columnheader')).toHaveText([
      '',
      /^Name/,
      'Description',
      'Missions',
      'Mentors',
      'Actions',
    ])
    await expect(rowOf(page, name).getByRole('cell')).toHaveText(['', name, 'N/A', '0', '0', ''])
    await expect(page.getByRole('button', { name: `Delete ${name}` })).toBeVisible()
    await page.getByRole('searchbox').fill(name)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('row')).toHaveCount(2)
    await page.getByRole('searchbox').fill('')
  })
  await step('it is edited', async () => {
    await page.getByRole('button', { name: `Edit ${name}` }).click()
    const form = dialog(page, 'Edit Career Field')
    await expect(form.getByLabel('Field Name')).toHaveValue(name)
    await form.getByLabel('Field Name').fill(renamed)
    await form.getByRole('button', { name: 'Save Field' }).click()
    await expect(form).toBeHidden()
    // A reload while the address is still the form's would open it again.
    await expect(page).toHaveURL(/\/admin\/career-fields$/)
    await page.reload()
  })
  await step('a refusal shows the backend’s message, or the screen’s own', async () => {
    await page.route(ITEM, (route) =>
      route.fulfill({ status: 409, json: { error: { message: 'In use by 3 mentors.' } } }),
    )
    await page.getByRole('button', { name: `Delete ${renamed}` }).click()
    await expect(
      question.getByText('Are you sure you want to delete this career field?'),
    ).toBeVisible()
    await remove.click()
    await expectToast(page, 'Error', 'In use by 3 mentors.')
    await expect(question).toContainText('In use by 3 mentors.')
    await question.getByRole('button', { name: 'Close' }).last().click()
    await expect(question).toBeHidden()
    await page.unroute(ITEM)
    await page.route(ITEM, (route) => route.fulfill({ status: 500 }))
    await page.getByRole('button', { name: `Delete ${renamed}` }).click()
    await remove.click()
    await expectToast(page, 'Error', 'Failed to delete.')
    await page.unroute(ITEM)
  })
  await step('it is deleted, and a list that then fails is emptied until Retry', async () => {
    await page.route(LIST, (route) => route.fulfill({ status: 503, json: {} }))
    await remove.click()
    await expect(page.getByRole('main').getByRole('alert')).toContainText(
      'An unexpected error occurred.',
    )
    await expect(page.getByRole('button', { name: /^Delete/ })).toHaveCount(0)
    await page.unroute(LIST)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('button', { name: /^Edit / }).first()).toBeVisible()
    await expect(rowOf(page, renamed)).toHaveCount(0)
  })
})

test('the dialog is 425 pixels wide', { tag: '@nightly' }, async ({ page }) => {
  await page.goto('/admin/career-fields')
  await page.getByRole('button', { name: 'Add Field' }).click()
  const form = dialog(page, 'Add New Career Field')
  await expect.poll(() => form.boundingBox()).toMatchObject({ width: 425 })
})
