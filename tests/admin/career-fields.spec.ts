import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { expect, test } from '../support/browser.ts'
import { clean, make, unique } from '../support/records.ts'
import { counted, dialog, expectToast, rowOf } from '../support/screen.ts'

const fields = registry.find((one) => one.name === 'career-fields') as Resource

// All tests share one list, ten of it to a page: each takes its own records away again.
test.afterEach(({ api }) => clean(api))

test('CF-01 the table has name and description or N/A, and edit and delete', async ({
  page,
  api,
}) => {
  const name = `Aa ${unique()}`
  await make(api, fields, { name, description: '' })
  await page.goto('/admin/career-fields')
  await expect(page.getByRole('heading', { level: 1, name: 'Career Fields' })).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText([/^Name/, 'Description', 'Actions'])
  await expect(rowOf(page, name).getByRole('cell')).toHaveText([name, 'N/A', ''])
  await expect(page.getByRole('button', { name: `Edit ${name}` })).toBeVisible()
  await expect(page.getByRole('button', { name: `Delete ${name}` })).toBeVisible()
  await expect(page.getByRole('search')).toHaveCount(0)
})

test('CF-01 it says so while it loads, and when there are none', async ({ page }) => {
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/v1/career-fields', async (route) => {
    await held
    await route.fulfill({ json: { careerFields: [] } })
  })
  await page.goto('/admin/career-fields')
  await expect(page.getByText('Loading…')).toBeVisible()
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByText('No career fields found.')).toHaveCount(0)
  answer()
  await expect(page.getByRole('cell', { name: 'No career fields found.' })).toBeVisible()
  await expect(page.getByText('Loading…')).toHaveCount(0)
})

test.describe('CF-02 adding', () => {
  test('in a dialog of 425 pixels with the words of the specification', async ({ page }) => {
    const name = `Aa ${unique()}`
    const posts = counted(page, 'POST', '/career-fields')
    await page.goto('/admin/career-fields')
    await page.getByRole('button', { name: 'Add Field' }).click()
    const form = dialog(page, 'Add New Career Field')
    await expect(form.getByLabel('Field Name')).toBeFocused()
    // It grows while it opens.
    await expect.poll(() => form.boundingBox()).toMatchObject({ width: 425 })
    await form.getByLabel('Field Name').fill(`  ${name}  `)
    await form.getByLabel('Description (Optional)').fill('What people do there.')
    await page.keyboard.press('Tab')
    await form.getByRole('button', { name: 'Save Field' }).click()
    await expectToast(page, 'Success', 'Career field added.')
    await expect(form).toBeHidden()
    await expect(rowOf(page, name)).toHaveCount(1)
    expect(posts[0]?.postDataJSON()).toEqual({ name, description: 'What people do there.' })

    await page.getByRole('button', { name: 'Add Field' }).click()
    await expect(form.getByLabel('Field Name')).toHaveValue('')
    await expect(form.getByLabel('Description (Optional)')).toHaveValue('')
    await form.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: `Delete ${name}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expectToast(page, 'Success', 'Career field deleted.')
  })

  for (const blank of ['', '   ', '\u200b'])
    test(`refuses the blank name ${JSON.stringify(blank)}`, async ({ page }) => {
      const posts = counted(page, 'POST', '/career-fields')
      await page.goto('/admin/career-fields')
      await page.getByRole('button', { name: 'Add Field' }).click()
      const form = dialog(page, 'Add New Career Field')
      await form.getByLabel('Field Name').fill(blank)
      await form.getByRole('button', { name: 'Save Field' }).click()
      await expectToast(page, 'Validation Error', 'Field name cannot be empty.')
      await expect(form.getByText('Field Name is required.')).toBeVisible()
      await expect(form.getByLabel('Field Name')).toBeFocused()
      expect(posts).toEqual([])
    })

  test('a text that is too long is told as what it is', async ({ page }) => {
    await page.goto('/admin/career-fields')
    await page.getByRole('button', { name: 'Add Field' }).click()
    const form = dialog(page, 'Add New Career Field')
    await form.getByLabel('Field Name').fill('Long')
    await form.getByLabel('Description (Optional)').fill('x'.repeat(501))
    await form.getByRole('button', { name: 'Save Field' }).click()
    await expectToast(page, 'Validation Error', 'Description may have at most 500 characters.')
  })

  test('CF-03 a name that is there already is refused at its field', async ({ page }) => {
    await page.goto('/admin/career-fields')
    await page.getByRole('button', { name: 'Add Field' }).click()
    const form = dialog(page, 'Add New Career Field')
    await form.getByLabel('Field Name').fill('Technology')
    await page.keyboard.press('Enter')
    await expectToast(page, 'Error', 'A career field with this name already exists.')
    await expect(form.getByText('A career field with this name already exists.')).toBeVisible()
    await expect(form.getByLabel('Field Name')).toBeFocused()
  })
})

test('CF-01 CF-03 a field lives: edited, found after a reload, deleted', async ({ page, api }) => {
  const made = await make(api, fields, { name: `Aa ${unique()}` })
  const [name, renamed] = [String(made.name), `Ab ${unique()}`]
  await page.goto('/admin/career-fields')
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  const form = dialog(page, 'Edit Career Field')
  await expect(form.getByLabel('Field Name')).toHaveValue(name)
  await form.getByLabel('Field Name').fill(renamed)
  await form.getByRole('button', { name: 'Save Field' }).click()
  await expectToast(page, 'Success', 'Career field updated.')
  await page.reload()
  await page.getByRole('button', { name: `Delete ${renamed}` }).click()
  const question = dialog(page, `Delete ${renamed}?`)
  await expect(
    question.getByText('Are you sure you want to delete this career field?'),
  ).toBeVisible()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Success', 'Career field deleted.')
  await expect(rowOf(page, renamed)).toHaveCount(0)
})

test.describe('CF-03 a failing backend', () => {
  const failures: [string, object, string][] = [
    ['with words of its own', { error: { message: 'The shelf is empty.' } }, 'The shelf is empty.'],
    ['without a word', {}, 'An unexpected error occurred.'],
  ]
  for (const [what, json, text] of failures)
    test(`that answers 500 ${what} fills the table with the message and Retry`, async ({
      page,
    }) => {
      await page.route('**/api/v1/career-fields', (route) => route.fulfill({ status: 500, json }))
      await page.goto('/admin/career-fields')
      await expect(page.getByRole('cell').getByRole('alert')).toContainText(text)
      await expect(page.getByText('No career fields found.')).toHaveCount(0)
      await page.unroute('**/api/v1/career-fields')
      await page.getByRole('button', { name: 'Retry' }).click()
      await expect(page.getByRole('button', { name: /^Edit / }).first()).toBeVisible()
    })

  test('that fails on reloading empties the list', async ({ page, api }) => {
    const made = await make(api, fields, { name: `Aa ${unique()}` })
    await page.goto('/admin/career-fields')
    await page.getByRole('button', { name: `Delete ${made.name}` }).click()
    await page.route('**/api/v1/career-fields', (route) => route.fulfill({ status: 503, json: {} }))
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('alert')).toContainText('An unexpected error occurred.')
    await expect(page.getByRole('button', { name: /^Delete/ })).toHaveCount(0)
  })

  test('that refuses says why, or the screen’s own words', async ({ page, api }) => {
    const name = String((await make(api, fields, { name: `Aa ${unique()}` })).name)
    await page.goto('/admin/career-fields')
    await page.route('**/api/v1/career-fields/*', (route) =>
      route.fulfill({ status: 409, json: { error: { message: 'In use by 3 mentors.' } } }),
    )
    await page.getByRole('button', { name: `Delete ${name}` }).click()
    const question = dialog(page, `Delete ${name}?`)
    await question.getByRole('button', { name: 'Delete' }).click()
    await expectToast(page, 'Error', 'In use by 3 mentors.')
    await expect(question).toContainText('In use by 3 mentors.')
    await question.getByRole('button', { name: 'Close' }).last().click()
    await expect(question).toBeHidden()
    await page.unroute('**/api/v1/career-fields/*')
    await page.route('**/api/v1/career-fields/*', (route) => route.fulfill({ status: 500 }))
    await page.getByRole('button', { name: `Delete ${name}` }).click()
    await question.getByRole('button', { name: 'Delete' }).click()
    await expectToast(page, 'Error', 'Failed to delete.')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(rowOf(page, name)).toHaveCount(1)
  })

  test('that refuses an addition without a word gets the screen’s own', async ({ page }) => {
    await page.goto('/admin/career-fields')
    await page.getByRole('button', { name: 'Add Field' }).click()
    const form = dialog(page, 'Add New Career Field')
    await form.getByLabel('Field Name').fill(`Aa ${unique()}`)
    await page.route('**/api/v1/career-fields', (route) => route.fulfill({ status: 500, json: {} }))
    await form.getByRole('button', { name: 'Save Field' }).click()
    await expectToast(page, 'Error', 'Failed to add field.')
    await expect(form).toBeVisible()
  })

  test('that answers no array says so', async ({ page }) => {
    await page.route('**/api/v1/career-fields', (route) =>
      route.fulfill({ json: { careerFields: {} } }),
    )
    await page.goto('/admin/career-fields')
    await expect(page.getByRole('alert')).toContainText(
      'API did not return an array for career fields.',
    )
  })

  test('that answers a plain array is read', async ({ page }) => {
    await page.route('**/api/v1/career-fields', (route) =>
      route.fulfill({ json: [{ id: 7, name: 'Law', description: null }] }),
    )
    await page.goto('/admin/career-fields')
    await expect(rowOf(page, 'Law').getByRole('cell')).toHaveText(['Law', 'N/A', ''])
  })
})
