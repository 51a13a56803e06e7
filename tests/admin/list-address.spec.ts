import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { expect, test } from '../support/browser.ts'
import { asked, chip, filter, taking } from '../support/filters.ts'
import { make, unique } from '../support/records.ts'
import { counted } from '../support/screen.ts'

const users = registry.find((one) => one.name === 'users') as Resource

test('USER-03 Back takes back the last page or filter, Forward brings it again', async ({
  page,
}) => {
  await page.goto('/admin/users')
  await expect(page.getByText(/^1–10 of/)).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/users$/)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText(/^11–20 of/)).toBeVisible()
  await filter(page, 'Role').selectOption('admin')
  await expect(chip(page, 'Role: Admin')).toBeVisible()
  await page.goBack()
  await expect(page.getByText(/^11–20 of/)).toBeVisible()
  await expect(taking(page, 'Role')).toHaveCount(0)
  await page.goBack()
  await expect(page.getByText(/^1–10 of/)).toBeVisible()
  await page.goForward()
  await page.goForward()
  await expect(chip(page, 'Role: Admin')).toBeVisible()
})

test('steps of the history taken as fast as keys repeat end where they ended', async ({ page }) => {
  await page.goto('/admin/missions?difficulty=beginner')
  await expect(chip(page, 'Difficulty: Beginner')).toBeVisible()
  await page.getByRole('link', { name: 'Missions' }).click()
  await expect(taking(page, 'Difficulty')).toHaveCount(0)
  for (let round = 0; round < 5; round++) {
    await page.evaluate(() => history.back())
    await page.evaluate(() => history.forward())
  }
  await page.evaluate(() => history.back())
  await expect(chip(page, 'Difficulty: Beginner')).toBeVisible()
  await expect(page).toHaveURL(/difficulty/)
})

test('the address is the state: copied, gone back and forth, and made sane when typed by hand', async ({
  page,
  context,
}) => {
  // Two tabs and many pages, one after the other.
  test.slow()
  await page.goto('/admin/missions?difficulty=beginner&isActive=true')
  await expect(chip(page, 'Difficulty: Beginner')).toBeVisible()
  await page.getByRole('columnheader', { name: 'Title' }).getByRole('button').click()
  await expect(page).toHaveURL(/[?&]sort=title$/)
  await page.getByRole('link', { name: 'Missions' }).click()
  await expect(taking(page, 'Difficulty')).toHaveCount(0)
  await page.goBack()
  await expect(chip(page, 'Difficulty: Beginner')).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Title' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  await page.goForward()
  await expect(taking(page, 'Difficulty')).toHaveCount(0)
  await page.goBack()
  await expect(chip(page, 'Difficulty: Beginner')).toBeVisible()

  const copy = await context.newPage()
  const seen = counted(copy, 'GET', '/missions/templates')
  const lists = () => seen.filter((one) => new URL(one.url()).pathname.endsWith('/templates'))
  await copy.goto(page.url())
  await expect(chip(copy, 'Status: Active')).toBeVisible()
  await expect
    .poll(() => asked(lists()))
    .toEqual({
      page: '1',
      limit: '10',
      sort: 'title',
      difficulty: 'beginner',
      isActive: 'true',
    })
  await copy.goto(
    '/admin/missions?difficulty=legendary&isActive_from=true&__proto__=1&search[a]=1&sort=x&type[$gt]=&page=0',
  )
  await expect(copy.getByText(/^1–10 of/)).toBeVisible()
  await expect.poll(() => asked(lists())).toEqual({ page: '1', limit: '10' })
  await expect(copy.getByRole('button', { name: 'Clear all' })).toHaveCount(0)
  await expect(copy).toHaveURL(/\/admin\/missions$/)
})

test('LIST-04 an address in the words of the API shows what it asks for', async ({ page, api }) => {
  const mark = unique()
  await make(api, users, { lastName: mark, role: 'admin' })
  await make(api, users, { lastName: mark, role: 'user' })
  await page.goto(`/admin/users?role=admin&search=${mark}&sort=-createdAt`)
  await expect(page.getByText('1–1 of 1')).toBeVisible()
  await expect(chip(page, 'Role: Admin')).toBeVisible()
  await expect(page.getByRole('searchbox')).toHaveValue(mark)
  await expect(page.getByRole('columnheader', { name: 'Created' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
})

test('LIST-04 a bookmark in the former words is read, and its address corrected', async ({
  page,
}) => {
  const seen = counted(page, 'GET', '/users')
  await page.goto(
    '/admin/users?filters[0][field]=role&filters[0][operator]=eq&filters[0][value]=admin&sorters[0][field]=email&sorters[0][order]=desc&currentPage=1',
  )
  await expect(chip(page, 'Role: Admin')).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/users\?role=admin&sort=-email$/)
  await expect
    .poll(() => asked(seen))
    .toEqual({ page: '1', limit: '10', role: 'admin', sort: '-email' })
  // The correction itself asks for nothing.
  expect(seen).toHaveLength(1)
})
