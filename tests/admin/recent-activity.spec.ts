import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { OVERVIEW_PATH, type SystemOverview } from '#contract/overview.ts'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { expect, test } from '../support/browser.ts'
import { activity, answer, totals } from '../support/home.ts'
import { clean, make, unique } from '../support/records.ts'
import { counted, dialog, resize } from '../support/screen.ts'

const users = registry.find((one) => one.name === 'users') as Resource
const missions = registry.find((one) => one.name === 'missions/templates') as Resource
const GONE = '01890a5d-ac96-774b-bcce-b302099a8057'

const overviewOf = async (api: APIRequestContext) =>
  (await (await api.get(OVERVIEW_PATH.slice(1))).json()) as SystemOverview

/** The entry of the home that says this. */
const entryOf = (page: Page, text: RegExp): Locator =>
  activity(page).getByRole('listitem').filter({ hasText: text })

test.afterEach(({ api }) => clean(api))

test('a new action is counted, and links to its record and back', async ({ page, api }) => {
  const mark = unique()
  const ama = await make(api, users, { firstName: 'Ama', lastName: mark })
  await page.goto('/admin')
  const entry = entryOf(page, new RegExp(`Created the user Ama ${mark}`))
  await expect(totals(page).getByText(/^[\d,]+$/)).toHaveCount(4)
  expect((await overviewOf(api)).counts.users).toBeGreaterThan(0)
  await expect(entry).toContainText(/FA\s*First Admin\s*Created the user Ama .*\s*User created/)
  // Two lines: the page shows several entries at once.
  expect((await entry.boundingBox())?.height).toBeLessThan(80)
  await expect(entry.getByRole('time')).toHaveAttribute('title', /\d{4}/)

  await entry.getByRole('link', { name: `Ama ${mark}` }).click()
  const name = page.getByRole('heading', { level: 1, name: `Ama ${mark}` })
  await expect(name).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/admin/users/${ama._id}$`))
  await page.reload()
  await expect(name).toBeVisible()
  await page.goBack()
  await expect(name).toBeHidden()
  await expect(page).toHaveURL(/\/admin$/)
})

test('a learner’s action is a sentence, with its type beside it', {
  tag: '@nightly',
}, async ({ page, api }) => {
  const mark = unique()
  const lea = await make(api, users, { firstName: 'Lea', lastName: mark })
  const title = `Read a job advert the way that recruiters read it ${mark}`
  const advert = await make(api, missions, { title })
  const isToldOf = async () =>
    (await overviewOf(api)).recentActivity.some(
      ({ eventType, user }) => eventType === 'mission_completed' && user?.lastName === mark,
    )
  const event = {
    eventType: 'mission_completed',
    id: randomUUID(),
    user: lea._id,
    mission: advert._id,
    timestamp: new Date().toISOString(),
  }
  expect((await api.post('events', { data: { events: [event] } })).status()).toBe(202)
  // Rolled up within a second or two.
  await expect.poll(isToldOf).toBe(true)
  await page.goto('/admin')
  const entry = entryOf(page, new RegExp(`Completed the mission ${title}`))
  await expect(entry).toHaveText(
    new RegExp(
      `^L.\\s*Lea ${mark}\\s*Completed the mission ${title}\\s*Mission completed\\s*Today \\d\\d:\\d\\d$`,
    ),
  )
  const sentence = entry.locator('.Home-words')
  const isCut = () =>
    sentence.evaluate(
      (box) => box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight,
    )
  for (const width of [1440, 1100, 1024, 800]) {
    await resize(page, { width, height: 900 })
    await expect.poll(isCut, `at ${width}`).toBe(false)
  }
  await entry.getByRole('link', { name: title }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
})

test('a form opened by its address closes to the requested list', {
  tag: '@nightly',
}, async ({ page, api }) => {
  const mark = unique()
  const ama = await make(api, users, { lastName: mark })
  const query = `search=${mark}`
  await page.goto(`/admin/users?${query}&edit=${ama._id}`)
  const form = dialog(page, 'Edit User')
  await form.getByLabel('Last Name').fill(`${mark} changed`)
  await form.getByRole('button', { name: 'Update' }).click()
  await expect(form).toBeHidden()
  await expect(page).toHaveURL(/\/admin\/users\?/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByRole('searchbox')).toHaveValue(mark)
  await expect(page.getByRole('row').filter({ hasText: `${mark} changed` })).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(2)

  await page.goto(`/admin/users?${query}&edit=${GONE}`)
  await expect(form).toContainText('This user no longer exists.')
  await expect(page.getByRole('row')).toHaveCount(2)
  const lists = counted(page, 'GET', '/users')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(form).toBeHidden()
  await expect(page).toHaveURL(/\/admin\/users\?/)
  // One that Cancel had asked for would be on its way before the one that the header asks for.
  await page.getByRole('columnheader', { name: 'Name' }).click()
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  await expect.poll(() => lists.at(-1)?.url()).toContain('sort=')
  expect(lists).toHaveLength(1)
})

test('an incomplete entry breaks nothing, and a deleted record is no link', {
  tag: '@nightly',
}, async ({ page }) => {
  const timestamp = '2024-03-09T14:05:59.000Z'
  const record = { resource: 'users', id: '1', name: 'Ada Lovelace', isLive: true }
  await answer(page, {
    data: {
      recentActivity: [
        { id: 1, eventType: 'career_field_updated', timestamp, user: null, record },
        { eventType: 'user_deleted', timestamp, user: {}, record: { ...record, isLive: false } },
        { eventType: 'mission_completed', timestamp, user: { firstName: 'Zoë', lastName: 'Doe' } },
        { eventType: 'mission_started', user: { firstName: 'Zoë', lastName: null } },
        { user: 'u-17', record: { ...record, resource: 'unheard-of' } },
        null,
      ],
    },
  })
  await page.goto('/admin')
  await expect(activity(page).getByRole('listitem')).toHaveText([
    /^S\s*System\s*Career field updated · Ada Lovelace\s*9 Mar 2024, 14:05$/,
    /^\?\s*Unknown user\s*Deleted the user Ada Lovelace\s*User deleted\s*9 Mar 2024, 14:05$/,
    /^ZD\s*Zoë Doe\s*Completed a mission\s*Mission completed\s*9 Mar 2024, 14:05$/,
    /^Z\s*Zoë\s*Mission started\s*N\/A$/,
    /^\?\s*Unknown user\s*Ada Lovelace\s*N\/A$/,
  ])
  await expect(activity(page).getByRole('listitem').getByRole('link')).toHaveCount(1)
  await expect(totals(page).getByText('–')).toHaveCount(4)
})

test.describe('far from Greenwich', () => {
  test.use({ timezoneId: 'Asia/Kolkata' })

  test('an activity shows its local time, and its age on hover', {
    tag: '@nightly',
  }, async ({ page }) => {
    const entry = { eventType: 'user_created', timestamp: '2024-03-09T14:05:59.000Z', user: null }
    await answer(page, { counts: {}, recentActivity: [entry] })
    await page.goto('/admin')
    const time = activity(page).getByRole('time')
    await expect(time).toHaveAttribute('datetime', entry.timestamp)
    await expect(time).toHaveText('9 Mar 2024, 19:35')
    await expect(time).toHaveAttribute('title', /^9 Mar 2024, 19:35 \(\d+ years ago\)$/)
  })
})
