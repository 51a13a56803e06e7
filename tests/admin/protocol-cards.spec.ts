import { expect, test } from '../support/browser.ts'
import { clean, make, named, unique } from '../support/records.ts'
import { counted, dialog, openList } from '../support/screen.ts'

const protocols = named('protocols')

test.afterEach(({ api }) => clean(api))

test('cards open by mouse and keyboard, several at once, and show a protocol’s content', async ({
  page,
  api,
}) => {
  const mark = unique()
  const field = await make(api, named('career-fields'), { name: `Ropes ${mark}` })
  const mission = await make(api, named('missions'), { title: `Knot ${mark}` })
  const [full, bare] = [`Full ${mark}`, `Bare ${mark}`]
  const milestones = [
    { title: 'First rope', missions: [mission._id] },
    { title: 'Second rope', missions: [] },
  ]
  await make(api, protocols, {
    title: full,
    description: 'Up the wall in twelve weeks.',
    targetLevel: 'advanced',
    careerFields: [field._id],
    estimatedDuration: { value: 12, unit: 'weeks' },
    phases: [{ title: 'Ground', milestones }],
    prerequisites: { skills: ['Patience'] },
  })
  await make(api, protocols, {
    title: bare,
    phases: [],
    isActive: false,
    estimatedDuration: { value: 1, unit: 'weeks' },
  })

  const names = counted(page, 'GET', '/missions/templates')
  await openList(page, 'protocols', mark)
  const cards = page.getByRole('list', { name: 'Protocols' })
  const card = (title: string) =>
    cards
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { level: 2, name: title }) })
  await expect(card(full).getByText('Level: advanced')).toBeVisible()
  for (const fact of ['1 phase', '2 milestones', '12 weeks', `Ropes ${mark}`, 'Active'])
    await expect(card(full).getByText(fact, { exact: true })).toBeVisible()
  for (const fact of ['1 week', 'Inactive'])
    await expect(card(bare).getByText(fact, { exact: true })).toBeVisible()
  await expect(page.getByText('First rope')).toHaveCount(0)

  await card(full).getByRole('heading', { name: full }).click()
  await expect(page.getByText('Up the wall in twelve weeks.')).toBeVisible()
  await expect(card(full).getByRole('heading', { name: 'Phase 1: Ground' })).toBeVisible()
  for (const text of ['First rope', 'Second rope', `Knot ${mark}`, 'Patience'])
    await expect(card(full).getByText(text, { exact: true })).toBeVisible()

  const opener = page.getByRole('button', { name: `Details of ${bare}` })
  await opener.press('Enter')
  await expect(opener).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByText('No phases or milestones defined.')).toBeVisible()
  await expect(page.getByText('First rope')).toBeVisible()

  // An open card stays open when the list is read again.
  await page.getByRole('button', { name: `Edit ${full}` }).click()
  const form = dialog(page, 'Edit Protocol')
  await form.getByLabel('Protocol Title').fill(`${full} anew`)
  const saving = page.waitForRequest((request) => request.method() === 'PUT')
  await form.getByRole('button', { name: 'Update' }).click()
  await saving
  // The names of all cards need one request; opening a card sends none.
  expect(names).toHaveLength(1)
  await expect(page.getByRole('heading', { name: `${full} anew` })).toBeVisible()
  await expect(page.getByText('First rope')).toBeVisible()
  await opener.click()
  await expect(page.getByText('No phases or milestones defined.')).toHaveCount(0)
})
