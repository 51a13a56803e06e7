import type { Page } from '@playwright/test'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { expect, test } from '../support/browser.ts'
import { button, makeDashboard, ONE, openEditor } from '../support/dashboards.ts'
import { clean, make, type Stored, unique } from '../support/records.ts'
import { counted, dialog, expectToast } from '../support/screen.ts'

const fields = registry.find(({ name }) => name === 'career-fields') as Resource

test.afterEach(({ api }) => clean(api))

/** Answers each such write as stale, with a record that clashes with nothing: as a proxy without If-Match does. */
async function staleAlways(page: Page, path: string, method: string, current: Stored) {
  let { version } = current
  await page.route(path, (route) => {
    if (route.request().method() !== method) return route.fallback()
    version++
    const error = { code: 'stale', message: 'Changed meanwhile.', current: { ...current, version } }
    return route.fulfill({ status: 412, json: { error } })
  })
}

test('FORM-02 a form whose every save is stale is sent three times, and then the clash is told', async ({
  page,
  api,
}) => {
  const made = await make(api, fields, { name: `Aa ${unique()}` })
  await page.goto(`/admin/career-fields?edit=${made._id}`)
  const form = dialog(page, 'Edit Career Field')
  await form.getByLabel('Description (Optional)').fill('Mine')
  const puts = counted(page, 'PUT', '/career-fields/')
  await staleAlways(page, '**/api/v1/career-fields/*', 'PUT', made)
  await form.getByRole('button', { name: 'Save Field' }).click()
  const notice = form.getByRole('alert').filter({ hasText: 'changed since you opened it' })
  await expect(notice).toBeFocused()
  await expect(form.getByLabel('Description (Optional)')).toHaveValue('Mine')
  expect(puts).toHaveLength(3)

  await page.unroute('**/api/v1/career-fields/*')
  await notice.getByRole('button', { name: 'Save mine anyway' }).click()
  await expectToast(page, 'Success', 'Career field updated.')
  expect(await (await api.get(`career-fields/${made._id}`)).json()).toMatchObject({
    description: 'Mine',
    version: 2,
  })
})

test('FORM-02 a dashboard whose every save is stale is sent three times, and then the clash is told', async ({
  page,
  api,
}) => {
  const board = await makeDashboard(api)
  await openEditor(page, board)
  await button(page, 'Remove Users').click()
  const puts = counted(page, 'PUT', '/admin/dashboards/')
  await staleAlways(page, ONE, 'PUT', board)
  await button(page, 'Save').click()
  await expect(page.getByRole('alert')).toContainText('This dashboard was changed')
  await expect(page.getByRole('region', { name: 'Users', exact: true })).toHaveCount(0)
  expect(puts).toHaveLength(3)
})

test('FORM-02 a deletion that is always stale is sent three times, and then refused', async ({
  page,
  api,
}) => {
  const board = await makeDashboard(api)
  await page.goto(`/admin/dashboards/${board._id}`)
  const deletes = counted(page, 'DELETE', '/admin/dashboards/')
  await staleAlways(page, ONE, 'DELETE', board)
  await button(page, 'Delete').click()
  const question = dialog(page, `Delete ${board.title}?`)
  await question.getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Error', 'Failed to delete dashboard')
  await expect(question).toBeHidden()
  expect(deletes).toHaveLength(3)
})
