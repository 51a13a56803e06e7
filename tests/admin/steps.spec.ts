import type { Locator, Page } from '@playwright/test'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { expect, test } from '../support/browser.ts'
import { doWith, openEntry } from '../support/entries.ts'
import { clean, make, unique } from '../support/records.ts'
import { dialog, drawn, openList } from '../support/screen.ts'

const missions = registry.find((one) => one.name === 'missions/templates') as Resource

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

test('types in use are suggested; steps are put in order by keyboard, counting from 0', {
  tag: '@nightly',
}, async ({ page, api }) => {
  const title = `Climb ${unique()}`
  const { _id } = await make(api, missions, { title, steps: [] })
  const { type } = await make(api, missions, { type: `rope work ${unique()}` })
  const form = await openMission(page, title)
  // Of the types in use: those of other missions, too.
  const typeBox = form.getByRole('combobox', { name: 'Type' })
  await typeBox.click()
  await expect(page.getByRole('listbox').getByRole('option', { name: 'Research' })).toBeVisible()
  await typeBox.fill('rope')
  const shown = String(type).replace('rope', 'Rope')
  await page.getByRole('listbox').getByRole('option', { name: shown, exact: true }).click()
  await expect(typeBox).toHaveValue(String(type))
  // One that is known but for its capitals is stored as it was.
  await typeBox.fill('RESEARCH')
  await page.keyboard.press('Tab')
  await expect(typeBox).toHaveValue('research')
  for (const [at, text] of ['Pack', 'Walk', 'Arrive'].entries()) {
    await form.getByRole('button', { name: 'Add step' }).press('Enter')
    await expect(form.getByLabel(`Step ${at + 1} title`)).toBeFocused()
    await page.keyboard.type(text)
  }
  await form.getByLabel('Step 3 completion criteria').fill('You see the hut.')

  // By the menu, which keeps the focus.
  await form.getByRole('button', { name: 'More actions for step 3' }).press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Move up' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(form.getByRole('button', { name: 'More actions for step 2' })).toBeFocused()
  await expect(form.getByText('Step "Arrive" moved to position 2 of 3')).toBeAttached()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Move up' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expectTitles(form, ['Arrive', 'Pack', 'Walk'])
  await form.getByRole('button', { name: 'More actions for step 1' }).press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Move up' })).toBeDisabled()
  await expect(page.getByRole('menuitem', { name: 'Move down' })).toBeFocused()
  await page.keyboard.press('Escape')

  await form.getByRole('button', { name: 'Update' }).click()
  await expect(form).toBeHidden()
  const saved = await (await api.get(`missions/templates/${_id}`)).json()
  expect(saved.type).toBe('research')
  expect(saved.steps).toEqual([
    { _id: expect.any(String), title: 'Arrive', completionCriteria: 'You see the hut.', order: 0 },
    { _id: expect.any(String), title: 'Pack', order: 1 },
    { _id: expect.any(String), title: 'Walk', order: 2 },
  ])
})

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
  // Once what came back stands still.
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

test('a step without a title is refused at its field', {
  tag: '@nightly',
}, async ({ page, api }) => {
  const title = `Untitled ${unique()}`
  await make(api, missions, { title, steps: steps('Pack', 'Walk', 'Rest') })
  const form = await openMission(page, title)
  const wrong = form.getByLabel('Step 3 title')
  await openEntry(form, 'Step 3')
  await wrong.fill(' ')
  await form.getByRole('button', { name: /^Step 3/ }).click()
  await expect(wrong).toBeHidden()
  await form.getByRole('button', { name: 'Update' }).click()
  await expect(wrong).toBeFocused()
  await expect(wrong).toHaveAttribute('aria-invalid', 'true')
  await expect(wrong).toHaveAccessibleDescription('Step 3 title is required.')
  await wrong.fill('Rest')
  await expect(wrong).not.toHaveAttribute('aria-invalid')
})

test('typing into the last of fifty steps renders no collapsed step', {
  tag: '@nightly',
}, async ({ page, api }) => {
  const title = `Long ${unique()}`
  const many = Array.from({ length: 50 }, (_, at) => ({
    title: `Step of ${at}`,
    description: 'What to do, and why.',
    completionCriteria: 'It is done.',
  }))
  await make(api, missions, { title, steps: many })
  const form = await openMission(page, title)
  await openEntry(form, 'Step 50')
  const last = form.getByLabel('Step 50 title')
  await last.focus()
  await form.evaluate((box) => {
    const touched = new Set<string>()
    new MutationObserver((records) => {
      for (const { target } of records) {
        const card = (target as Element).closest?.('fieldset[aria-label^="Step "]')
        if (card) touched.add(card.getAttribute('aria-label') ?? '')
      }
      document.documentElement.dataset.touched = [...touched].join()
    }).observe(box, { subtree: true, childList: true, attributes: true, characterData: true })
  })
  await page.keyboard.press('End')
  await page.keyboard.type(', changed')
  await expect(last).toHaveValue('Step of 49, changed')
  await expect(page.locator('html')).toHaveAttribute('data-touched', /^(Step 1,)?Step 50$/)

  await page.setViewportSize({ width: 360, height: 760 })
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  await expect.poll(overflow).toBeLessThanOrEqual(0)
  const list = form.getByRole('group', { name: 'Steps', exact: true })
  await expect.poll(() => list.last().evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
})
