import type { APIRequestContext, Page } from '@playwright/test'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/browser.ts'
import { clean, make, unique } from '../support/records.ts'
import { chosenIn, counted, dialog, openList } from '../support/screen.ts'

const find = (page: string) => registry.find((one) => one.page === page) as Resource
const [careerFields, missions] = [find('career-fields'), find('missions')]

test.afterEach(({ api }) => clean(api))

/** Career fields that a search for the mark finds, and nothing else. */
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
  // antd leaves a Backspace alone that comes at once after typing.
  await expect(async () => {
    await page.keyboard.press('Backspace')
    await expect(chosenIn(box)).toHaveCount(2, { timeout: 500 })
  }).toPass()

  // What is left typed goes, and Escape closes the list but not the dialog.
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

test('a name is fetched once on a page; a missing record is labelled and can be removed', {
  tag: '@nightly',
}, async ({ page, api }) => {
  const mark = unique()
  const fields = await makeFields(api, mark, ['Kept', 'Also kept'])
  const mission = await make(api, missions, {
    title: mark,
    careerFields: fields.map(({ _id }) => _id),
  })
  // In use, it could not be deleted: a backend that lets it go is played here.
  const gone = '01890a5d-ac96-774b-bcce-b302099a8099'
  await page.route(`**/api/v1/missions/templates/${mission._id}`, (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const json = { ...mission, careerFields: [gone, ...fields.map(({ _id }) => _id)] }
    return route.fulfill({ json })
  })
  const asked = counted(page, 'GET', '/career-fields')
  const form = await openEdit(page, mark)
  const chosen = chosenIn(form.getByRole('combobox', { name: 'Career Fields' }))
  await expect(chosen.filter({ hasText: `Also kept ${mark}` })).toBeVisible()
  const removed = chosen.filter({ hasText: 'Deleted career field' })
  await removed.locator('.ant-select-selection-item-remove').click()
  await expect(removed).toHaveCount(0)
  // The row has asked for the names that it shows; the form asks for what it alone has.
  const names = asked
    .map((request) => new URL(request.url()).searchParams.get('ids')?.split(','))
    .filter((ids) => ids !== undefined)
  expect(names.length).toBeLessThanOrEqual(2)
  expect(names.flat().sort()).toEqual([gone, ...fields.map(({ _id }) => String(_id))].sort())
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

test('a pasted list becomes tags, without doubles', { tag: '@nightly' }, async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/admin/mentors')
  await page.getByRole('button', { name: 'Add Mentor' }).click()
  const form = dialog(page, 'Add New Mentor')
  const skills = form.getByRole('combobox', { name: 'Skills' })
  const tags = chosenIn(skills)
  await skills.focus()
  await skills.fill('Go,')
  await page.evaluate(() => navigator.clipboard.writeText('• Rust\n• go\n• C++; Rust'))
  await skills.press('ControlOrMeta+v')
  await expect(tags).toHaveText(['Go', 'Rust', 'C++'])
  await page.keyboard.type('Perl,Ada')
  await expect(tags).toHaveText(['Go', 'Rust', 'C++', 'Perl'])
  await page.keyboard.press('Enter')
  await expect(tags).toHaveText(['Go', 'Rust', 'C++', 'Perl', 'Ada'])
})

test('a long form that is refused: the first wrong field has the focus', {
  tag: '@nightly',
}, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/admin/missions')
  await page.getByRole('button', { name: 'Add Mission' }).click()
  const form = dialog(page, 'Add New Mission')
  await form.getByRole('button', { name: 'Add step' }).click()
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(form.getByRole('textbox', { name: 'Title', exact: true })).toBeFocused()
  await expect(form.getByRole('button', { name: 'Create' })).toBeInViewport()
  await page.keyboard.type('Look around')
  await expect(form.getByText('Title is required.', { exact: true })).toHaveCount(0)
  await expect(form.getByText('Step 1 title is required.')).toBeVisible()
  const overflow = await page.evaluate(() =>
    [...document.querySelectorAll('html, .ant-modal-body')].filter(
      (one) => one.scrollWidth > one.clientWidth,
    ),
  )
  expect(overflow).toEqual([])
})

test('axe finds nothing in an open mission form with an open list, light and dark', {
  tag: '@nightly',
}, async ({ page }) => {
  await page.goto('/admin/missions')
  await page.getByRole('button', { name: 'Add Mission' }).click()
  const form = dialog(page, 'Add New Mission')
  const box = form.getByRole('combobox', { name: 'Career Fields' })
  await box.click()
  await page.getByRole('listbox').getByRole('option').first().click()
  await expect(chosenIn(box)).toHaveCount(1)
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
  await expectAccessible(page)
})
