import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { expect, test } from '../support/browser.ts'
import { clean, make, unique } from '../support/records.ts'
import { dialog, openList, rowOf } from '../support/screen.ts'

const named = (page: string) => registry.find((one) => one.page === page) as Resource
const fields = named('career-fields')

test.afterEach(({ api }) => clean(api))

test('CF-03 a field that lands on another page stands first, marked, until the list is left', {
  tag: '@nightly',
}, async ({ page, api }) => {
  const mark = unique()
  for (let count = 0; count < 11; count++) await make(api, fields, { name: `Mm ${mark} ${count}` })
  await page.goto('/admin/career-fields')
  await page.getByRole('button', { name: 'Add Field' }).click()
  const form = dialog(page, 'Add New Career Field')
  await form.getByLabel('Field Name').fill(`Zz ${mark}`)
  await form.getByRole('button', { name: 'Save Field' }).click()
  const first = page.getByRole('row').nth(1)
  await expect(first).toContainText(`Zz ${mark}`)
  await expect(first).toContainText('New')
  await expect(page.getByRole('row')).toHaveCount(12)
  await expect(page.getByRole('status').filter({ hasText: `New: Zz ${mark}.` })).toBeAttached()

  // It is a row like the others: it can be changed at once.
  await page.getByRole('button', { name: `Edit Zz ${mark}` }).click()
  const edit = dialog(page, 'Edit Career Field')
  await edit.getByLabel('Field Name').fill(`Zy ${mark}`)
  await edit.getByRole('button', { name: 'Save Field' }).click()
  await expect(first).toContainText(`Zy ${mark}`)

  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('New', { exact: true })).toHaveCount(0)
})

test('USER-08 a new user is shown although the search does not find it, and gone once deleted', async ({
  page,
}) => {
  const mark = unique()
  await openList(page, 'users', `nobody ${mark}`)
  await page.getByRole('button', { name: 'Add User' }).click()
  const form = dialog(page, 'Add New User')
  await form.getByLabel('First Name').fill('Fresh')
  await form.getByLabel('Last Name').fill('Arrival')
  await form.getByLabel('Email').fill(`fresh.${unique()}@example.org`)
  await form.getByRole('textbox', { name: 'Password' }).fill('nine-white-cairns')
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('cell', { name: 'No users found' })).toBeVisible()
  const row = rowOf(page, 'Fresh Arrival')
  await expect(row).toContainText('New')
  await row.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(row).toHaveCount(0)
})

test('PRO-03 MIS-05 a new protocol is marked among the cards, a new mission on a phone', {
  tag: '@nightly',
}, async ({ page }) => {
  const mark = unique()
  await openList(page, 'protocols', `nothing ${mark}`)
  await page.getByRole('button', { name: 'Add Protocol' }).first().click()
  const form = dialog(page, 'Add New Protocol')
  await form.getByLabel('Protocol Title').fill(`Path ${unique()}`)
  await form.getByRole('button', { name: 'Create' }).click()
  const card = page.getByRole('listitem').filter({ hasText: 'Path' })
  await expect(card).toContainText('New')

  await page.setViewportSize({ width: 390, height: 844 })
  await openList(page, 'missions', `nothing ${mark}`)
  await page.getByRole('button', { name: 'Add Mission' }).first().click()
  const other = dialog(page, 'Add New Mission')
  await other.getByRole('textbox', { name: 'Title', exact: true }).fill(`Walk ${unique()}`)
  await other.getByLabel('Type').fill('research')
  await other.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Walk' })).toContainText('New')
})
