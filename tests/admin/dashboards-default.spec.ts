import { expect, test } from '../support/browser.ts'
import {
  button,
  makeDashboard,
  openEditor,
  rangeSelect,
  readDashboard,
  type StoredDashboard,
  tab,
} from '../support/dashboards.ts'
import { press } from '../support/keyboard.ts'
import { clean, unique } from '../support/records.ts'
import { chosenIn, dialog, expectToast } from '../support/screen.ts'

test.afterEach(({ api }) => clean(api))

const at = ({ _id }: StoredDashboard) => `admin/dashboards/${_id}`

test('the default is set with the mouse, shown without an id in the address, and reassigned', {
  tag: '@nightly',
}, async ({ page, api }) => {
  const board = await makeDashboard(api)
  const defaults = page.getByRole('tab').filter({ has: page.getByText('Default', { exact: true }) })
  await page.goto(`/admin/dashboards/${board._id}`)
  await expect(tab(page, board.title)).not.toContainText('Default')
  await button(page, 'Set Default').click()
  await expect(tab(page, board.title)).toContainText('Default')
  await expect(defaults).toHaveCount(1)
  await page.goto('/admin/dashboards?range=lastMonth')
  await expect(page.getByRole('heading', { name: board.title })).toBeVisible()
  await expect(chosenIn(rangeSelect(page))).toHaveText('Last month')

  await button(page, 'Delete').click()
  await dialog(page, `Delete ${board.title}?`).getByRole('button', { name: 'Delete' }).click()
  await expect(tab(page, board.title)).toHaveCount(0)
  await expect(defaults).toHaveCount(1)
})

test('the default is set with the keyboard, and the focus is not lost', {
  tag: '@nightly',
}, async ({ page, api }) => {
  const board = await makeDashboard(api)
  await page.goto(`/admin/dashboards/${board._id}`)
  await press(page, button(page, 'Set Default'))
  await expect(tab(page, board.title)).toContainText('Default')
  await expect(button(page, 'Edit')).toBeFocused()
})

test('two admins edit one dashboard: a change of the default is no conflict', {
  tag: '@nightly',
}, async ({ page, api }) => {
  const board = await makeDashboard(api)
  const mine = `Mine ${unique()}`
  await openEditor(page, board)
  const title = page.getByRole('textbox', { name: 'Title', exact: true })
  await title.fill(mine)
  const other = await makeDashboard(api, { isDefault: true })
  await api.put(at(board), { data: { isDefault: true } })
  await button(page, 'Save').click()
  await expectToast(page, 'Success', 'Dashboard saved.')
  expect(await readDashboard(api, board._id)).toMatchObject({ title: mine, isDefault: true })

  await button(page, 'Edit').click()
  await title.fill(`${mine} again`)
  await api.put(at(other), { data: { isDefault: true } })
  await button(page, 'Save').click()
  await expect(button(page, 'Edit')).toBeVisible()
  expect(await readDashboard(api, board._id)).toMatchObject({
    title: `${mine} again`,
    isDefault: false,
  })
})
