import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, signedOut, signIn, test } from '../support/browser.ts'
import type { Product } from '../support/product.ts'
import { dialog } from '../support/screen.ts'
import { buildVariant, type Variant } from '../support/variant.ts'

/** A page of plain Refine and antd, added as docs/adding-a-resource.md says: one file and one line of `pages`. */

test.use({ storageState: signedOut })
test.describe.configure({ mode: 'default' })

let variant: Variant | undefined
let product: Product

test.beforeAll(async () => {
  // It builds the console first.
  test.setTimeout(600_000)
  variant = await buildVariant({ change: addPage })
  product = await variant.start()
})
test.afterAll(async () => {
  await product?.stop()
  variant?.remove()
})

function addPage(folder: string): void {
  mkdirSync(join(folder, 'src/admin/pages/plain'))
  const page = join(folder, 'src/admin/pages/plain/Plain.tsx')
  copyFileSync('tests/fixtures/plain-refine/Plain.tsx', page)
  const pages = join(folder, 'src/admin/pages/pages.ts')
  const entry = `page('plain', { title: 'Plain', icon: 'list', load: () => import('./plain/Plain.tsx') }),`
  const text = readFileSync(pages, 'utf8')
  const start = 'const OWN_PAGES: readonly PageEntry[] = ['
  expect(text).toContain(start)
  writeFileSync(pages, text.replace(start, `${start}\n  ${entry}`))
}

test('each documented part of Refine and antd works in a page that a developer adds', async ({
  page,
}) => {
  test.slow()
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  await page.goto(`${product.url}/admin/login`)
  await signIn(page)
  await page.getByRole('navigation').getByRole('link', { name: 'Plain' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Plain' })).toBeVisible()

  await test.step('App.useApp: message, notification, modal; an icon', async () => {
    const button = page.getByRole('button', { name: 'Message' })
    await expect(button.getByRole('img', { name: 'bulb' })).toBeVisible()
    await button.click()
    await expect(page.getByText('A plain message')).toBeVisible()
    await page.getByRole('button', { name: 'Notification' }).click()
    await expect(page.getByText('A plain notification')).toBeVisible()
    await page.getByRole('button', { name: 'Question' }).click()
    const question = dialog(page, 'A plain question')
    await question.getByRole('button', { name: 'OK' }).click()
    await expect(question).toBeHidden()
  })

  await test.step('useModalForm and Form.Item rules', async () => {
    await page.getByRole('button', { name: 'New field' }).click()
    const form = dialog(page, 'New field')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByText('Enter a name.')).toBeVisible()
    for (const name of ['Gardening', 'Baking']) {
      await form.getByLabel('Name').fill(name)
      await form.getByRole('button', { name: 'Save' }).click()
      await expect(form).toBeHidden()
      await expect(page.getByRole('cell', { name })).toBeVisible()
      if (name === 'Gardening') await page.getByRole('button', { name: 'New field' }).click()
    }
  })

  await test.step('the notification of a write offers Undo', async () => {
    await page.getByRole('button', { name: 'New field' }).click()
    const form = dialog(page, 'New field')
    await form.getByLabel('Name').fill('Juggling')
    await form.getByRole('button', { name: 'Save' }).click()
    const juggling = page.getByRole('cell', { name: 'Juggling' })
    await expect(juggling).toBeVisible()
    await page
      .getByRole('region', { name: /Notifications/ })
      .getByRole('listitem')
      .filter({ hasText: 'Successfully created' })
      .getByRole('button', { name: 'Undo' })
      .first()
      .click()
    await expect(juggling).toHaveCount(0)
  })

  await test.step('useTable with syncWithLocation: the order is in the address, and a reload keeps it', async () => {
    await page.getByRole('columnheader', { name: 'Name' }).click()
    await page.getByRole('columnheader', { name: 'Name' }).click()
    await expect(page).toHaveURL(/\/admin\/plain\?.*name/)
    const cells = page.getByRole('cell', { name: /Gardening|Baking/ })
    await expect(cells).toHaveText(['Gardening', 'Baking'])
    await page.reload()
    await expect(cells).toHaveText(['Gardening', 'Baking'])
    await expect(page).toHaveURL(/\/admin\/plain\?.*name/)
  })

  await test.step('useSelect', async () => {
    await page.getByRole('combobox', { name: 'Field' }).click()
    await page.getByTitle('Baking').click()
    await expect(page.getByTitle('Baking').first()).toBeVisible()
  })

  await test.step('useExport and useImport', async () => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export fields' }).click(),
    ])
    expect(readFileSync(await file.path(), 'utf8')).toContain('Gardening')
    await page.locator('input[type=file]').setInputFiles({
      name: 'fields.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('name\nPottery'),
    })
    await expect(page.getByRole('cell', { name: 'Pottery' })).toBeVisible()
  })
  expect(faults).toEqual([])
})
