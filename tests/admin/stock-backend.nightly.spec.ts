import { readdirSync, readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { TOKEN_KEY } from '#contract/auth.ts'
import { boss, type Stock, startStock } from '../fixtures/stock/server.ts'
import { expect, signedOut, signIn, test } from '../support/browser.ts'
import type { Product } from '../support/product.ts'
import { dialog, expectToast, rowOf } from '../support/screen.ts'
import { buildVariant, type Variant } from '../support/variant.ts'
import { remove } from '../support/variant-foreign.ts'

/** The console, built for the simple-rest dialect, works with json-server. */

test.describe.configure({ mode: 'serial' })
test.use({ storageState: signedOut })

let stock: Stock
let variant: Variant | undefined
let product: Product | undefined

test.beforeAll(async () => {
  // It builds the console first.
  test.setTimeout(600_000)
  stock = await startStock()
  variant = await buildVariant({
    env: { VITE_API_URL: stock.origin, VITE_API_DIALECT: 'simple-rest' },
  })
  product = await variant.serveConsole()
})
// The browser logs an error for each refusal.
test.beforeEach(({ faults }) => faults.allow(/Failed to load resource/))
test.afterAll(async () => {
  await product?.stop()
  variant?.remove()
  await stock?.stop()
})

test('an ordinary build leaves the second dialect out', () => {
  const folder = 'dist/client/assets'
  const scripts = readdirSync(folder).filter((file) => file.endsWith('.js'))
  const code = scripts.map((file) => readFileSync(`${folder}/${file}`, 'utf8')).join('')
  // The parameters with which the two dialects request an order.
  expect([/\bsort=/.test(code), /\b_order\b/.test(code)]).toEqual([true, false])
})

async function open(page: Page, path: string): Promise<void> {
  const session = { key: TOKEN_KEY, token: stock.token }
  await page.addInitScript(({ key, token }) => localStorage.setItem(key, token), session)
  await page.goto(`${product?.url}/admin/${path}`)
}

/** The last list request, as the backend saw it. */
const asked = (path: string) =>
  stock.seen.filter((call) => call.method === 'GET' && call.path === path).at(-1)?.query

test('signs in at a stock REST backend; missing features leave the menu', async ({ page }) => {
  await page.goto(`${product?.url}/admin/login`)
  await signIn(page, { ...boss, password: 'wrong' })
  await expect(page.getByRole('alert')).toContainText('The proxy does not know you.')
  await signIn(page, boss)
  const menu = page.getByRole('navigation')
  await expect(page.getByRole('region', { name: 'Quick Actions' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  for (const name of ['Custom dashboards', 'Analytics', 'Messages', 'Waitlist'])
    await expect(menu.getByRole('link', { name })).toHaveCount(0)
  expect(stock.seen.map(({ path }) => path).filter((path) => /^.admin/.test(path))).toEqual([])
  await menu.getByRole('link', { name: 'Users' }).click()
  await expect(page.getByText('Page 1 of 4')).toBeVisible()
  await menu.getByRole('link', { name: 'Protocols' }).click()
  await expect(menu.getByRole('link', { name: 'Protocols' })).toHaveCount(0)
  await menu.getByRole('link', { name: 'Mentors' }).click()
  await expect(rowOf(page, 'Noor')).toContainText('Law')
  await expect(menu.getByRole('link', { name: 'Missions' })).toBeVisible()
})

test('users: pages, search, order and a filter in the stock dialect', async ({ page }) => {
  await open(page, 'users')
  await expect(page.getByText('1–10 of 34')).toBeVisible()
  await expect(rowOf(page, 'person34@stock.example')).toBeVisible()
  expect(asked('/users')).toMatchObject({
    _start: '0',
    _end: '10',
    _sort: 'createdAt',
    _order: 'desc',
  })
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(rowOf(page, 'person24@stock.example')).toBeVisible()
  expect(asked('/users')).toMatchObject({ _start: '10', _end: '20' })

  await page.getByRole('columnheader', { name: 'Email' }).click()
  await expect(rowOf(page, 'person10@stock.example')).toBeVisible()
  expect(asked('/users')).toMatchObject({ _start: '0', _sort: 'email', _order: 'asc' })

  await page.getByRole('searchbox').fill('Person 33')
  await page.getByRole('searchbox').press('Enter')
  await expect(page.getByText('1–1 of 1')).toBeVisible()
  await expect(rowOf(page, 'person33@stock.example')).toContainText('Inactive')
  expect(asked('/users')).toMatchObject({ q: 'Person 33' })

  await open(page, 'users?isActive=false')
  await expect(page.getByText('1–10 of 11')).toBeVisible()
  expect(asked('/users')).toMatchObject({ isActive: 'false' })
})

test('users: created, edited by PATCH without a version, and deleted', async ({ page }) => {
  await open(page, 'users')
  await page.getByRole('button', { name: 'Add User' }).click()
  const form = dialog(page, 'Add New User')
  await form.getByLabel('First Name').fill('Sigrid')
  await form.getByLabel('Last Name').fill('Moen')
  await form.getByLabel('Email').fill('sigrid@stock.example')
  await form.getByRole('textbox', { name: 'Password' }).fill('nine-white-cairns')
  await form.getByRole('button', { name: 'Create' }).click()
  await expectToast(page, 'Success', 'User created successfully.')
  expect(stock.held('users', 35)).toMatchObject({ firstName: 'Sigrid', role: 'user' })

  await page.getByRole('button', { name: 'Edit Person 34 Even' }).click()
  const edit = dialog(page, 'Edit User')
  await edit.getByLabel('First Name').fill('Knut')
  await edit.getByRole('button', { name: 'Update' }).click()
  await expectToast(page, 'Success', 'User updated successfully.')
  await expect(rowOf(page, 'Knut')).toBeVisible()
  expect(stock.held('users', 34)).toMatchObject({
    id: 34,
    firstName: 'Knut',
    badge: { colour: 'teal' },
  })

  await remove(
    page,
    'Knut Even',
    'Are you sure you want to delete this user?',
    'User deleted successfully.',
  )
  expect(stock.held('users', 34)).toBeUndefined()
  const writes = stock.seen.filter(({ method }) => !['GET', 'OPTIONS'].includes(method))
  const ofUsers = writes.filter(({ path }) => path.startsWith('/users'))
  expect(ofUsers.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /users',
    'PATCH /users/34',
    'DELETE /users/34',
  ])
  expect(ofUsers.every(({ ifMatch }) => ifMatch === undefined)).toBe(true)
})
