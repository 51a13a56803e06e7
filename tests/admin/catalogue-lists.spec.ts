import type { Page } from '@playwright/test'
import { API_BASE } from '#contract/api.ts'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { expect, test } from '../support/browser.ts'
import { clean, make, unique } from '../support/records.ts'
import { counted, openList, rowOf } from '../support/screen.ts'

/** The lists of missions, protocols and mentors: their exact texts, and what they ask for. */

const named = (page: string) => registry.find((one) => one.page === page) as Resource
const missions = named('missions')
const mentors = named('mentors')

test.afterEach(({ api }) => clean(api))

test('MIS-01 the columns of missions: badges by difficulty, the type as stored, duration or N/A', async ({
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
    /^Title/,
    /^Type/,
    'Difficulty',
    'Duration',
    'Status',
    'Actions',
  ])
  const cells = (title: string) => rowOf(page, `${title} ${mark}`).getByRole('cell')
  await expect(cells('One')).toHaveText([
    new RegExp(`^One ${mark}2 steps · Renewable Energy \\w+ · never assigned$`),
    'field visit',
    'Beginner',
    '2 hours',
    'Active',
    '',
  ])
  await expect(cells('Two').nth(3)).toHaveText('N/A')
  await expect(cells('Three').nth(3)).toHaveText('N/A')
  await expect(cells('Four').nth(3)).toHaveText('1 week')
  await expect(cells('Four').nth(4)).toHaveText('Inactive')
  await expect(page.getByRole('button', { name: `Edit One ${mark}` })).toBeVisible()
  await expect(page.getByRole('button', { name: `Delete One ${mark}` })).toBeVisible()
  for (const [title, tone] of Object.entries({
    One: 'green',
    Two: 'yellow',
    Three: 'orange',
    Four: 'red',
  }))
    await expect(cells(title).nth(2).locator('[data-tint]')).toHaveAttribute('data-tint', tone)
  const type = cells('One').nth(1).locator('.Badge-word')
  await expect(type.locator('..')).toHaveAttribute('data-tint', 'grey')
  expect(
    await type.evaluate((word) => getComputedStyle(word, '::first-letter').textTransform),
  ).toBe('uppercase')
})

/** What a screen says of itself, of an empty list, of a strange answer, and of a failing server. */
interface Screen {
  page: string
  title: string
  subtitle: string
  add: string
  empty: string
  failed: string
  unexpected: string
  /** Of a server that says why it fails. */
  says: string
}

async function expectTexts(page: Page, screen: Screen, isTable = true) {
  const { path, listKey } = named(screen.page).api
  const answers = [
    { json: { nothing: 'of the kind' } },
    { status: 500, json: { message: 'The store is being mended.' } },
    { status: 500, body: '' },
    { json: { [listKey]: [], pagination: { page: 1, limit: 10, total: 0 } } },
  ]
  await page.route(
    ({ pathname }) => pathname === API_BASE + path,
    (route) => route.fulfill(answers[0] ?? {}),
  )
  await page.goto(`/admin/${screen.page}`)
  await expect(page.getByRole('heading', { level: 1, name: screen.title })).toBeVisible()
  await expect(page.getByText(screen.subtitle, { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: screen.add, exact: true })).toBeVisible()
  const place = isTable ? page.getByRole('table').getByRole('cell') : page.getByRole('main')
  const alert = place.getByRole('alert')
  for (const text of [screen.unexpected, screen.says, screen.failed]) {
    await expect(alert).toHaveText(`${text}Retry`)
    await expect(page.getByText(screen.empty)).toHaveCount(0)
    answers.shift()
    await alert.getByRole('button', { name: 'Retry' }).click()
  }
  await expect(alert).toHaveCount(0)
  await expect(
    page.locator('.Notice-notice').getByText(screen.empty, { exact: true }),
  ).toBeVisible()
  await expect(page.getByText(/Page \d/)).toHaveCount(0)
}

test('MIS-01 MIS-04 what the screen of missions says, empty, of a strange answer, and failing', ({
  page,
}) =>
  expectTexts(page, {
    page: 'missions',
    title: 'Missions',
    subtitle: 'Manage career guidance missions',
    add: 'Add Mission',
    empty: 'No missions found',
    failed: 'Failed to fetch missions',
    unexpected: 'Received an unexpected data format from the server.',
    says: 'The store is being mended.',
  }))

test('PRO-01 PRO-03 what the screen of protocols says, empty, of a strange answer, and failing', ({
  page,
}) =>
  expectTexts(
    page,
    {
      page: 'protocols',
      title: 'Protocols',
      subtitle: 'Manage learning paths and protocols',
      add: 'Add Protocol',
      empty: 'No protocols found',
      failed: 'Failed to fetch protocols',
      unexpected: 'Received an unexpected data format for protocols.',
      says: 'The store is being mended.',
    },
    false,
  ))

test('MEN-01 what the table of mentors says, empty, of a strange answer, and failing', ({ page }) =>
  expectTexts(page, {
    page: 'mentors',
    title: 'Mentors',
    subtitle: 'Manage AI mentors',
    add: 'Add Mentor',
    empty: 'No mentors found',
    failed: 'Failed to fetch page data. Please try again.',
    // The specification gives this screen one text for every failure.
    unexpected: 'Failed to fetch page data. Please try again.',
    says: 'Failed to fetch page data. Please try again.',
  }))

test('LIST-01 the three ask for page 1 of ten; a pager stands there for the eleventh record only', async ({
  page,
}) => {
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
    await expect(page.getByText('1–10 of 10')).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0)
  }
})

test('MEN-01 mentors and career fields load with the screen; a click on a row opens it, one at a time', async ({
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
    /^Name/,
    /^Specialization/,
    'Status',
    'Actions',
  ])
  const table = page.getByRole('table', { name: 'Mentors' })
  await expect(rowOf(page, `Ada ${mark}`)).toContainText('Inactive')
  // The name leads to the mentor's page (REC-01); all else of the row unfolds it.
  await rowOf(page, `Ada ${mark}`).click()
  await expect(table.getByText('Listens twice.')).toBeVisible()
  await expect(table.getByText(`gemini-${mark}`)).toBeVisible()
  const skills = table.locator('dt', { hasText: /^Skills$/ }).locator('xpath=following-sibling::dd')
  await expect(skills).toHaveText('N/A')
  await rowOf(page, `Bo ${mark}`).first().click()
  await expect(table.getByText('Draws maps.')).toBeVisible()
  await expect(table.getByText('Listens twice.')).toHaveCount(0)
  await rowOf(page, `Bo ${mark}`).first().click()
  await expect(table.getByText('Draws maps.')).toHaveCount(0)
})
