import { API_BASE } from '#contract/api.ts'
import { admin, expect, serverAnswer, signedOut, test } from '../support/browser.ts'
import { choosePassword, type Product, signIn, startProduct } from '../support/product.ts'
import { pick } from '../support/screen.ts'

const PASSWORD = 'three-blue-waymarks'
const OWN = 'four-red-cairns'
const SUPPORT = 'sam.support@example.org'

let product: Product
test.use({ storageState: signedOut })
test.beforeAll(async () => {
  product = await startProduct({ CONSOLE_ROLES: 'editor,support', DEMO: 'off' })
  const { token } = await signIn(product.url)
  const body = { firstName: 'Plain', lastName: 'User', email: 'p@example.org', password: PASSWORD }
  await fetch(`${product.url}${API_BASE}/auth/register`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
})
test.afterAll(() => product.stop())

test('an admin assigns a role; its user sees what it permits, and is notified of changes', async ({
  page,
}) => {
  const enter = async (email: string, password: string, at: string) => {
    await page.goto(`${product.url}${at}`)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }
  await enter(admin.email, admin.password, '/admin/users')
  await page.getByRole('button', { name: 'Add User' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('First Name').fill('Sam')
  await form.getByLabel('Last Name').fill('Support')
  await form.getByLabel('Email').fill(SUPPORT)
  await form.getByLabel('Password').first().fill(PASSWORD)
  await form.getByLabel('Role').press('ArrowDown')
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText([
    'User',
    'Admin',
    'Editor',
    'Support',
  ])
  await form.getByLabel('Role').press('Escape')
  await pick(form.getByLabel('Role'), 'Support')
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('row', { name: /Sam Support/ })).toContainText('Support')
  await page.getByRole('button', { name: 'Logout' }).click()

  await choosePassword(product.url, SUPPORT, PASSWORD, OWN)
  await enter(SUPPORT, OWN, '/admin/users')
  const menu = page.getByRole('navigation', { name: 'Main' })
  await expect(menu.getByRole('link')).toHaveText([
    'Dashboard',
    'Users',
    'Messages',
    'Waitlist',
    'Activity',
  ])
  await expect(page.getByRole('button', { name: 'Edit Plain User' })).toBeVisible()
  for (const name of ['First Admin', 'Sam Support'])
    await expect(page.getByRole('row', { name }).getByRole('button')).toHaveCount(0)
  await page.getByRole('button', { name: 'Edit Plain User' }).click()
  await expect(form.getByLabel('First Name')).toHaveValue('Plain')
  await expect(form.getByLabel('Role')).toHaveCount(0)
  await form.getByLabel('Last Name').fill('Person')
  await form.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByRole('row', { name: /Plain Person/ })).toBeVisible()

  // Plays a server that was restarted with fewer rights for this role.
  await page.route(`**${API_BASE}/messages?*`, (route) =>
    route.fulfill({
      status: 403,
      json: { error: { code: 'forbidden', message: 'The role support may not read messages.' } },
    }),
  )
  await page.route(`**${API_BASE}/profile`, async (route) => {
    const response = await serverAnswer(route)
    const user = (await response.json()) as { access: { resources: Record<string, unknown> } }
    delete user.access.resources.messages
    await route.fulfill({ json: user })
  })
  await menu.getByRole('link', { name: 'Messages' }).click()
  await expect(page.getByText('Your permissions have changed', { exact: true })).toBeVisible()
  await expect(menu.getByRole('link')).toHaveText(['Dashboard', 'Users', 'Waitlist', 'Activity'])
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
})
