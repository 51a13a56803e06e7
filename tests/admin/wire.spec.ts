import type { Page, Route } from '@playwright/test'
import { API_BASE } from '#contract/api.ts'
import { expect, test } from '../support/browser.ts'
import { counted, dialog, expectToast, rowOf } from '../support/screen.ts'
import { ada, people } from '../support/wire.ts'

/** Backends of the same contract that are not ours, or not well: each made by interception. */

const list = ({ pathname }: URL) => pathname === `${API_BASE}/users`
const item = ({ pathname }: URL) => pathname.startsWith(`${API_BASE}/users/`)
const register = ({ pathname }: URL) => pathname === `${API_BASE}/auth/register`

const answer = (page: Page, json: unknown) => page.route(list, (route) => route.fulfill({ json }))

test.describe('WIRE-01 USER-04 every list shape fills the users screen', () => {
  const ten = people(10)
  const shapes: [string, unknown, string][] = [
    ['{users, count}', { users: ten, count: 35 }, 'Page 1 of 4'],
    ['{users, pagination}', { users: ten, pagination: { total: 35, limit: 10 } }, 'Page 1 of 4'],
    ['{data, pagination}', { data: ten, pagination: { total: 35, limit: 10 } }, 'Page 1 of 4'],
    ['{data: {users, count}}', { data: { users: ten, count: 35 } }, 'Page 1 of 4'],
    ['digit strings', { success: true, data: ten, pagination: { total: '35' } }, 'Page 1 of 4'],
    ['a plain array', ten, 'Page 1 of 1'],
    ['a plain array of everything', people(35), 'Page 1 of 4'],
    ['id instead of _id', { users: people(10, 'id'), count: 35 }, 'Page 1 of 4'],
    ['a total that lies', { users: ten, count: 3 }, 'Page 1 of 1'],
  ]
  for (const [name, body, pages] of shapes)
    test(name, async ({ page }) => {
      await answer(page, body)
      await page.goto('/admin/users')
      await expect(page.getByText(pages)).toBeVisible()
      await expect(rowOf(page, 'Lovelace')).toHaveCount(10)
    })

  for (const body of [{}, null, 42, { Users: ten }, { users: {} }, 'nothing'])
    test(`an unexpected ${JSON.stringify(body).slice(0, 20)} is an empty list of one page`, async ({
      page,
    }) => {
      await answer(page, body)
      await page.goto('/admin/users')
      await expect(page.getByRole('cell', { name: 'No users found' })).toBeVisible()
      await expect(page.getByText('Page 1 of 1')).toBeVisible()
    })

  test('the pages after the first are asked for and read', async ({ page }) => {
    await page.route(list, (route) => {
      const at = Number(new URL(route.request().url()).searchParams.get('page'))
      const rows = people(35, 'id').slice((at - 1) * 10, at * 10)
      return route.fulfill({ json: { data: rows, pagination: { total: 35, limit: 10 } } })
    })
    await page.goto('/admin/users?page=4')
    await expect(page.getByText('31–35 of 35')).toBeVisible()
    await page.getByRole('button', { name: 'Previous' }).click()
    await expect(rowOf(page, 'A20 Lovelace')).toHaveCount(1)
  })
})

test('USER-03 a server that caps its pages at five has seven of them, and all can be reached', async ({
  page,
}) => {
  await page.route(list, (route) => {
    const at = Number(new URL(route.request().url()).searchParams.get('page'))
    const rows = people(35).slice((at - 1) * 5, at * 5)
    return route.fulfill({ json: { data: rows, pagination: { total: 35, limit: 5 } } })
  })
  await page.goto('/admin/users?page=6')
  await expect(page.getByText('Page 6 of 7')).toBeVisible()
  await expect(page.getByText('26–30 of 35')).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(rowOf(page, 'A34 Lovelace')).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled()
})

test.describe('WIRE-01 records in foreign boxes are edited', () => {
  const boxes: [string, (row: object) => unknown][] = [
    ['bare', (row) => row],
    ['under data', (row) => ({ data: row })],
    ['under the name', (row) => ({ user: row })],
    ['under both', (row) => ({ success: true, data: { user: row } })],
  ]
  for (const [name, box] of boxes)
    test(name, async ({ page }) => {
      const row = { id: 7, ...ada, nickname: 'Countess' }
      await answer(page, { users: [row], count: 1 })
      await page.route(item, (route) =>
        route.request().method() === 'GET'
          ? route.fulfill({ json: box(row) })
          : route.fulfill({ status: 204 }),
      )
      await page.goto('/admin/users')
      const puts = counted(page, 'PUT', '/users/7')
      await page.getByRole('button', { name: 'Edit Ada Lovelace' }).click()
      const form = dialog(page, 'Edit User')
      await form.getByLabel('First Name').fill('Augusta')
      await form.getByRole('button', { name: 'Update' }).click()
      await expectToast(page, 'Success', 'User updated successfully.')
      await expect(form).toBeHidden()
      // What the form does not show goes back, and no version is claimed that was never sent.
      expect(puts[0]?.postDataJSON()).toMatchObject({ firstName: 'Augusta', nickname: 'Countess' })
      expect(puts[0]?.headers()).not.toHaveProperty('if-match')
    })
})

test.describe('WIRE-02 half and odd records never blank the screen', () => {
  test('missing, null and wrong values', async ({ page, faults }) => {
    faults.allow(/entries that are no records/)
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

  test('an unknown role is kept by an edit of something else', async ({ page }) => {
    const row = { _id: '9', ...ada, role: 'legendary' }
    await answer(page, { users: [row], count: 1 })
    await page.route(item, (route) => route.fulfill({ json: row }))
    await page.goto('/admin/users')
    const puts = counted(page, 'PUT', '/users/9')
    await page.getByRole('button', { name: 'Edit Ada Lovelace' }).click()
    const form = dialog(page, 'Edit User')
    await expect(form.getByLabel('Role')).toHaveValue('legendary')
    await form.getByLabel('First Name').fill('Augusta')
    await form.getByRole('button', { name: 'Update' }).click()
    await expectToast(page, 'Success', 'User updated successfully.')
    expect(puts[0]?.postDataJSON()).toMatchObject({ firstName: 'Augusta', role: 'legendary' })
  })

  test('a create that answers nothing is a success', async ({ page }) => {
    await page.route(register, (route) => route.fulfill({ status: 201, body: '' }))
    await page.goto('/admin/users')
    await page.getByRole('button', { name: 'Add User' }).click()
    const form = dialog(page, 'Add New User')
    await form.getByLabel('First Name').fill('Ada')
    await form.getByLabel('Last Name').fill('Lovelace')
    await form.getByLabel('Email').fill('ada@example.org')
    await form.getByRole('textbox', { name: 'Password' }).fill('nine-white-cairns')
    await form.getByRole('button', { name: 'Create' }).click()
    await expectToast(page, 'Success', 'User created successfully.')
    await expect(form).toBeHidden()
  })

  const broken: [string, Parameters<Route['fulfill']>[0]][] = [
    ['an HTML page with 200', { contentType: 'text/html', body: '<h1>Sign in to the Wi-Fi</h1>' }],
    ['an HTML page with 502', { status: 502, contentType: 'text/html', body: '<h1>Bad</h1>' }],
    ['broken JSON', { contentType: 'application/json', body: '{"users":[' }],
    ['a refusal inside a 200', { json: { success: false, message: 'Down for repairs' } }],
  ]
  for (const [name, response] of broken)
    test(`${name} fails the load, in the screen's own words`, async ({ page }) => {
      await page.route(list, (route) => route.fulfill(response))
      await page.goto('/admin/users')
      await expect(page.getByRole('alert')).toContainText('Failed to fetch users.')
      await expect(page.getByText('No users found')).toHaveCount(0)
      await expect(page.getByText(/Wi-Fi|Bad/)).toHaveCount(0)
    })

  const refusals: [string, object, string][] = [
    ['{message}', { message: 'Not today.' }, 'Not today.'],
    ['{error: text}', { error: 'Not today.' }, 'Not today.'],
    ['a problem document', { title: 'Odd', detail: 'Not today.', status: 400 }, 'Not today.'],
    ['an HTML page', {}, 'Failed to update user.'],
  ]
  for (const [name, json, text] of refusals)
    test(`a failed save that answers ${name} keeps the form and says why`, async ({ page }) => {
      const row = { _id: '9', ...ada }
      await answer(page, { users: [row], count: 1 })
      await page.route(item, (route) => {
        if (route.request().method() === 'GET') return route.fulfill({ json: row })
        return name === 'an HTML page'
          ? route.fulfill({ status: 500, contentType: 'text/html', body: '<b>500</b>' })
          : route.fulfill({ status: 400, json })
      })
      await page.goto('/admin/users')
      await page.getByRole('button', { name: 'Edit Ada Lovelace' }).click()
      const form = dialog(page, 'Edit User')
      await form.getByLabel('First Name').fill('Augusta')
      await form.getByRole('button', { name: 'Update' }).click()
      await expectToast(page, 'Error', text)
      await expect(form.getByLabel('First Name')).toHaveValue('Augusta')
    })

  test('field errors of another kind of server find their fields, the rest stands on top', async ({
    page,
  }) => {
    const row = { _id: '9', ...ada }
    await answer(page, { users: [row], count: 1 })
    await page.route(item, (route) =>
      route.request().method() === 'GET'
        ? route.fulfill({ json: row })
        : route.fulfill({
            status: 422,
            json: {
              message: 'Invalid',
              errors: [
                { path: 'email', message: 'No such domain.' },
                { path: ['shoeSize'], message: 'Shoe size is missing.' },
              ],
            },
          }),
    )
    await page.goto('/admin/users')
    await page.getByRole('button', { name: 'Edit Ada Lovelace' }).click()
    const form = dialog(page, 'Edit User')
    await form.getByLabel('First Name').fill('Augusta')
    await form.getByRole('button', { name: 'Update' }).click()
    await expect(form.getByLabel('Email')).toHaveAccessibleDescription(/No such domain\./)
    await expect(form.getByLabel('Email')).toBeFocused()
    await expect(form.getByRole('listitem')).toHaveText(['Shoe size is missing.'])
  })
})
