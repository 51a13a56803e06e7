import type { Page, Route } from '@playwright/test'
import { API_BASE } from '#contract/api.ts'
import { expect, test } from '../support/browser.ts'
import { chosenIn, counted, dialog, expectToast, rowOf } from '../support/screen.ts'
import { ada, people } from '../support/wire.ts'

/**
 * Backends of the same contract that are not ours, or not well: each made by interception. That every shape of
 * every resource is read is held beside the readers (src/admin/providers/adapters); here stands what of it is seen.
 */

const list = ({ pathname }: URL) => pathname === `${API_BASE}/users`
const item = ({ pathname }: URL) => pathname.startsWith(`${API_BASE}/users/`)
const register = ({ pathname }: URL) => pathname === `${API_BASE}/auth/register`

const answer = (page: Page, json: unknown) => page.route(list, (route) => route.fulfill({ json }))

test('lists of several shapes fill the users screen, and an unknown shape is an empty list', {
  tag: '@nightly',
}, async ({ page }) => {
  const shapes: [string, (rows: object[]) => unknown, string][] = [
    ['{users, count}', (users) => ({ users, count: 35 }), 'Page 1 of 4'],
    ['{data: {users, count}}', (users) => ({ data: { users, count: 35 } }), 'Page 1 of 4'],
    ['a plain array', (users) => users, 'Page 1 of 1'],
    ['a total that lies', (users) => ({ users, count: 3 }), 'Page 1 of 1'],
  ]
  let body: unknown = {}
  await page.route(list, (route) => route.fulfill({ json: body }))
  await page.goto('/admin/users')
  const search = page.getByRole('searchbox')
  for (const [index, [shape, box, pages]] of shapes.entries())
    await test.step(shape, async () => {
      const lastName = `Lovelace of shape ${index}`
      // Each other one goes by `id`.
      body = box(people(10, index % 2 ? 'id' : '_id').map((one) => ({ ...one, lastName })))
      // A server that is asked for these and sends others is taken for one that cannot search.
      await search.fill(lastName)
      await search.press('Enter')
      await expect(rowOf(page, lastName)).toHaveCount(10)
      await expect(page.getByText(pages)).toBeVisible()
    })
  await test.step('an unexpected body is an empty list of one page', async () => {
    body = { Users: people(10) }
    await search.fill('nobody')
    await search.press('Enter')
    await expect(page.getByRole('cell', { name: 'No users found' })).toBeVisible()
    await expect(page.getByText('Page 1 of 1')).toBeVisible()
  })
})

test('a server that caps its pages at five has seven of them, and all can be reached', {
  tag: '@nightly',
}, async ({ page }) => {
  await page.route(list, (route) => {
    const at = Number(new URL(route.request().url()).searchParams.get('page'))
    const rows = people(35, 'id').slice((at - 1) * 5, at * 5)
    return route.fulfill({ json: { data: rows, pagination: { total: 35, limit: 5 } } })
  })
  await page.goto('/admin/users?page=6')
  await expect(page.getByText('Page 6 of 7')).toBeVisible()
  await expect(page.getByText('26–30 of 35')).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(rowOf(page, 'A34 Lovelace')).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled()
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(rowOf(page, 'A25 Lovelace')).toHaveCount(1)
})

test('a record in a foreign envelope, with an unknown role, is edited; one is created with an empty answer', {
  tag: '@nightly',
}, async ({ page }) => {
  const row = { id: 7, ...ada, role: 'legendary', nickname: 'Countess' }
  await answer(page, { users: [row], count: 1 })
  await page.route(item, (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ json: { success: true, data: { user: row } } })
      : route.fulfill({ status: 204 }),
  )
  await page.route(register, (route) => route.fulfill({ status: 201, body: '' }))
  await page.goto('/admin/users')
  const puts = counted(page, 'PUT', '/users/7')

  await test.step('hidden and unknown fields are sent back', async () => {
    await page.getByRole('button', { name: 'Edit Ada Lovelace' }).click()
    const form = dialog(page, 'Edit User')
    await expect(chosenIn(form.getByLabel('Role'))).toHaveText('legendary')
    await form.getByLabel('First Name').fill('Augusta')
    await form.getByRole('button', { name: 'Update' }).click()
    await expect(form).toBeHidden()
    expect(puts[0]?.postDataJSON()).toMatchObject({
      firstName: 'Augusta',
      role: 'legendary',
      nickname: 'Countess',
    })
    // No version is claimed that was never sent.
    expect(puts[0]?.headers()).not.toHaveProperty('if-match')
  })

  await test.step('a create with an empty answer succeeds', async () => {
    await page.getByRole('button', { name: 'Add User' }).click()
    const form = dialog(page, 'Add New User')
    await form.getByLabel('First Name').fill('Ada')
    await form.getByLabel('Last Name').fill('Lovelace')
    await form.getByLabel('Email').fill('ada@example.org')
    await form.getByRole('textbox', { name: 'Password' }).fill('nine-white-cairns')
    await form.getByRole('button', { name: 'Create' }).click()
    await expect(form).toBeHidden()
  })
})

test('missing, null and wrong values never blank the screen', async ({ page, faults }) => {
  faults.allow(/entries that are not records/)
  const odd = [
    { _id: '1' },
    { _id: '2', firstName: null, lastName: null, email: null, role: null, isActive: null },
    { _id: '3', firstName: { a: 1 }, lastName: ['x'], email: 5, role: {}, isActive: 'false' },
    { _id: '4', ...ada, role: 'legendary', createdAt: 'Invalid', lastLogin: 0 },
    { _id: '5', ...ada, firstName: '<img src=x onerror=alert(1)>', isActive: 1 },
    { _id: '6', ...ada, firstName: '\u202eevil', lastName: 'محمد علي' },
    null,
    'x',
    { name: 'no id' },
    { _id: '1', firstName: 'Twin' },
  ]
  await answer(page, { users: odd, count: 10 })
  await page.goto('/admin/users')
  await expect(page.getByRole('row')).toHaveCount(7)
  await expect(page.getByRole('row').nth(1).getByRole('cell')).toHaveText([
    '',
    '?–',
    'N/A',
    'N/A',
    'N/A',
    'N/A',
    'N/A',
    '',
  ])
  await expect(rowOf(page, 'legendary')).toContainText('N/A')
  await expect(rowOf(page, '<img src=x')).toContainText('Active')
  await expect(page.getByText(/\[object|undefined|null|NaN/)).toHaveCount(0)
  await expect(page.locator('td img')).toHaveCount(0)
})

test('an invalid answer fails the load, with the screen’s own message', {
  tag: '@nightly',
}, async ({ page }) => {
  const html = { contentType: 'text/html' }
  const broken: [string, Parameters<Route['fulfill']>[0]][] = [
    ['an HTML page with 200', { ...html, body: '<h1>Sign in to the Wi-Fi</h1>' }],
    ['an HTML page with 502', { ...html, status: 502, body: '<h1>Bad</h1>' }],
    ['broken JSON', { contentType: 'application/json', body: '{"users":[' }],
    ['a refusal inside a 200', { json: { success: false, message: 'Down for repairs' } }],
  ]
  let [[, response]] = broken as [(typeof broken)[number]]
  await page.route(list, (route) => route.fulfill(response))
  for (const [index, [what, next]] of broken.entries())
    await test.step(what, async () => {
      response = next
      const answered = page.waitForResponse((one) => list(new URL(one.url())))
      if (index === 0) await page.goto('/admin/users')
      else await page.getByRole('button', { name: 'Retry' }).click()
      await answered
      await expect(page.getByRole('alert')).toContainText('Failed to fetch users.')
      await expect(page.getByText('No users found')).toHaveCount(0)
      await expect(page.getByText(/Wi-Fi|Bad/)).toHaveCount(0)
    })
})

test('a failed save keeps the form and shows why; errors appear at their fields, others at the top', {
  tag: '@nightly',
}, async ({ page }) => {
  const row = { _id: '9', ...ada }
  let refused: Parameters<Route['fulfill']>[0] = {}
  await answer(page, { users: [row], count: 1 })
  await page.route(item, (route) =>
    route.fulfill(route.request().method() === 'GET' ? { json: row } : refused),
  )
  await page.goto('/admin/users')
  await page.getByRole('button', { name: 'Edit Ada Lovelace' }).click()
  const form = dialog(page, 'Edit User')
  const save = form.getByRole('button', { name: 'Update' })
  await form.getByLabel('First Name').fill('Augusta')

  const refusals: [string, Parameters<Route['fulfill']>[0], string][] = [
    ['{message}', { status: 400, json: { message: 'Not today.' } }, 'Not today.'],
    ['{error: text}', { status: 400, json: { error: 'Nor now.' } }, 'Nor now.'],
    [
      'a problem document',
      { status: 400, json: { title: 'Odd', detail: 'Not yet.', status: 400 } },
      'Not yet.',
    ],
    [
      'an HTML page',
      { status: 500, contentType: 'text/html', body: '<b>500</b>' },
      'Failed to update user.',
    ],
  ]
  for (const [what, response, text] of refusals)
    await test.step(what, async () => {
      refused = response
      await save.click()
      await expectToast(page, 'Error', text)
      await expect(form.getByLabel('First Name')).toHaveValue('Augusta')
    })

  await test.step('field errors of another kind of server', async () => {
    const errors = [
      { path: 'email', message: 'No such domain.' },
      { path: ['shoeSize'], message: 'Shoe size is missing.' },
    ]
    refused = { status: 422, json: { message: 'Invalid', errors } }
    await save.click()
    await expect(form.getByLabel('Email')).toHaveAccessibleDescription(/No such domain\./)
    await expect(form.getByLabel('Email')).toBeFocused()
    await expect(form.getByRole('alert').filter({ hasText: 'Shoe size is missing.' })).toBeVisible()
  })
})
