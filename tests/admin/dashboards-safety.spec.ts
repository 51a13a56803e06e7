import { registry } from '#resources/index.ts'
import { expect, signedOut, test } from '../support/browser.ts'
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

test.afterEach(({ api }) => clean(api))

test('each failure shows its message, and loses nothing', async ({ page, api }) => {
  await makeDashboard(api)
  const board = await makeDashboard(api)
  const fail = (path: string, method: string) =>
    page.route(path, (route) =>
      route.request().method() === method
        ? route.fulfill({ status: 500, json: { error: { message: 'Disk on fire' } } })
        : route.fallback(),
    )
  await fail(DASHBOARDS, 'GET')
  await page.goto(`/admin/dashboards/${board._id}`)
  await expect(page.getByRole('alert')).toContainText('Failed to fetch dashboards')
  await expect(page.getByText('No dashboards yet')).toHaveCount(0)
  await page.unroute(DASHBOARDS)
  await button(page, 'Retry').click()
  await expect(page.getByRole('heading', { name: board.title })).toBeVisible()

  await fail(DASHBOARDS, 'POST')
  await button(page, 'New Dashboard').first().click()
  const form = dialog(page, 'New Dashboard')
  await form.getByLabel('Title').fill('Kept')
  await form.getByRole('button', { name: 'Create' }).click()
  await expectToast(page, 'Error', 'Failed to create dashboard')
  await expect(form.getByLabel('Title')).toHaveValue('Kept')
  await form.getByRole('button', { name: 'Cancel' }).click()

  await fail(ONE, 'PUT')
  await button(page, 'Set Default').click()
  await expectToast(page, 'Error', 'Failed to set default dashboard')
  await button(page, 'Edit').click()
  await button(page, 'Remove Users').click()
  await button(page, 'Save').click()
  await expectToast(page, 'Error', 'Failed to save dashboard layout')
  await expect(button(page, 'Save')).toBeEnabled()
  await expect(page.getByRole('region', { name: 'Users', exact: true })).toHaveCount(0)
  await page.unroute(ONE)
  await button(page, 'Save').click()
  await expect(button(page, 'Edit')).toBeVisible()

  await fail(ONE, 'DELETE')
  await button(page, 'Delete').click()
  const question = dialog(page, `Delete ${board.title}?`)
  await question.getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Error', 'Failed to delete dashboard')
  await expect(question).toBeVisible()
})

test('two admins edit one dashboard: the second sees author and time, and reloads or saves a copy', {
  tag: '@nightly',
}, async ({ page, api }) => {
  const board = await makeDashboard(api)
  const at = `admin/dashboards/${board._id}`
  const mine = `Mine ${unique()}`
  await openEditor(page, board)
  const title = page.getByRole('textbox', { name: 'Title', exact: true })
  await title.fill(mine)
  const [users] = board.widgets
  await api.put(at, { data: { title: 'Theirs', widgets: [users] } })
  await button(page, 'Save').click()
  const notice = page.getByRole('alert')
  await expect(notice).toContainText('First Admin saved this dashboard just now.')
  await notice.getByRole('button', { name: 'Use saved version' }).click()
  await expect(title).toHaveValue('Theirs')

  await title.fill(`${mine} again`)
  await api.put(at, { data: { title: 'Theirs again' } })
  await button(page, 'Save').click()
  await notice.getByRole('button', { name: 'Save as copy' }).click()
  await expect(tab(page, `${mine} again (copy)`)).toHaveAttribute('aria-selected', 'true')
  expect((await readDashboard(api, board._id)).title).toBe('Theirs again')
  if (resource) remember(resource, new URL(page.url()).pathname.split('/').at(-1) ?? '')
})

test.describe('the session ends in the middle', () => {
  test.use({ storageState: signedOut })
})
