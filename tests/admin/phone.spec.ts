import type { Locator } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/browser.ts'
import { clean, make, named, unique } from '../support/records.ts'
import { dialog, openList, pick, rowOf, scrollWidth } from '../support/screen.ts'

const users = named('users')

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })
test.afterEach(({ api }) => clean(api))

test('on a phone a user is added, edited in the row’s menu, deleted, and restored by Undo', async ({
  page,
}) => {
  const mark = unique()
  await openList(page, 'users', mark)
  await page.getByRole('button', { name: 'Add User' }).first().tap()
  const form = dialog(page, 'Add New User')
  await form.getByLabel('First Name').fill('Pocket')
  await form.getByLabel('Last Name').fill(mark)
  await form.getByLabel('Email').fill(`${mark}@example.org`)
  await form.getByRole('textbox', { name: 'Password' }).fill('nine-white-cairns')
  await form.getByRole('button', { name: 'Create' }).tap()
  await expect(form).toBeHidden()

  const choose = async (name: string, item: string) => {
    await page.getByRole('button', { name: `More actions for ${name} ${mark}` }).tap()
    await page.getByRole('menuitem', { name: item }).tap()
  }
  await choose('Pocket', 'Edit')
  const edit = dialog(page, 'Edit User')
  await edit.getByLabel('First Name').fill('Bag')
  await edit.getByRole('button', { name: 'Update' }).tap()
  await expect(edit).toBeHidden()

  await choose('Bag', 'Delete')
  const question = dialog(page, `Delete Bag ${mark}?`)
  await expect(question).toContainText('Are you sure you want to delete this user?')
  await question.getByRole('button', { name: 'Delete' }).tap()
  await expect(rowOf(page, mark)).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo', exact: true }).tap()
  await expect(rowOf(page, `Bag ${mark}`)).toHaveCount(1)
  await choose('Bag', 'Delete')
  await question.getByRole('button', { name: 'Delete' }).tap()
  await expect(page.getByText('No users found').last()).toBeVisible()
})

test('on a phone a saved view is offered, a list is filtered in a sheet, and the row opens the record', async ({
  page,
  api,
}) => {
  const view = { _id: 'v', version: 1, resource: 'users', name: 'Those who lead', query: '' }
  await page.route('**/api/v1/views?*', (route) =>
    route.fulfill({ json: { views: [{ ...view, shared: true, owner: 'x' }], count: 1 } }),
  )
  const mark = unique()
  await make(api, users, { firstName: 'Awake', lastName: mark })
  await make(api, users, { firstName: 'Asleep', lastName: mark, isActive: false })
  await openList(page, 'users', mark)
  await expect(rowOf(page, mark)).toHaveCount(2)
  await expect(page.getByRole('table')).toHaveCount(0)
  await page.getByRole('button', { name: 'Views', exact: true }).tap()
  await expect(page.getByRole('menu').getByText(view.name)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()

  await page.getByRole('button', { name: 'Filters', expanded: false }).tap()
  const sheet = dialog(page, 'Filters')
  await expectAccessible(page)
  await pick(sheet.getByRole('combobox', { name: 'Status' }), 'Inactive')
  await sheet.getByRole('button', { name: 'Show 1' }).tap()
  await expect(sheet).toBeHidden()
  await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeFocused()
  await rowOf(page, `Asleep ${mark}`).tap()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Asleep ${mark}`)
})

test('with a coarse pointer, every field has text of at least 16 pixels, so that no phone zooms in', {
  tag: '@nightly',
}, async ({ page }) => {
  const smallFields = () =>
    page.locator('input, select, textarea').evaluateAll((fields) =>
      fields
        .filter((one) => !one.matches('[type=checkbox], [type=radio], [type=hidden]'))
        .filter((one) => (one as HTMLElement).tabIndex >= 0)
        .map((one) => `${one.id || one.ariaLabel} ${getComputedStyle(one).fontSize}`)
        .filter((one) => Number.parseFloat(one.split(' ').at(-1) ?? '') < 16),
    )
  const check = (where: string, ready: Locator) =>
    test.step(where, async () => {
      await expect(ready).toBeAttached()
      expect(await smallFields()).toEqual([])
      await expect.poll(() => scrollWidth(page)).toBe(390)
    })
  await openList(page, 'missions')
  await check('a list', page.getByRole('searchbox'))
  await page.getByRole('button', { name: 'Add Mission' }).first().tap()
  await check('a form', dialog(page, 'Add New Mission').getByLabel('Duration Value'))
  await page.goto('/admin/analytics')
  await check('dates', page.getByLabel('Start date'))
  await page.goto('/')
  await check('the landing page', page.getByLabel('Email').first())
})
