import { registry } from '#resources/index.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, signedOut, signIn, test } from '../support/browser.ts'
import {
  button,
  DASHBOARDS,
  makeDashboard,
  ONE,
  openEditor,
  readDashboard,
  tab,
} from '../support/dashboards.ts'
import { restoreNotice } from '../support/draft-texts.ts'
import { clean, remember, unique } from '../support/records.ts'
import { dialog, expectToast, resize } from '../support/screen.ts'

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
  await button(page, 'Save').click()
  await expect(button(page, 'Edit')).toBeVisible()
  expect((await readDashboard(api, board._id)).title).toBe(mine)

  await button(page, 'Edit').click()
  await title.fill(`${mine} again`)
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

  await openEditor(page, board)
  await title.fill(`${mine} saved`)
  await api.delete(at)
  await button(page, 'Save').click()
  await expect(notice).toContainText('This dashboard was deleted after you opened it.')
  await notice.getByRole('button', { name: 'Save as copy' }).click()
  await expect(tab(page, `${mine} saved (copy)`)).toHaveAttribute('aria-selected', 'true')
  if (resource) remember(resource, new URL(page.url()).pathname.split('/').at(-1) ?? '')
})

test('incomplete dashboards of a foreign backend are read', {
  tag: '@nightly',
}, async ({ page }) => {
  const widgets = [
    { id: 'a', type: 'userStats', position: { x: 0, y: 0 }, size: { width: 1, height: 1 } },
    { _id: 7, title: 'Sun', type: 'weather', position: { x: 0, y: 0 }, config: { city: 'Ulm' } },
    { type: 'mentorStats', size: { width: '2' }, position: null, colour: 'red' },
    'rubbish',
  ]
  const rows = [
    { _id: 'one', widgets },
    { _id: 2, title: 'Two', widgets: null, isDefault: 1 },
    null,
  ]
  for (const json of [{ dashboards: rows }, { data: rows }, { success: true, data: rows }]) {
    await page.route(DASHBOARDS, (route) => route.fulfill({ json }))
    await page.goto('/admin/dashboards/one')
    await expect(page.getByRole('tab')).toHaveText(['Untitled dashboard', 'Two Default'])
    await expect(page.getByRole('heading', { level: 3 })).toHaveText(['Users', 'Sun', 'Mentors'])
    await page.unroute(DASHBOARDS)
  }
  await page.route(DASHBOARDS, (route) => route.fulfill({ json: { dashboards: rows } }))
  await openEditor(page, { _id: 'one', version: 1 })
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('One')
  const put = page.waitForRequest((request) => request.method() === 'PUT')
  await page.route(ONE, (route) => route.fulfill({ json: {} }))
  await button(page, 'Save').click()
  const sent = (await put).postDataJSON()
  // What the record did not say is not made up.
  expect(Object.keys(sent).toSorted()).toEqual(['_id', 'title', 'widgets'])
  expect(sent.title).toBe('One')
  expect(sent.widgets).toMatchObject([
    { id: 'a', position: { x: 0, y: 0 } },
    { _id: 7, type: 'weather', config: { city: 'Ulm' }, position: { x: 1, y: 0 } },
    { type: 'mentorStats', colour: 'red', size: { width: 2 }, position: { x: 2, y: 0 } },
  ])
  await page.goto('/admin/dashboards/three')
  await expect(page.getByText('This dashboard no longer exists.')).toBeVisible()
})

test('axe finds nothing at dashboards, seen and edited', { tag: '@nightly' }, async ({
  page,
  api,
}) => {
  test.slow()
  const board = await makeDashboard(api)
  const looks = async (names: readonly ('light' | 'dark')[], width: number) => {
    for (const colorScheme of names) {
      await page.emulateMedia({ colorScheme })
      await resize(page, { width, height: 844 })
      await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
      await expectAccessible(page)
    }
  }
  await page.goto(`/admin/dashboards/${board._id}`)
  await expect(page.getByText('Total users')).toBeVisible()
  await looks(['light', 'dark'], 1440)
  await looks(['dark'], 390)
  await button(page, 'Edit').click()
  await expect(button(page, 'Move or resize Users')).toBeVisible()
  await looks(['light'], 390)
  await looks(['light', 'dark'], 1440)
})

test.describe('the session ends in the middle', () => {
  test.use({ storageState: signedOut })

  test('the arrangement is restored after signing in, and can be saved', {
    tag: '@nightly',
  }, async ({ page, api }) => {
    const board = await makeDashboard(api)
    await page.goto(`/admin/dashboards/${board._id}`)
    await signIn(page)
    await button(page, 'Edit').click()
    await button(page, 'Remove Users').click()
    await page.route(ONE, (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 401, json: {} })
        : route.fallback(),
    )
    await button(page, 'Save').click()
    await expect(page).toHaveURL(/\/admin\/login/)
    await page.unroute(ONE)
    await signIn(page)
    await restoreNotice(page).getByRole('button', { name: 'Restore' }).click()
    await expect(page.getByRole('region', { name: 'Users', exact: true })).toHaveCount(0)
    await button(page, 'Save').click()
    await expect(button(page, 'Edit')).toBeVisible()
    expect((await readDashboard(api, board._id)).widgets.map(({ type }) => type)).not.toContain(
      'userStats',
    )
  })
})
