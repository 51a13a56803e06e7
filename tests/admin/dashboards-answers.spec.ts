import { expect, serverAnswer, test } from '../support/browser.ts'
import { button, makeDashboard, ONE, openEditor, readDashboard } from '../support/dashboards.ts'
import { clean, unique } from '../support/records.ts'
import { expectToast } from '../support/screen.ts'

const UNKNOWN = 'The server did not respond. Your changes may or may not be saved.'

test.afterEach(({ api }) => clean(api))

test('a save with an unknown result keeps the draft, and can be sent again', {
  tag: '@nightly',
}, async ({ page, api }) => {
  const board = await makeDashboard(api)
  const title = `Mine ${unique()}`
  await openEditor(page, board)
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill(title)
  await page.route(ONE, async (route) => {
    if (route.request().method() === 'PUT') await serverAnswer(route)
    await route.abort()
  })
  await button(page, 'Save').click()
  await expectToast(page, 'Error', UNKNOWN)
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue(title)
  await page.unroute(ONE)
  await button(page, 'Save').click()
  await expect(button(page, 'Edit')).toBeVisible()
  expect(await readDashboard(api, board._id)).toMatchObject({ title, version: 2 })
})
