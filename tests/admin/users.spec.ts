import { expect, test } from '../support/browser.ts'
import { make, named, unique } from '../support/records.ts'
import { rowOf } from '../support/screen.ts'

const { step } = test
const users = named('users')

test('the screen, its pages and its search, kept in the address', async ({ page, api }) => {
  const mark = unique()
  await make(api, users, { lastName: `${mark} 100%`, isActive: false })
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
