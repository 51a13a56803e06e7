import { listLink } from '#admin/crud/list/list-link.ts'
import { expect, test } from '../support/browser.ts'
import { asked, chip, filter, taking } from '../support/filters.ts'
import { counted } from '../support/screen.ts'

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
  await page.goto(listLink('missions', { difficulty: 'beginner' }))
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
  await page.goto(listLink('missions', { difficulty: 'beginner', isActive: 'true' }))
  await expect(chip(page, 'Difficulty: Beginner')).toBeVisible()
  await page.getByRole('columnheader', { name: 'Title' }).getByRole('button').click()
  await expect(page).toHaveURL(/sorters/)
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
  const lists = () => seen.filter((one) => !one.url().includes('/values'))
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
    '/admin/missions?filters[0][field]=difficulty&filters[0][operator]=eq&filters[0][value]=legendary&filters[1][field]=isActive&filters[1][operator]=ne&filters[1][value]=true&filters[2][field]=__proto__&filters[2][operator]=eq&filters[2][value]=1&filters[3]=x&search[a]=1&sorters=x&filters[4][field]=type&filters[4][operator]=eq&filters[4][value][$gt]=',
  )
  await expect(copy.getByText(/^1–10 of/)).toBeVisible()
  await expect.poll(() => asked(lists())).toEqual({ page: '1', limit: '10' })
  await expect(copy.getByRole('button', { name: 'Clear all' })).toHaveCount(0)
})
