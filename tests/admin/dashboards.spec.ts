import { boxFaults } from '../support/boxes.ts'
import { expect, test } from '../support/browser.ts'
import {
  button,
  drag,
  makeDashboard,
  openEditor,
  placesOf,
  rangeSelect,
  readDashboard,
  tab,
  widgetAt,
} from '../support/dashboards.ts'
import { press } from '../support/keyboard.ts'
import { clean, unique } from '../support/records.ts'
import { chosenIn, dialog, expectToast, pick, scrollWidth } from '../support/screen.ts'

test.afterEach(({ api }) => clean(api))

/** A column of the grid with its gap, at 1440 pixels. */
const COLUMN = 290
const ROW = 276

test('a dashboard is built from scratch with the mouse', async ({ page, api }) => {
  const title = `Mouse ${unique()}`
  await page.goto('/admin/dashboards')
  await button(page, 'New Dashboard').first().click()
  const form = dialog(page, 'New Dashboard')
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(form).toBeHidden()
  await button(page, 'New Dashboard').first().click()
  await form.getByLabel('Title').fill(title)
  await form.getByRole('button', { name: 'Create' }).dblclick()
  await expect(tab(page, title)).toHaveAttribute('aria-selected', 'true')
  await expect(tab(page, title)).toHaveCount(1)
  await expect(page.getByText('This dashboard has no widgets yet')).toBeVisible()
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''

  await button(page, 'Add Widget').click()
  const types = dialog(page, 'Add Widget').getByRole('button')
  await expect(types.filter({ hasText: /\.$/ })).toHaveCount(6)
  await types.filter({ hasText: 'Total, new and active users' }).click()
  for (const about of ['Missions assigned', 'Health, uptime']) {
    await button(page, 'Add Widget').click()
    await types.filter({ hasText: about }).click()
  }
  await page.getByLabel('Title of Missions').fill('What they do')
  await page.getByLabel('Description').fill('Made by hand')
  const users = page.getByRole('region', { name: 'Users', exact: true })
  await drag(page, users.locator('[data-grip]'), COLUMN, 0)
  await expect(page.getByText('Users moved to column 2, row 1')).toBeAttached()
  const card = page.getByRole('region', { name: 'System Status' })
  await drag(page, card.locator('..').locator('.react-resizable-handle'), COLUMN, ROW)
  await expect(page.getByText('System Status is 2 wide and 2 high')).toBeAttached()
  await button(page, 'Save').click()
  await expect(button(page, 'Edit')).toBeVisible()
  await expect(page.getByText('Made by hand')).toBeVisible()
  expect(await placesOf(api, id)).toEqual([
    'userStats 1,0 1x1',
    'systemStatus 2,0 2x2',
    'missionStats 1,1 1x1',
  ])
  const { widgets, layout } = await readDashboard(api, id)
  expect(layout).toBe('grid')
  expect(widgets[0]).toMatchObject({
    title: 'Users',
    config: {},
    dataSource: {
      type: 'api',
      endpoint: '/api/v1/admin/widget-data?widgetType=userStats',
      refreshInterval: 300,
    },
  })

  const asked = page.waitForRequest(/widgetType=userStats.*timeRange=lastMonth/)
  await pick(rangeSelect(page), 'Last month')
  await asked
  await page.goto(`/admin/dashboards/${id}?range=lastMonth`)
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expect(chosenIn(rangeSelect(page))).toHaveText('Last month')
  await expect(page.getByRole('heading', { level: 3 })).toHaveText([
    'Users',
    'System Status',
    'What they do',
  ])

  await button(page, 'Delete').click()
  const question = dialog(page, `Delete ${title}?`)
  await expect(question).toContainText('Are you sure you want to delete this dashboard?')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(tab(page, title)).toHaveCount(0)
})

test('a dashboard is built with the keyboard alone', { tag: '@nightly' }, async ({ page, api }) => {
  const title = `Keys ${unique()}`
  await page.goto('/admin/dashboards')
  await press(page, button(page, 'New Dashboard').first())
  // Typed while the dialog opens: nothing is lost.
  await page.keyboard.type(title)
  await page.keyboard.press('Enter')
  await expect(tab(page, title)).toHaveAttribute('aria-selected', 'true')
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await press(page, button(page, 'Add Widget'))
  const types = dialog(page, 'Add Widget')
  await press(page, types.getByRole('button', { name: /^Users/ }))
  await expect(types).toBeHidden()
  await expect(button(page, 'Add Widget')).toBeFocused()
  await press(page, button(page, 'Add Widget'))
  await press(page, types.getByRole('button', { name: /^Mentors/ }))
  await expect(types).toBeHidden()

  const says = (text: string) => expect(page.getByText(text, { exact: true })).toBeAttached()
  const menu = button(page, 'Move or resize Users')
  const choose = async (item: string) => {
    await press(page, menu)
    await expect(page.getByRole('menuitem', { name: 'Move left' })).toBeFocused()
    const items = await page
      .getByRole('menu', { name: 'Move or resize Users' })
      .getByRole('menuitem')
      .allTextContents()
    // The menu follows a frame after each key.
    for (const next of items.slice(1, items.indexOf(item) + 1)) {
      await page.keyboard.press('ArrowDown')
      await expect(page.getByRole('menuitem', { name: next })).toBeFocused()
    }
    await page.keyboard.press('Enter')
    await expect(menu).toBeFocused()
  }
  await choose('Move left')
  await says('Users cannot be moved further')
  await choose('Move right')
  await says('Users moved to column 2, row 1')
  await choose('Move right')
  await says('Users moved to column 3, row 1')
  await choose('Make taller')
  await says('Users is 1 wide and 2 high')
  await press(page, button(page, 'Save'))
  await expectToast(page, 'Success', 'Dashboard saved.')
  await expect(button(page, 'Edit')).toBeFocused()
  expect(await placesOf(api, id)).toEqual(['mentorStats 1,0 1x1', 'userStats 2,0 1x2'])

  await press(page, button(page, 'Delete'))
  await press(page, dialog(page, `Delete ${title}?`).getByRole('button', { name: 'Delete' }))
  await expect(tab(page, title)).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('Cancel, Back, tabs and reload ask before changes are lost', {
  tag: '@nightly',
}, async ({ page, api }) => {
  const board = await makeDashboard(api)
  const other = await makeDashboard(api)
  await page.goto(`/admin/dashboards/${other._id}`)
  await tab(page, board.title).click()
  await expect(page.getByRole('heading', { name: board.title })).toBeVisible()
  await button(page, 'Edit').click()
  await button(page, 'Remove Missions').click()
  await button(page, 'Cancel').click()
  await dialog(page, 'Discard changes?').getByRole('button', { name: 'Keep editing' }).click()
  const leaving = dialog(page, 'Leave without saving?')
  const cards = page.getByRole('region', { name: /^(Users|Missions)$/ })
  const ways = [
    () => tab(page, other.title).click(),
    () => button(page, 'Logout').click(),
    () => page.goBack(),
  ]
  for (const leave of ways) {
    await leave()
    await leaving.getByRole('button', { name: 'Stay' }).click()
    await expect(leaving).toBeHidden()
    await expect(cards).toHaveCount(1)
  }
  const asked = page.waitForEvent('dialog')
  const reload = page.evaluate(() => location.reload())
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  await reload
  await tab(page, other.title).click()
  await leaving.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('heading', { name: other.title })).toBeVisible()
  expect((await readDashboard(api, board._id)).widgets).toHaveLength(2)
})

test('on a phone a dashboard is one column, edited by a menu', async ({ page, api }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const board = await makeDashboard(api, {
    widgets: [
      widgetAt('userStats', 0, 0, { dataSource: { refreshInterval: 3600 } }),
      widgetAt('weather', 1, 0),
      widgetAt('mentorStats', 2, 0),
    ],
  })
  await openEditor(page, board)
  await expect(tab(page, board.title)).toHaveAttribute('aria-selected', 'true')
  const cards = page.getByRole('region', { name: /^(Users|weather|Mentors)$/ })
  const lefts = () => cards.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left))
  await expect.poll(async () => new Set(await lefts()).size).toBe(1)
  const menu = button(page, 'Move or resize Users')
  await menu.click()
  await page.getByRole('menuitem', { name: 'Move down' }).click()
  await expect(page.getByText('Users moved to position 2 of 3')).toBeAttached()
  await expect(menu).toBeFocused()
  await button(page, 'Save').click()
  await expect(button(page, 'Edit')).toBeVisible()
  expect(await placesOf(api, board._id)).toEqual([
    'weather 0,0 1x1',
    'userStats 1,0 1x1',
    'mentorStats 2,0 1x1',
  ])
  expect((await readDashboard(api, board._id)).widgets[1]?.dataSource.refreshInterval).toBe(3600)
  await expect(page.getByText('Unknown widget type: “weather”.')).toBeVisible()
  await expect.poll(() => scrollWidth(page)).toBeLessThanOrEqual(390)
  await expect.poll(() => boxFaults(page, '[role=region][aria-busy]')).toEqual([])
})

test('the default dashboard is set, opens without an id in the address, and passes on when it is deleted', {
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
