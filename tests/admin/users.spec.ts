import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { expect, test } from '../support/browser.ts'
import { press } from '../support/keyboard.ts'
import { make, unique } from '../support/records.ts'
import { counted, openList, rowOf } from '../support/screen.ts'

const { step } = test
const users = registry.find((one) => one.name === 'users') as Resource

test('the screen, its pages and its search, kept in the address', async ({ page, api }) => {
  const mark = unique()
  const made = await make(api, users, { lastName: `${mark} 100%`, isActive: false })
  const search = page.getByPlaceholder('Search users...')

  await step('title, button, search box and columns', async () => {
    await page.goto('/admin/users')
    await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add User' })).toBeVisible()
    await expect(search).toBeVisible()
    await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
    await expect(page.getByRole('columnheader')).toHaveText([
      '',
      /^Name/,
      /^Email/,
      'Role',
      'Status',
      /^Created/,
      /^Last Login/,
      'Actions',
    ])
  })
  await step('Back returns to the previous page, the menu to the first', async () => {
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByText(/^Page 2 of/)).toBeVisible()
    await page.getByRole('link', { name: 'Users' }).click()
    await expect(page.getByText(/^Page 1 of/)).toBeVisible()
    await page.goBack()
    await expect(page.getByText(/^Page 2 of/)).toBeVisible()
  })
  await step('the button searches from page 1; a reload keeps it', async () => {
    const asked = page.waitForRequest((request) =>
      new URL(request.url()).searchParams.has('search'),
    )
    await search.fill(mark)
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(page.getByText('Page 1 of 1')).toBeVisible()
    await expect(rowOf(page, mark)).toHaveCount(1)
    const query = new URL((await asked).url()).searchParams
    expect([query.get('search'), query.get('page'), query.get('limit')]).toEqual([mark, '1', '10'])

    await page.reload()
    await expect(search).toHaveValue(mark)
    await expect(rowOf(page, mark)).toHaveCount(1)
  })
  await step('users who never signed in have N/A, and times are exact on hover', async () => {
    const row = rowOf(page, mark)
    await expect(row.getByRole('cell')).toHaveText([
      '',
      `A1Amara ${mark} 100%`,
      /@example\.org$/,
      'User',
      'Inactive',
      /^(Today|Yesterday) \d\d:\d\d$/,
      'N/A',
      '',
    ])
    await expect(row.locator('time')).toHaveAttribute(
      'title',
      new RegExp(String(made.createdAt).slice(0, 4)),
    )
  })
  await step('Enter searches, a percent sign is a percent sign', async () => {
    await search.fill(`${mark} 100%`)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/100%25/)
    await expect(rowOf(page, mark)).toHaveCount(1)
    await search.fill(`${mark}%100`)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('cell', { name: 'No users found' })).toBeVisible()
    await expect(page.getByText('Page 1 of 1')).toBeVisible()
  })
  await step('it is cleared by its button, or by emptying the box', async () => {
    await page.getByRole('button', { name: 'Clear search' }).click()
    await expect(search).toHaveValue('')
    await expect(page.getByText(/^1–10 of \d\d\d/)).toBeVisible()
    await search.fill(unique())
    await page.keyboard.press('Enter')
    await expect(page.getByRole('cell', { name: 'No users found' })).toBeVisible()
    await search.fill('')
    await expect(page.getByText(/^1–10 of/)).toBeVisible()
  })
})

test('after a write the modal closes and the list is read again: create, update, delete', async ({
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

  await page.getByRole('button', { name: `Edit Bea ${mark}` }).click()
  const edit = page.getByRole('dialog', { name: 'Edit User' })
  await edit.getByLabel('First Name').fill('Cem')
  await edit.getByRole('button', { name: 'Update' }).click()
  await expect(edit).toBeHidden()
  await expect(rowOf(page, `Cem ${mark}`)).toHaveCount(1)
  await expect(rowOf(page, `Bea ${mark}`)).toHaveCount(0)

  await page.getByRole('button', { name: `Delete Cem ${mark}` }).click()
  const question = page.getByRole('dialog')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(question).toBeHidden()
  await expect(page.getByText('1–1 of 1')).toBeVisible()
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  expect(lists()).toBe(3)
})

test('eleven users: two pages, sorted, and one page when the last is gone', {
  tag: '@nightly',
}, async ({ page, api }) => {
  const mark = unique()
  // The newest stands first.
  for (const firstName of 'CADBEFGHIJK') await make(api, users, { firstName, lastName: mark })
  const previous = page.getByRole('button', { name: 'Previous' })
  const next = page.getByRole('button', { name: 'Next' })

  await step('a page beyond the end redirects to the last one', async () => {
    await page.goto(`/admin/users?search=${mark}&page=77`)
    await expect(page.getByText('Page 2 of 2')).toBeVisible()
    await expect(page.getByText('11–11 of 11')).toBeVisible()
    await expect(next).toBeDisabled()
    await expect(rowOf(page, mark)).toHaveCount(1)
  })
  await step('Previous and Next, disabled at the ends, ten at a time', async () => {
    await previous.click()
    await expect(page.getByText('Page 1 of 2')).toBeVisible()
    await expect(page.getByText('1–10 of 11')).toBeVisible()
    await expect(previous).toBeDisabled()
    await expect(rowOf(page, mark)).toHaveCount(10)
    await next.click()
    await expect(page.getByText('11–11 of 11')).toBeVisible()
    await expect(page).toHaveURL(/[?&]page=2/)
  })
  await step(
    'deleting the last record of the last page moves the focus to the previous page',
    async () => {
      await press(page, page.getByRole('button', { name: `Delete C ${mark}` }))
      await press(page, page.getByRole('dialog').getByRole('button', { name: 'Delete' }))
      await expect(page.getByText('Page 1 of 1')).toBeVisible()
      await expect(page.getByText('1–10 of 10')).toBeVisible()
      await expect(rowOf(page, mark)).toHaveCount(10)
      await expect(page.getByRole('button', { name: /^Delete/ }).first()).toBeFocused()
    },
  )
  await step('a header sorts up, down, and not at all', async () => {
    const names = page.getByRole('row').filter({ hasText: mark }).locator('td:nth-child(2)')
    const order = (letters: string) => [...letters].map((letter) => `${letter} ${mark}`)
    const header = page.getByRole('columnheader', { name: 'Name' })
    await header.click()
    await expect(header).toHaveAttribute('aria-sort', 'ascending')
    await expect(names).toContainText(order('ABDEFGHIJK'))
    await expect(
      page.getByRole('status').filter({ hasText: 'sorted by Name, ascending' }),
    ).toHaveCount(1)
    await header.click()
    await expect(header).toHaveAttribute('aria-sort', 'descending')
    await expect(names).toContainText(order('KJIHGFEDBA'))
    await header.click()
    await expect(header).not.toHaveAttribute('aria-sort')
    await expect(names).toContainText(order('KJIHGFEBDA'))
  })
})
