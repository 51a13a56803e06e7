import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { expect, test } from '../support/browser.ts'
import { make, unique } from '../support/records.ts'
import { counted, openList, rowOf } from '../support/screen.ts'

const users = registry.find((one) => one.name === 'users') as Resource

test('USER-01 USER-02 the screen has its title, button, search box and columns', async ({
  page,
}) => {
  await page.goto('/admin/users')
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add User' })).toBeVisible()
  await expect(page.getByPlaceholder('Search users...')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText([
    /^Name/,
    /^Email/,
    'Role',
    'Status',
    /^Created/,
    /^Last Login/,
    'Actions',
  ])
})

test.describe('USER-01 searching', () => {
  test('by the button and by Enter, from page 1, kept in the address, and cleared again', async ({
    page,
    api,
  }) => {
    const mark = unique()
    await make(api, users, { lastName: mark })
    await page.goto('/admin/users?page=2')
    await expect(page.getByText(/^Page 2 of/)).toBeVisible()
    const asked = counted(page, 'GET', '/users')

    await page.getByPlaceholder('Search users...').fill(mark)
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page.getByText('Page 1 of 1')).toBeVisible()
    await expect(rowOf(page, mark)).toHaveCount(1)
    const query = new URL(asked.at(-1)?.url() ?? '').searchParams
    expect([query.get('search'), query.get('page'), query.get('limit')]).toEqual([mark, '1', '10'])

    await page.reload()
    await expect(page.getByPlaceholder('Search users...')).toHaveValue(mark)
    await expect(rowOf(page, mark)).toHaveCount(1)

    await page.getByPlaceholder('Search users...').fill(`${mark}nobody`)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('cell', { name: 'No users found' })).toBeVisible()
    await expect(page.getByText('Page 1 of 1')).toBeVisible()

    await page.getByRole('button', { name: 'Clear search' }).click()
    await expect(page.getByPlaceholder('Search users...')).toHaveValue('')
    await expect(page.getByText(/^1–10 of \d\d\d/)).toBeVisible()
  })

  test('emptying the box is enough to see everything again', async ({ page }) => {
    await openList(page, 'users', unique())
    await expect(page.getByRole('cell', { name: 'No users found' })).toBeVisible()
    await page.getByPlaceholder('Search users...').fill('')
    await expect(page.getByText(/^1–10 of/)).toBeVisible()
  })

  test('a percent sign is a percent sign', async ({ page, api }) => {
    const mark = unique()
    await make(api, users, { lastName: `${mark} 100%` })
    await openList(page, 'users', `${mark} 100%`)
    await expect(rowOf(page, mark)).toHaveCount(1)
    await openList(page, 'users', `${mark}%100`)
    await expect(page.getByRole('cell', { name: 'No users found' })).toBeVisible()
  })
})

test('USER-02 a user who never signed in has N/A, and times are exact on hover', async ({
  page,
  api,
}) => {
  const mark = unique()
  await make(api, users, { lastName: mark, isActive: false })
  await openList(page, 'users', mark)
  const row = rowOf(page, mark)
  await expect(row.getByRole('cell')).toHaveText([
    `AZAmara ${mark}`,
    /@example\.org$/,
    'User',
    'Inactive',
    /^Today \d\d:\d\d$/,
    'N/A',
    '',
  ])
  await row.locator('time').hover()
  await expect(page.getByRole('tooltip')).toContainText(String(new Date().getUTCFullYear()))
})

test.describe('USER-08 after a write', () => {
  test('the modal closes and the list is read again: create, update, delete', async ({
    page,
    api,
  }) => {
    const mark = unique()
    await make(api, users, { lastName: mark })
    await openList(page, 'users', mark)
    await expect(page.getByText('1–1 of 1')).toBeVisible()
    const asked = counted(page, 'GET', '/users')
    const lists = () => asked.filter((one) => new URL(one.url()).pathname.endsWith('/users')).length

    await page.getByRole('button', { name: 'Add User' }).click()
    const form = page.getByRole('dialog', { name: 'Add New User' })
    await form.getByLabel('First Name').fill('Bea')
    await form.getByLabel('Last Name').fill(mark)
    await form.getByLabel('Email').fill(`bea.${mark}@example.org`)
    await form.getByRole('textbox', { name: 'Password' }).fill('nine-white-cairns')
    await form.getByRole('button', { name: 'Create' }).click()
    await expect(form).toBeHidden()
    await expect(page.getByText('1–2 of 2')).toBeVisible()
    expect(lists()).toBe(1)

    await page.getByRole('button', { name: `Edit Bea ${mark}` }).click()
    const edit = page.getByRole('dialog', { name: 'Edit User' })
    await edit.getByLabel('First Name').fill('Cem')
    await edit.getByRole('button', { name: 'Update' }).click()
    await expect(edit).toBeHidden()
    await expect(rowOf(page, `Cem ${mark}`)).toHaveCount(1)
    await expect(rowOf(page, `Bea ${mark}`)).toHaveCount(0)
    expect(lists()).toBe(2)

    await page.getByRole('button', { name: `Delete Cem ${mark}` }).click()
    const question = page.getByRole('dialog')
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(question).toBeHidden()
    await expect(page.getByText('1–1 of 1')).toBeVisible()
    expect(lists()).toBe(3)
  })

  test('the page falls back when its last row is gone', async ({ page, api }) => {
    const mark = unique()
    for (let index = 0; index < 11; index++) await make(api, users, { lastName: mark })
    await openList(page, 'users', mark)
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByText('11–11 of 11')).toBeVisible()
    await rowOf(page, mark)
      .getByRole('button', { name: /^Delete/ })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Page 1 of 1')).toBeVisible()
    await expect(page.getByText('1–10 of 10')).toBeVisible()
    await expect(rowOf(page, mark)).toHaveCount(10)
  })
})

test.describe('USER-03 paging', () => {
  test('Previous and Next, disabled at the ends, ten at a time', async ({ page, api }) => {
    const mark = unique()
    for (let index = 0; index < 11; index++)
      await make(api, users, { firstName: `N${index}`, lastName: mark })
    await openList(page, 'users', mark)
    await expect(page.getByText('Page 1 of 2')).toBeVisible()
    await expect(page.getByText('1–10 of 11')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled()
    await expect(rowOf(page, mark)).toHaveCount(10)

    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByText('Page 2 of 2')).toBeVisible()
    await expect(page.getByText('11–11 of 11')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled()
    await expect(rowOf(page, mark)).toHaveCount(1)
    await expect(page).toHaveURL(/[?&]page=2/)

    await page.getByRole('button', { name: 'Previous' }).click()
    await expect(page.getByText('Page 1 of 2')).toBeVisible()
  })

  test('a page beyond the end leads to the last one', async ({ page, api }) => {
    const mark = unique()
    await make(api, users, { lastName: mark })
    await openList(page, 'users', mark)
    await page.goto(`${page.url()}&page=77`)
    await expect(page.getByText('Page 1 of 1')).toBeVisible()
    await expect(rowOf(page, mark)).toHaveCount(1)
  })

  test('Back returns to the page one came from, the menu to the first', async ({ page }) => {
    await page.goto('/admin/users')
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByText(/^Page 2 of/)).toBeVisible()
    await page.getByRole('link', { name: 'Users' }).click()
    await expect(page.getByText(/^Page 1 of/)).toBeVisible()
    await page.goBack()
    await expect(page.getByText(/^Page 2 of/)).toBeVisible()
  })

  test('a header sorts up, down, and not at all', async ({ page, api }) => {
    const mark = unique()
    for (const firstName of ['Bea', 'Cem', 'Ada'])
      await make(api, users, { firstName, lastName: mark })
    await openList(page, 'users', mark)
    const names = page.getByRole('row').filter({ hasText: mark }).locator('td:first-child')
    const header = page.getByRole('columnheader', { name: 'Name' })
    await header.getByRole('button').click()
    await expect(header).toHaveAttribute('aria-sort', 'ascending')
    await expect(names).toHaveText([/Ada/, /Bea/, /Cem/])
    await expect(
      page.getByRole('status').filter({ hasText: 'sorted by Name, ascending' }),
    ).toHaveCount(1)
    await header.getByRole('button').click()
    await expect(header).toHaveAttribute('aria-sort', 'descending')
    await expect(names).toHaveText([/Cem/, /Bea/, /Ada/])
    await header.getByRole('button').click()
    await expect(header).not.toHaveAttribute('aria-sort')
    await expect(names).toHaveText([/Ada/, /Cem/, /Bea/])
  })
})
