import { expect, test } from '../support/browser.ts'
import { doWith } from '../support/entries.ts'
import { clean, make, named, unique } from '../support/records.ts'
import { chosenIn, dialog, openList } from '../support/screen.ts'

const missions = named('missions')

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
  const note = form.getByText('This phase has no milestones yet')
  await expect(note).toHaveCount(1)
  await form.getByRole('button', { name: /^Add milestone.*Phase 2/ }).click()
  await expect(note).toHaveCount(0)
  await form.getByRole('button', { name: /^Phase 2/ }).click()

  // A collapsed phase opens if it has an error.
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
