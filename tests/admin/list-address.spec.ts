import { expect, test } from '../support/browser.ts'
import { asked, chip } from '../support/filters.ts'
import { counted } from '../support/screen.ts'

test('the address is the state: copied, traversed, and corrected when typed by hand', async ({
  page,
  context,
}) => {
  await page.goto('/admin/missions?difficulty=beginner&isActive=true')
  await expect(chip(page, 'Difficulty: Beginner')).toBeVisible()
  await page.getByRole('columnheader', { name: 'Title' }).click()
  await expect(page).toHaveURL(/[?&]sort=title$/)
  await page.getByRole('link', { name: 'Missions' }).click()
  await expect(chip(page, 'Difficulty: Beginner')).toHaveCount(0)
  await page.goBack()
  await expect(chip(page, 'Difficulty: Beginner')).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Title' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  await page.goForward()
  await expect(chip(page, 'Difficulty: Beginner')).toHaveCount(0)
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
    '/admin/missions?isActive_from=true&__proto__=1&search[a]=1&sort=x&type[$gt]=&page=0',
  )
  await expect(copy.getByText(/^1–10 of/)).toBeVisible()
  await expect.poll(() => asked(lists())).toEqual({ page: '1', limit: '10' })
  await expect(copy.getByRole('button', { name: 'Clear all' })).toHaveCount(0)
  await expect(copy).toHaveURL(/\/admin\/missions$/)
})
