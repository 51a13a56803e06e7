import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { expect, test } from '../support/browser.ts'
import { clean, make, unique } from '../support/records.ts'
import { counted, dialog, openList } from '../support/screen.ts'

const find = (name: string) => registry.find((one) => one.name === name) as Resource
const protocols = find('protocols/templates')

test.afterEach(({ api }) => clean(api))

test('cards open by mouse and keyboard, several at once, and show a protocol’s content', async ({
  page,
  api,
}) => {
  const mark = unique()
  const field = await make(api, find('career-fields'), { name: `Ropes ${mark}` })
  const mission = await make(api, find('missions/templates'), { title: `Knot ${mark}` })
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

  // What is open stays open when the list is read again; the icons do their own work only.
  await page.getByRole('button', { name: `Edit ${full}` }).click()
  const form = dialog(page, 'Edit Protocol')
  await form.getByLabel('Protocol Title').fill(`${full} anew`)
  const saving = page.waitForRequest((request) => request.method() === 'PUT')
  await form.getByRole('button', { name: 'Update' }).click()
  await saving
  // One request for the names of all cards; those that open send none.
  expect(names).toHaveLength(1)
  await expect(page.getByRole('heading', { name: `${full} anew` })).toBeVisible()
  await expect(page.getByText('First rope')).toBeVisible()
  await opener.click()
  await expect(page.getByText('No phases or milestones defined.')).toHaveCount(0)
})

test('cards of half a protocol, on a phone', { tag: '@nightly' }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 760 })
  const long = `Longest${'word'.repeat(30)}`
  const rows = [
    { _id: 'a', title: long, phases: null, careerFields: null, estimatedDuration: null },
    {
      _id: 'b',
      phases: [{ title: 'Alone' }, { milestones: [{ title: 'مرحلة', missions: 'm1' }] }],
    },
    { _id: 'c', title: 'مسار طويل', phases: 'none', prerequisites: 'much', targetLevel: 7 },
  ]
  await page.route('**/api/v1/protocols/templates*', (route) =>
    route.fulfill({
      json: { protocols: rows, pagination: { page: 1, limit: 10, total: 3, pages: 1 } },
    }),
  )
  await page.route('**/api/v1/missions/templates*', (route) =>
    route.fulfill({
      json: { missions: [], pagination: { page: 1, limit: 10, total: 0, pages: 1 } },
    }),
  )
  await page.goto('/admin/protocols')
  await expect(page.getByRole('button', { name: /^Details of/ })).toHaveCount(3)
  for (const opener of await page.getByRole('button', { name: /^Details of/ }).all())
    await opener.click()
  await expect(page.getByText('No phases or milestones defined.')).toHaveCount(2)
  await expect(page.getByRole('heading', { name: 'Phase 1: Alone' })).toBeVisible()
  await expect(page.getByText('Deleted mission')).toBeVisible()
  await expect(page.getByText('Level: 7')).toBeVisible()
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
    .toBeLessThanOrEqual(360)
})
