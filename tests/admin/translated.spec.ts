import { expect, test } from '../support/browser.ts'
import { clean, make, named, unique } from '../support/records.ts'
import { dialog, openList } from '../support/screen.ts'
import { translateAlways, translateOnce } from '../support/translator.ts'

const users = named('users')

test.afterEach(({ api }) => clean(api))

for (const when of ['once', 'as it changes'])
  test(`a list that the browser translates ${when} is sorted, paged, searched and saved`, {
    tag: '@nightly',
  }, async ({ page, api }) => {
    const mark = unique()
    await Promise.all(
      [...'ABCDEFGHIJK'].map((letter) =>
        make(api, users, { firstName: `${letter}ora`, lastName: mark }),
      ),
    )
    if (when !== 'once') await translateAlways(page)
    await openList(page, 'users', mark)
    await expect(page.getByText('1–10 of 11')).toBeVisible()
    if (when === 'once') await translateOnce(page)
    const rows = page.getByRole('row').filter({ hasText: mark })
    await expect(rows.first().locator('font')).not.toHaveCount(0)
    const names = rows.locator('td:nth-child(2)')
    const shows = (letters: string) =>
      expect(names).toContainText([...letters].map((letter) => `${letter}ora ${mark}`))

    await page.getByRole('columnheader', { name: 'Name' }).click()
    await shows('ABCDEFGHIJ')
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByText('Page 2 of 2')).toBeVisible()
    await expect(page.getByText('11–11 of 11')).toBeVisible()
    await shows('K')
    const search = page.getByRole('searchbox')
    await search.fill(`Dora ${mark}`)
    await search.press('Enter')
    await expect(page.getByText('1–1 of 1')).toBeVisible()
    await shows('D')
    await page.getByRole('button', { name: `Edit Dora ${mark}` }).click()
    const form = dialog(page, 'Edit User')
    await form.getByLabel('First Name').fill('Zoe')
    await form.getByRole('button', { name: 'Update' }).click()
    await expect(form).toBeHidden()
    await search.fill(`Zoe ${mark}`)
    await search.press('Enter')
    await expect(names).toContainText([`Zoe ${mark}`])
  })
