import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { API_BASE } from '#contract/api.ts'
import { expect, signedOut, signIn, test } from '../support/browser.ts'
import type { Product } from '../support/product.ts'
import { dialog, expectToast, rowOf } from '../support/screen.ts'
import { buildVariant, type Variant } from '../support/variant.ts'

/** docs/adding-a-resource.md, tried for real: one file, two lines in the registry, nothing else. */

test.use({ storageState: signedOut })

let variant: Variant | undefined
let product: Product

test.beforeAll(async () => {
  test.setTimeout(90_000)
  variant = await buildVariant({ change: addTags })
  product = await variant.start()
})
test.afterAll(async () => {
  await product?.stop()
  variant?.remove()
})

function addTags(folder: string): void {
  copyFileSync('tests/fixtures/tags.ts', join(folder, 'src/resources/tags.ts'))
  const registry = join(folder, 'src/resources/declared.ts')
  const before = readFileSync(registry, 'utf8')
  writeFileSync(registry, `${before}export { default as tags } from './tags.ts'\n`)
}

test('a sixth resource: menu, list, search, filter, form, words and API from its declaration alone', async ({
  page,
  request,
}) => {
  test.slow()
  await page.goto(`${product.url}/admin/login`)
  await signIn(page)
  await page.getByRole('navigation').getByRole('link', { name: 'Tags' }).click()
  await expect(page).toHaveURL(`${product.url}/admin/tags`)
  await expect(page.getByRole('heading', { level: 1, name: 'Tags' })).toBeVisible()
  await expect(page.getByRole('cell', { name: 'No tags found' })).toBeVisible()

  for (const [name, colour] of [
    ['remote', 'Green'],
    ['part-time', 'Red'],
  ] as const) {
    await page.getByRole('button', { name: 'Add Tag' }).first().click()
    const form = dialog(page, 'Add New Tag')
    await expect(form.getByLabel('Colour')).toHaveValue('blue')
    await form.getByLabel('Name').fill(name)
    await form.getByLabel('Colour').selectOption(colour)
    await form.getByRole('button', { name: 'Create' }).click()
    await expectToast(page, 'Success', 'Tag created successfully.')
    await expect(form).toBeHidden()
    await expect(rowOf(page, name)).toContainText('Active')
  }

  await page.getByRole('button', { name: 'Add Tag' }).click()
  const twin = dialog(page, 'Add New Tag')
  await twin.getByRole('button', { name: 'Create' }).click()
  await expect(twin.getByText('Name is required.')).toBeVisible()
  await twin.getByLabel('Name').fill('REMOTE')
  await twin.getByRole('button', { name: 'Create' }).click()
  await expect(twin.getByLabel('Name')).toHaveAccessibleDescription(
    /A tag with this name already exists\./,
  )
  await twin.getByRole('button', { name: 'Cancel' }).click()
  await dialog(page, 'Discard changes?').getByRole('button', { name: 'Discard' }).click()

  await page.getByPlaceholder('Search tags...').fill('part')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(rowOf(page, 'remote')).toHaveCount(0)
  await expect(rowOf(page, 'part-time')).toHaveCount(1)
  await page.getByRole('button', { name: 'Reset' }).click()

  const filters = page.getByRole('group', { name: 'Filters' })
  await filters.getByRole('combobox', { name: 'Colour' }).selectOption('Green')
  await expect(rowOf(page, 'part-time')).toHaveCount(0)
  await expect(rowOf(page, 'remote')).toHaveCount(1)
  await filters.getByRole('button', { name: 'Remove filter Colour' }).click()
  await expect(rowOf(page, 'part-time')).toHaveCount(1)

  await rowOf(page, 'remote').getByRole('button', { name: 'Edit remote' }).click()
  const edit = dialog(page, 'Edit Tag')
  await edit.getByLabel('Name').fill('from anywhere')
  await edit.getByRole('button', { name: 'Update' }).click()
  await expectToast(page, 'Success', 'Tag updated successfully.')
  await expect(rowOf(page, 'from anywhere')).toContainText('green')

  await page.getByRole('button', { name: 'Delete from anywhere' }).click()
  const question = dialog(page, 'Delete from anywhere?')
  await expect(question).toContainText('Are you sure you want to delete this tag?')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Success', 'Tag deleted.')
  await expect(rowOf(page, 'from anywhere')).toHaveCount(0)
  await expect(rowOf(page, 'part-time')).toHaveCount(1)

  const description = await request.get(`${product.url}${API_BASE}/openapi.json`)
  expect(Object.keys(Object((await description.json()).paths))).toEqual(
    expect.arrayContaining([`${API_BASE}/tags`, `${API_BASE}/tags/{id}`]),
  )
})
