import type { Route } from '@playwright/test'
import { registry } from '#resources/index.ts'
import { expect, serverAnswer, test } from '../support/browser.ts'
import {
  button,
  DASHBOARDS,
  makeDashboard,
  ONE,
  openEditor,
  readDashboard,
  tab,
} from '../support/dashboards.ts'
import { clean, remember, unique } from '../support/records.ts'
import { dialog, expectToast } from '../support/screen.ts'

const resource = registry.find(({ name }) => name === 'dashboards')
const UNKNOWN = 'The server gave no answer. It is not known whether this was saved.'

test.afterEach(({ api }) => clean(api))

/** Lets the first such request reach the server, or not, and cuts its answer off. */
const cut = (method: string, isStored: boolean) => async (route: Route) => {
  if (route.request().method() !== method) return route.fallback()
  const answer = isStored ? await serverAnswer(route) : undefined
  if (method === 'POST' && answer && resource) remember(resource, (await answer.json())._id)
  await route.abort()
}

for (const isStored of [false, true]) {
  const when = isStored ? 'after the server had it' : 'before it reached the server'

  test(`FORM-04 a new dashboard cut off ${when}: the tabs tell`, async ({ page, api }) => {
    const board = await makeDashboard(api)
    const title = `New ${unique()}`
    await page.goto(`/admin/dashboards/${board._id}`)
    await button(page, 'New Dashboard').first().click()
    const form = dialog(page, 'New Dashboard')
    await form.getByLabel('Title').fill(title)
    await page.route(DASHBOARDS, cut('POST', isStored))
    await form.getByRole('button', { name: 'Create' }).click()
    await expect(form.getByRole('alert')).toContainText(UNKNOWN)
    await expect(form.getByLabel('Title')).toHaveValue(title)
    await form.getByRole('button', { name: 'Cancel' }).click()
    await expect(form).toBeHidden()
    await expect(tab(page, board.title)).toBeVisible()
    await expect(tab(page, title)).toHaveCount(isStored ? 1 : 0)
  })

  test(`FORM-04 a dashboard’s save cut off ${when}: the dashboard tells`, async ({ page, api }) => {
    const board = await makeDashboard(api)
    const title = `Mine ${unique()}`
    await openEditor(page, board)
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill(title)
    await button(page, 'Remove Users').click()
    await page.route(ONE, cut('PUT', isStored))
    await button(page, 'Save').click()
    if (!isStored) {
      await expectToast(
        page,
        'Error',
        'The server gave no answer, and this dashboard was not saved.',
      )
      await page.unroute(ONE)
      await button(page, 'Save').click()
    }
    await expectToast(page, 'Success', 'Dashboard saved.')
    await expect(tab(page, title)).toHaveAttribute('aria-selected', 'true')
    expect(await readDashboard(api, board._id)).toMatchObject({ title, version: 2 })
  })

  test(`FORM-04 a dashboard’s deletion cut off ${when}: the dashboard tells`, async ({
    page,
    api,
  }) => {
    const board = await makeDashboard(api)
    await page.goto(`/admin/dashboards/${board._id}`)
    await page.route(ONE, cut('DELETE', isStored))
    await button(page, 'Delete').click()
    const question = dialog(page, `Delete ${board.title}?`)
    await question.getByRole('button', { name: 'Delete' }).click()
    if (!isStored) {
      await expect(question.getByRole('alert')).toContainText('this dashboard is still there')
      await page.unroute(ONE)
      await question.getByRole('button', { name: 'Delete' }).click()
    }
    await expect(question).toBeHidden()
    await expect(tab(page, board.title)).toHaveCount(0)
    expect((await api.get(`admin/dashboards/${board._id}`)).status()).toBe(404)
  })
}

test('FORM-04 a save that nothing tells of keeps the draft, and can be sent once more', async ({
  page,
  api,
}) => {
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
  await expectToast(page, 'Success', 'Dashboard saved.')
  expect(await readDashboard(api, board._id)).toMatchObject({ title, version: 2 })
})

test('FORM-04 a choice of the default cut off: the dashboard tells', async ({ page }) => {
  // Which one is the default is shared by all tests: a backend of this test's own.
  const rows = ['One', 'Two'].map((title) => ({ _id: title, title, widgets: [], isDefault: false }))
  await page.route(DASHBOARDS, (route) => route.fulfill({ json: rows }))
  let isStored = false
  await page.route(ONE, (route) => {
    const [, two] = rows
    if (!two) throw new Error('There is no second dashboard')
    if (route.request().method() === 'GET') return route.fulfill({ json: two })
    two.isDefault = isStored
    return route.abort()
  })
  await page.goto('/admin/dashboards/Two')
  await button(page, 'Set Default').click()
  await expectToast(page, 'Error', 'Failed to set default dashboard')
  isStored = true
  await button(page, 'Set Default').click()
  await expectToast(page, 'Success', 'Default dashboard changed.')
  await expect(button(page, 'Set Default')).toHaveCount(0)
})
