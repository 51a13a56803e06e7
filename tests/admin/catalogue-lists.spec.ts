import { API_BASE } from '#contract/api.ts'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { expect, test } from '../support/browser.ts'
import { clean, make, unique } from '../support/records.ts'
import { counted, factOf, openList, rowOf } from '../support/screen.ts'

/** The lists of missions, protocols and mentors: their columns, and what they ask for. */

const named = (page: string) => registry.find((one) => one.page === page) as Resource
const missions = named('missions')
const mentors = named('mentors')

test.afterEach(({ api }) => clean(api))

test('the columns of missions: badges by difficulty, the type as stored, duration or N/A', async ({
  page,
  api,
}) => {
  const mark = unique()
  const of = (title: string, values: object) =>
    make(api, missions, { title: `${title} ${mark}`, ...values })
  await of('One', { difficulty: 'beginner', type: 'field visit' })
  await of('Two', { difficulty: 'intermediate', estimatedDuration: undefined })
  await of('Three', { difficulty: 'advanced', estimatedDuration: { unit: 'days' } })
  await of('Four', {
    difficulty: 'expert',
    isActive: false,
    estimatedDuration: { value: 1, unit: 'weeks' },
  })
  await openList(page, 'missions', mark)
  await expect(page.getByRole('columnheader')).toHaveText([
    '',
    /^Title/,
    /^Type/,
    'Difficulty',
    'Duration',
    'Status',
    'Actions',
  ])
  const cells = (title: string) => rowOf(page, `${title} ${mark}`).getByRole('cell')
  await expect(cells('One')).toHaveText([
    '',
    new RegExp(`^One ${mark}2 steps · Renewable Energy \\w+ · never assigned$`),
    'field visit',
    'Beginner',
    '2 hours',
    'Active',
    '',
  ])
  await expect(cells('Two').nth(4)).toHaveText('N/A')
  await expect(cells('Three').nth(4)).toHaveText('N/A')
  await expect(cells('Four').nth(4)).toHaveText('1 week')
  await expect(cells('Four').nth(5)).toHaveText('Inactive')
  await expect(page.getByRole('button', { name: `Edit One ${mark}` })).toBeVisible()
  await expect(page.getByRole('button', { name: `Delete One ${mark}` })).toBeVisible()
  for (const [title, tone] of Object.entries({
    One: 'green',
    Two: 'yellow',
    Three: 'orange',
    Four: 'red',
  }))
    await expect(cells(title).nth(3).locator('.ant-tag')).toHaveClass(new RegExp(`ant-tag-${tone}`))
  await expect(cells('One').nth(2).getByText('field visit')).toHaveClass(/ant-tag/)
})

test('the three request page 1 of ten; the pager appears only with the eleventh record', {
  tag: '@nightly',
}, async ({ page }) => {
  const rows = Array.from({ length: 11 }, (_, at) => ({
    _id: `r${at}`,
    title: `Row ${at}`,
    name: `Row ${at}`,
  }))
  await page.goto('/admin')
  for (const { title, api } of [missions, named('protocols'), mentors]) {
    let total = 11
    const asked: string[] = []
    await page.route(
      ({ pathname }) => pathname === API_BASE + api.path,
      (route) => {
        const { search, searchParams } = new URL(route.request().url())
        asked.push(search)
        const at = Number(searchParams.get('page'))
        const shown = rows.slice(0, total).slice((at - 1) * 10, at * 10)
        return route.fulfill({
          json: { [api.listKey]: shown, pagination: { page: at, limit: 10, total } },
        })
      },
    )
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: title }).click()
    await expect(page.getByText('1–10 of 11')).toBeVisible()
    expect(asked).toEqual(['?page=1&limit=10'])
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByText('Row 10')).toBeVisible()
    await expect(page.getByText('Page 2 of 2')).toBeVisible()
    total = 10
    await page.getByRole('button', { name: 'Previous' }).click()
    await page.reload()
    await expect(page.getByText('1–10 of 10')).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0)
  }
})

test('mentors and career fields load with the screen; a click on a row opens it, one at a time', async ({
  page,
  api,
}) => {
  const mark = unique()
  const values = { bio: 'Listens twice.', geminiMentorId: `gemini-${mark}`, skills: [] }
  await make(api, mentors, { ...values, name: `Ada ${mark}`, isActive: false })
  await make(api, mentors, { ...values, name: `Bo ${mark}`, bio: 'Draws maps.', skills: ['Maps'] })
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/v1/mentors?*', async (route) => {
    await held
    await route.continue()
  })
  const fields = counted(page, 'GET', '/career-fields')
  await openList(page, 'mentors', mark)
  await expect(page.getByText('Loading…')).toBeVisible()
  await expect.poll(() => fields.length).toBeGreaterThan(0)
  answer()
  await expect(page.getByRole('columnheader')).toHaveText([
    'Details',
    '',
    /^Name/,
    /^Specialization/,
    'Status',
    'Actions',
  ])
  const table = page.getByRole('table', { name: 'Mentors' })
  await expect(rowOf(page, `Ada ${mark}`)).toContainText('Inactive')
  // The name leads to the mentor's page; all else of the row unfolds it.
  await rowOf(page, `Ada ${mark}`).click()
  await expect(table.getByText('Listens twice.')).toBeVisible()
  await expect(table.getByText(`gemini-${mark}`)).toBeVisible()
  await expect(factOf(page, 'Skills')).toHaveText('N/A')
  await rowOf(page, `Bo ${mark}`).first().click()
  await expect(table.getByText('Draws maps.')).toBeVisible()
  await expect(table.getByText('Listens twice.')).toBeHidden()
  await rowOf(page, `Bo ${mark}`).first().click()
  await expect(table.getByText('Draws maps.')).toBeHidden()
})
