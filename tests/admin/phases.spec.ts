import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { expect, test } from '../support/browser.ts'
import { doWith, openEntry } from '../support/entries.ts'
import { clean, make, unique } from '../support/records.ts'
import { chosenIn, counted, dialog, openList } from '../support/screen.ts'

const protocols = registry.find((one) => one.name === 'protocols/templates') as Resource
const missions = registry.find((one) => one.name === 'missions/templates') as Resource

test.afterEach(({ api }) => clean(api))

test('a protocol starts with one phase and one milestone, grows, and is saved in its order', async ({
  page,
  api,
}) => {
  const mark = unique()
  const mission = await make(api, missions, { title: `Call ${mark}` })
  await openList(page, 'protocols')
  await page.getByRole('button', { name: 'Add Protocol' }).click()
  const form = dialog(page, 'Add New Protocol')
  await expect(form.getByLabel('Phase 1 Title', { exact: true })).toHaveValue('Fundamentals')
  await expect(form.getByLabel('Milestone 1 Title', { exact: true })).toHaveValue('Getting Started')
  await form.getByLabel('Protocol Title').fill(`Path ${mark}`)

  const chosen = form.getByRole('combobox', { name: 'Milestone 1 missions', exact: true })
  await chosen.focus()
  await chosen.fill(mark)
  await page.getByRole('option', { name: `Call ${mark}` }).click()
  await expect(chosenIn(chosen)).toHaveText([`Call ${mark}`])
  await page.keyboard.press('Tab')

  await form.getByRole('button', { name: 'Add milestone' }).click()
  await expect(form.getByLabel('Milestone 2 Title', { exact: true })).toBeFocused()
  await page.keyboard.type('Under way')
  await doWith(form, 'milestone 2', 'Move up')
  await form.getByRole('button', { name: 'Add phase' }).click()
  await expect(form.getByLabel('Phase 2 Title', { exact: true })).toBeFocused()
  await page.keyboard.type('Depth')
  await form.getByRole('button', { name: /^Add milestone.*Phase 2/ }).click()
  await form.getByRole('button', { name: /^Phase 2/ }).click()

  // A folded phase opens for what is wrong in it.
  await expect(form.getByLabel('Phase 2, Milestone 1 Title')).toBeHidden()
  await form.getByRole('button', { name: 'Create' }).click()
  const wrong = form.getByLabel('Phase 2, Milestone 1 Title')
  await expect(wrong).toBeFocused()
  await expect(wrong).toHaveAccessibleDescription(/is required\.$/)
  await page.keyboard.type('One project')
  await doWith(form, 'phase 2', 'Move up')
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(form).toBeHidden()

  const found = await (await api.get('protocols/templates', { params: { search: mark } })).json()
  const [stored] = found.protocols
  expect(stored.phases).toEqual([
    {
      _id: expect.any(String),
      title: 'Depth',
      order: 0,
      milestones: [{ _id: expect.any(String), title: 'One project', order: 0, missions: [] }],
    },
    {
      _id: expect.any(String),
      title: 'Fundamentals',
      order: 1,
      milestones: [
        { _id: expect.any(String), title: 'Under way', order: 0, missions: [] },
        { _id: expect.any(String), title: 'Getting Started', order: 1, missions: [mission._id] },
      ],
    },
  ])
  await api.delete(`protocols/templates/${stored._id}`)
})

test('four phases with only an edited title are otherwise unchanged', {
  tag: '@nightly',
}, async ({ page, api }) => {
  const title = `Four ${unique()}`
  const [one, two] = [await make(api, missions), await make(api, missions)]
  const phases = ['Look', 'Try', 'Build', 'Show'].map((name, at) => ({
    title: name,
    description: `${name} at it.`,
    milestones: Array.from({ length: at }, (_, place) => ({
      title: `${name} ${place}`,
      description: 'Something to hold.',
      missions: place % 2 ? [two._id, one._id] : [one._id],
    })),
  }))
  const before = await make(api, protocols, { title, phases })
  const names = counted(page, 'GET', '/missions/templates')
  await openList(page, 'protocols', title)
  await page.getByRole('button', { name: `Edit ${title}` }).click()
  const form = dialog(page, 'Edit Protocol')
  await form.getByLabel('Protocol Title').fill(`${title} again`)
  await openEntry(form, 'Phase 4')
  await expect(form.getByTitle(String(one.title), { exact: true }).first()).toBeVisible()

  const saving = page.waitForRequest((request) => request.method() === 'PUT')
  await form.getByRole('button', { name: 'Update' }).click()
  await saving
  // The list has asked for these names; neither the form nor a phase that opens asks again.
  expect(names).toHaveLength(1)
  await expect(form).toBeHidden()
  const after = await (await api.get(`protocols/templates/${before._id}`)).json()
  expect(after).toEqual({
    ...before,
    title: `${title} again`,
    version: before.version + 1,
  })
})
