import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/browser.ts'
import { doWith } from '../support/entries.ts'
import { clean, make, named, unique } from '../support/records.ts'
import { dialog, drawn, openList } from '../support/screen.ts'

const missions = named('missions')

test.afterEach(({ api }) => clean(api))

const steps = (...titles: string[]) => titles.map((title) => ({ title }))
const linesIn = (form: Locator) => form.getByRole('button', { name: /^Step \d+/ })
const expectTitles = async (form: Locator, titles: readonly string[]) => {
  await expect(linesIn(form)).toHaveCount(titles.length)
  for (const [index, title] of titles.entries())
    await expect(linesIn(form).nth(index)).toHaveText(new RegExp(`^Step ${index + 1}${title}`))
}

async function openMission(page: Page, title: string): Promise<Locator> {
  await openList(page, 'missions', title)
  await page.getByRole('button', { name: `Edit ${title}` }).click()
  const form = dialog(page, 'Edit Mission')
  await expect(form.getByRole('button', { name: 'Add step' })).toBeVisible()
  return form
}

test('a step is dragged, removed and restored, and keeps its id', {
  tag: '@nightly',
}, async ({ page, api }) => {
  const title = `Drag ${unique()}`
  const made = await make(api, missions, { title, steps: steps('Pack', 'Walk', 'Arrive') })
  const [pack, walk, arrive] = made.steps as { _id: string }[]
  const form = await openMission(page, title)

  await doWith(form, 'step 1', 'Remove')
  await expect(form.getByRole('button', { name: 'Add step' })).toBeFocused()
  await expectTitles(form, ['Walk', 'Arrive'])
  await expect(form.getByText('Step "Pack" removed', { exact: true })).toBeVisible()
  await form.getByRole('button', { name: 'Undo: Step "Pack" removed' }).click()
  await expect(form.getByRole('button', { name: 'More actions for step 1' })).toBeFocused()
  await expectTitles(form, ['Pack', 'Walk', 'Arrive'])

  const handles = form.locator('.EntryList-handle')
  // Waits until the restored step stands still.
  await handles.last().hover()
  const from = await handles.last().boundingBox()
  const to = await handles.first().boundingBox()
  if (!from || !to) throw new Error('A step has no handle')
  await page.mouse.move(from.x + 8, from.y + 8)
  await page.mouse.down()
  await page.mouse.move(from.x + 8, from.y - 12)
  await page.mouse.move(to.x + 8, to.y + 4, { steps: 8 })
  await drawn(page)
  await page.mouse.up()
  await expect(form.getByText('Step "Arrive" moved to position 1 of 3')).toBeAttached()
  await expectTitles(form, ['Arrive', 'Pack', 'Walk'])

  await form.getByRole('button', { name: 'Update' }).click()
  await expect(form).toBeHidden()
  const saved = await (await api.get(`missions/templates/${made._id}`)).json()
  expect(saved.steps).toEqual([
    { ...arrive, order: 0 },
    { ...pack, order: 1 },
    { ...walk, order: 2 },
  ])
})
