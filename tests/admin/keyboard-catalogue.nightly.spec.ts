import type { Page } from '@playwright/test'
import { registry } from '#resources/index.ts'
import { expect, test } from '../support/browser.ts'
import { choose, press, tabTo, typeInto } from '../support/keyboard.ts'
import { clean, make, unique } from '../support/records.ts'
import { dialog, rowOf } from '../support/screen.ts'

const named = (name: string) => {
  const found = registry.find((one) => one.name === name)
  if (!found) throw new Error(`There is no resource '${name}'`)
  return found
}
const [fields, missions] = [named('career-fields'), named('missions/templates')]

test.afterEach(({ api }) => clean(api))

/** Searches for a text and deletes the one record that is found. */
async function findAndDelete(page: Page, placeholder: string, name: string) {
  await press(page, page.getByRole('button', { name: `Delete ${name}` }))
  const question = page.getByRole('dialog')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await press(page, question.getByRole('button', { name: 'Delete' }))
  await expect(rowOf(page, name)).toHaveCount(0)
  await expect(page.getByPlaceholder(placeholder)).toHaveValue(name)
}

async function search(page: Page, placeholder: string, text: string) {
  await tabTo(page, page.getByPlaceholder(placeholder))
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
  await expect(rowOf(page, text)).toHaveCount(1)
}

test('a mission is created, edited and deleted only by keyboard', async ({ page, api }) => {
  const field = await make(api, fields)
  const title = `Key mission ${unique()}`
  await page.goto('/admin/missions')
  await press(page, page.getByRole('button', { name: 'Add Mission' }))
  const form = dialog(page, 'Add New Mission')
  await typeInto(page, form, [['Title', title]])
  await tabTo(page, form.getByRole('combobox', { name: 'Type' }).or(form.getByLabel('Type')))
  await page.keyboard.type('research')
  await tabTo(page, form.getByRole('combobox', { name: 'Difficulty' }))
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
  await choose(page, form.getByRole('combobox', { name: 'Career Fields' }), String(field.name))
  await typeInto(page, form, [['Skills', 'listening, asking, listening']])
  await press(page, form.getByRole('button', { name: 'Add step' }))
  await expect(form.getByLabel('Step 1 title')).toBeFocused()
  await page.keyboard.type('Second thoughts')
  await press(page, form.getByRole('button', { name: 'Add step' }))
  await expect(form.getByLabel('Step 2 title')).toBeFocused()
  await page.keyboard.type('First thoughts')
  const menu = form.getByRole('button', { name: 'More actions for step 2' })
  await page.keyboard.press('Shift+Tab')
  await expect(menu).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Move up' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(form.getByText('moved to position 1 of 2')).toBeAttached()
  await press(page, form.getByRole('button', { name: 'Create' }))
  await expect(form).toBeHidden()

  await search(page, 'Search missions...', title)
  const list = await (await api.get(`missions/templates?search=${title}`)).json()
  expect(list.missions).toMatchObject([
    {
      type: 'research',
      difficulty: 'intermediate',
      careerFields: [field._id],
      skills: ['listening', 'asking'],
      steps: [
        { title: 'First thoughts', order: 0 },
        { title: 'Second thoughts', order: 1 },
      ],
    },
  ])

  await press(page, page.getByRole('button', { name: `Edit ${title}` }))
  const edit = dialog(page, 'Edit Mission')
  await expect(edit.getByRole('button', { name: /^Step 2/ })).toContainText('Second thoughts')
  await typeInto(page, edit, [['Duration Value', '3']])
  await page.keyboard.press('Enter')
  await expect(edit).toBeHidden()
  await expect(rowOf(page, '3 hours')).toHaveCount(1)
  await findAndDelete(page, 'Search missions...', title)
})

test('a protocol is created, edited and deleted only by keyboard', async ({ page, api }) => {
  const mission = await make(api, missions)
  const title = `Key protocol ${unique()}`
  await page.goto('/admin/protocols')
  await press(page, page.getByRole('button', { name: 'Add Protocol' }))
  const form = dialog(page, 'Add New Protocol')
  await expect(form.getByLabel('Phase 1 Title')).toHaveValue('Fundamentals')
  await typeInto(page, form, [
    ['Protocol Title', title],
    ['Duration Value', '9'],
  ])
  const chosen = form.getByRole('combobox', { name: /missions$/ })
  await choose(page, chosen, String(mission.title))
  await press(page, form.getByRole('button', { name: 'Create' }))
  await expect(form).toBeHidden()

  await search(page, 'Search protocols...', title)
  await press(page, page.getByRole('button', { name: `Details of ${title}` }))
  await expect(rowOf(page, title)).toContainText('Getting Started')
  await expect(rowOf(page, title)).toContainText(String(mission.title))

  await press(page, page.getByRole('button', { name: `Edit ${title}` }))
  const edit = dialog(page, 'Edit Protocol')
  await typeInto(page, edit, [['Milestone 1 Title', 'Well begun']])
  await press(page, edit.getByRole('button', { name: 'Update' }))
  await expect(edit).toBeHidden()
  await expect(rowOf(page, title)).toContainText('Well begun')
  await findAndDelete(page, 'Search protocols...', title)
})

test('a mentor is created, edited and deleted only by keyboard', async ({ page, api }) => {
  const field = await make(api, fields)
  const name = `Key mentor ${unique()}`
  await page.goto('/admin/mentors')
  await press(page, page.getByRole('button', { name: 'Add Mentor' }))
  const form = dialog(page, 'Add New Mentor')
  await typeInto(page, form, [['Name', name]])
  await choose(page, form.getByRole('combobox', { name: 'Career Field' }), String(field.name))
  await typeInto(page, form, [
    ['Specialization', 'Keys'],
    ['Gemini AI Mentor ID', 'gemini-key'],
    ['Bio', 'I never touch a mouse.'],
  ])
  await press(page, form.getByRole('button', { name: 'Add Mentor' }))
  await expect(form).toBeHidden()

  await search(page, 'Search mentors...', name)
  await press(page, page.getByRole('button', { name: `Details of ${name}` }))
  await expect(page.getByText('I never touch a mouse.')).toBeVisible()
  await press(page, page.getByRole('button', { name: `Edit ${name}` }))
  const edit = dialog(page, 'Edit Mentor')
  await typeInto(page, edit, [['Specialization', 'Locks and keys']])
  await page.keyboard.press('Enter')
  await expect(edit).toBeHidden()
  await expect(rowOf(page, 'Locks and keys')).toHaveCount(1)
  await findAndDelete(page, 'Search mentors...', name)
})
