import { expect, test } from '../support/browser.ts'
import { choose } from '../support/filters.ts'
import { press, tabTo } from '../support/keyboard.ts'
import { clean, make, named, unique } from '../support/records.ts'
import { openList } from '../support/screen.ts'

const users = named('users')
const protocols = named('protocols')

test.afterEach(({ api }) => clean(api))

test('cards are sorted by a labelled control', {
  tag: '@nightly',
}, async ({ page, api }) => {
  const mark = unique()
  for (const title of ['B', 'A', 'C']) await make(api, protocols, { title: `${title} ${mark}` })
  await openList(page, 'protocols', mark)
  const titles = page.getByRole('main').getByRole('heading', { level: 2 })
  const order = (letters: string) => [...letters].map((letter) => `${letter} ${mark}`)
  await expect(titles).toHaveText(order('CAB'))
  await choose(page, 'Sort', 'Protocol Title')
  await expect(titles).toHaveText(order('ABC'))
  await expect(
    page.getByRole('status').filter({ hasText: 'sorted by Protocol Title, ascending' }),
  ).toBeAttached()
  await press(page, page.getByRole('button', { name: 'Order: ascending' }))
  await expect(titles).toHaveText(order('CBA'))
  await expect(page.getByRole('button', { name: 'Order: descending' })).toBeFocused()
  await page.reload()
  await expect(titles).toHaveText(order('CBA'))
  await choose(page, 'Sort', 'Default order')
  await expect(titles).toHaveText(order('CAB'))
  await expect(page.getByRole('button', { name: /^Order/ })).toHaveCount(0)
})

test('a list by keyboard: sorted, read row by row, and emptied with the focus kept', {
  tag: '@nightly',
}, async ({ page, api }) => {
  const mark = unique()
  for (const firstName of ['Cem', 'Bea', 'Ada'])
    await make(api, users, { firstName, lastName: mark })
  await openList(page, 'users', mark)
  const remove = (name: string) => page.getByRole('button', { name: `Delete ${name} ${mark}` })
  const header = (name: string) => page.getByRole('columnheader', { name })
  await expect(header('Created')).toHaveAttribute('aria-sort', 'descending')
  await press(page, header('Email'))
  await expect(header('Email')).toHaveAttribute('aria-sort', 'ascending')
  await expect(page.locator('[aria-sort]')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(header('Email')).toHaveAttribute('aria-sort', 'descending')
  await page.keyboard.press('Enter')
  await expect(header('Email')).not.toHaveAttribute('aria-sort')
  await expect(header('Email')).toBeFocused()

  // From a row's buttons to the next row: its dates take no focus.
  await tabTo(page, page.getByRole('button', { name: `More actions for Ada ${mark}` }))
  await page.keyboard.press('Tab')
  await expect(page.getByRole('checkbox', { name: `Select Bea ${mark}` })).toBeFocused()
  for (const name of ['Bea', 'Cem', 'Ada']) {
    await press(page, remove(name))
    const question = page.getByRole('dialog')
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await press(page, question.getByRole('button', { name: 'Delete' }))
    await expect(remove(name)).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  }
})

test('your own account cannot be deleted from the list, and the button explains why', async ({
  page,
}) => {
  await openList(page, 'users', 'amina.osei@example.org')
  const button = page.getByRole('button', {
    name: /^Delete .* You cannot delete your own account\.$/,
  })
  await tabTo(page, button)
  await expect(page.getByRole('tooltip')).toHaveText('You cannot delete your own account.')
  await page.keyboard.press('Enter')
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  // No dialog covers the search.
  await page.getByRole('searchbox').click()
  await expect(page.getByRole('searchbox')).toBeFocused()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
