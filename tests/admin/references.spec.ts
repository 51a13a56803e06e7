import type { APIRequestContext, Page } from '@playwright/test'
import { expect, test } from '../support/browser.ts'
import { clean, make, named, unique } from '../support/records.ts'
import { chosenIn, dialog, openList } from '../support/screen.ts'

const [careerFields, missions] = [named('career-fields'), named('missions')]

test.afterEach(({ api }) => clean(api))

/** Makes career fields that only a search for the mark finds. */
async function makeFields(api: APIRequestContext, mark: string, names: readonly string[]) {
  const made = []
  for (const name of names)
    made.push(await make(api, careerFields, { name: `${name} ${mark}`, description: '' }))
  return made
}

async function openEdit(page: Page, mark: string) {
  await openList(page, 'missions', mark)
  await page.getByRole('button', { name: `Edit ${mark}` }).click()
  const form = dialog(page, 'Edit Mission')
  await expect(form.getByLabel('Title', { exact: false }).first()).toHaveValue(mark)
  return form
}

test('career fields are selected only by keyboard: searched, several, removed, kept', async ({
  page,
  api,
}) => {
  const mark = unique()
  const fields = await makeFields(api, mark, ['Bees', 'Boats', 'Bridges'])
  const mission = await make(api, missions, { title: mark, careerFields: [fields[2]?._id] })
  const form = await openEdit(page, mark)
  const box = form.getByRole('combobox', { name: 'Career Fields' })
  await expect(chosenIn(box)).toHaveText([`Bridges ${mark}`])

  await box.focus()
  await page.keyboard.type(mark)
  const options = page.getByRole('listbox').getByRole('option')
  await expect(options).toHaveText([/^Bees/, /^Boats/, /^Bridges/])
  await expect(options.last()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await page.keyboard.type(`Boats ${mark}`)
  await expect(options).toHaveText([/^Boats/])
  await page.keyboard.press('Enter')
  await expect(chosenIn(box)).toHaveCount(3)
  // antd ignores a Backspace directly after typing.
  await expect(async () => {
    await page.keyboard.press('Backspace')
    await expect(chosenIn(box)).toHaveCount(2, { timeout: 500 })
  }).toPass()

  // Escape clears the typed text and closes the list, not the dialog.
  await page.keyboard.type('half a wo')
  await page.keyboard.press('Escape')
  await expect(box).toHaveAttribute('aria-expanded', 'false')
  await expect(box).toHaveValue('')
  await expect(form).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(form).toBeHidden()
  const stored = await (await api.get(`missions/templates/${mission._id}`)).json()
  expect(stored.careerFields).toEqual([fields[2]?._id, fields[0]?._id])
})

test('a failed search is reported and retried; an empty result is reported, too', {
  tag: '@nightly',
}, async ({ page }) => {
  await page.goto('/admin/missions')
  await page.getByRole('button', { name: 'Add Mission' }).click()
  const form = dialog(page, 'Add New Mission')
  const box = form.getByRole('combobox', { name: 'Career Fields' })
  const failing = '**/api/v1/career-fields?search=*'
  await page.route(failing, (route) => route.fulfill({ status: 500 }))
  await box.focus()
  await box.fill('zzz no such field')
  const popup = page.locator('.ant-select-dropdown')
  await expect(popup.getByRole('alert')).toContainText('The search failed.')
  await page.unroute(failing)
  await popup.getByRole('button', { name: 'Retry' }).click()
  await expect(popup.getByText('No results for “zzz no such field”')).toBeVisible()
})
