import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { API_BASE } from '#contract/api.ts'
import { OVERVIEW_PATH, type SystemOverview } from '#contract/overview.ts'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/browser.ts'
import { clean, make, type Stored, unique } from '../support/records.ts'
import { counted, dialog, resize, scrollWidth } from '../support/screen.ts'

const users = registry.find((one) => one.name === 'users') as Resource
const missions = registry.find((one) => one.name === 'missions/templates') as Resource
const CALL = `**${API_BASE}${OVERVIEW_PATH}`
const GONE = '01890a5d-ac96-774b-bcce-b302099a8057'

const totals = (page: Page) => page.getByRole('list', { name: 'Totals' })
const activity = (page: Page) => page.getByRole('region', { name: 'Recent Activity' })
const overviewOf = async (api: APIRequestContext) =>
  (await (await api.get(OVERVIEW_PATH.slice(1))).json()) as SystemOverview
const answer = (page: Page, json: unknown) => page.route(CALL, (route) => route.fulfill({ json }))

/**
 * Does something and opens the home until it tells of it: it tells of the newest ten only, and other tests write
 * into the same database. Gives the newest such entry.
 */
async function expectTold(page: Page, text: RegExp, act: () => Promise<void>): Promise<Locator> {
  const entry = activity(page).getByRole('listitem').filter({ hasText: text }).first()
  await expect(async () => {
    await act()
    await page.goto('/admin')
    await expect(entry).toBeVisible({ timeout: 3000 })
  }).toPass({ timeout: 20_000 })
  return entry
}

test.afterEach(({ api }) => clean(api))

test('HOME-01 each count stands on a card that leads to its list', async ({ page }) => {
  await answer(page, { counts: { users: 12345, missions: 24, protocols: 0 }, recentActivity: [] })
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  const cards = totals(page).getByRole('link')
  await expect(cards).toHaveText([
    'Total Users12,345',
    'Total Missions24',
    'Total Protocols0',
    'Active Mentors–',
  ])
  for (const [card, path] of [
    ['Total Missions', '/admin/missions'],
    ['Total Protocols', '/admin/protocols'],
    ['Active Mentors', '/admin/mentors?filters[0][field]=isActive'],
    ['Total Users', '/admin/users'],
  ] as const) {
    await totals(page).getByRole('link', { name: card }).click()
    await expect
      .poll(() => decodeURIComponent(page.url()))
      .toMatch(new RegExp(`${path.replace(/[?[\]]/g, '\\$&')}(&|\\?|$)`))
    await page.goBack()
    await expect(cards).toHaveCount(4)
  }
})

test('HOME-01 each card says what it counts', async ({ page }) => {
  await page.goto('/admin')
  await expect(totals(page).getByText(/^\d/)).toHaveCount(4)
  await page.getByRole('button', { name: 'What is Active Mentors?' }).focus()
  await expect(page.getByRole('tooltip')).toHaveText('Mentors whose status is Active now.')
  await page.getByRole('button', { name: 'What is Total Users?' }).click()
  await expect(page.getByRole('tooltip', { name: /admins and inactive ones/ })).toBeVisible()
  await expect(page).toHaveURL(/\/admin$/)
})

test('HOME-01 HOME-02 what was just done is counted, and leads to its record and back', async ({
  page,
  api,
}) => {
  const mark = unique()
  const made: Stored[] = []
  const entry = await expectTold(page, new RegExp(`Created the user Ama ${mark}`), async () => {
    made.push(await make(api, users, { firstName: 'Ama', lastName: mark }))
  })
  await expect(totals(page).getByText(/^\d/)).toHaveCount(4)
  expect((await overviewOf(api)).counts.users).toBeGreaterThan(0)
  await expect(entry).toContainText(/FA\s*First Admin\s*Created the user Ama .*\s*User created/)
  await entry.getByRole('time').focus()
  await expect(page.getByRole('tooltip')).toContainText(/\d{4}/)

  await entry.getByRole('link', { name: `Ama ${mark}` }).click()
  const form = dialog(page, 'Edit User')
  await expect(form.getByLabel('Last Name')).toHaveValue(mark)
  await expect(page).toHaveURL(new RegExp(`/admin/users/${made.at(-1)?._id}(\\?|$)`))
  await page.reload()
  await expect(form.getByLabel('Last Name')).toHaveValue(mark)
  await page.goBack()
  await expect(form).toBeHidden()
  await expect(page).toHaveURL(/\/admin$/)
})

test('HOME-02 what a learner did is told in words, with its type beside it', async ({
  page,
  api,
}) => {
  const mark = unique()
  const lea = await make(api, users, { firstName: 'Lea', lastName: mark })
  const title = `Read a job advert the way that recruiters read it ${mark}`
  const advert = await make(api, missions, { title })
  const isToldOf = async () =>
    (await overviewOf(api)).recentActivity.some(
      ({ eventType, user }) => eventType === 'mission_completed' && user?.lastName === mark,
    )
  const entry = await expectTold(page, new RegExp(`Completed the mission ${title}`), async () => {
    const event = {
      eventType: 'mission_completed',
      id: randomUUID(),
      user: lea._id,
      mission: advert._id,
      timestamp: new Date().toISOString(),
    }
    expect((await api.post('events', { data: { events: [event] } })).status()).toBe(202)
    // Rolled up within a second or two.
    await expect.poll(isToldOf, { timeout: 5000 }).toBe(true)
  })
  await expect(entry).toHaveText(
    new RegExp(
      `^L.\\s*Lea ${mark}\\s*Completed the mission ${title}\\s*Mission completed\\s*(now|.* ago)$`,
    ),
  )
  const sentence = entry.locator('.home-event__what')
  const isCut = () =>
    sentence.evaluate(
      (box) => box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight,
    )
  for (const width of [1440, 1100, 1024, 800]) {
    await resize(page, { width, height: 900 })
    await expect.poll(isCut, `at ${width}`).toBe(false)
  }
  await entry.getByRole('link', { name: title }).click()
  await expect(dialog(page, 'Edit Mission').getByLabel('Title').first()).toHaveValue(title)
})

test('HOME-02 a form that an address opened closes to the list as it was asked for', async ({
  page,
  api,
}) => {
  const mark = unique()
  const ama = await make(api, users, { lastName: mark })
  const query = `filters[0][field]=search&filters[0][operator]=contains&filters[0][value]=${mark}`
  await page.goto(`/admin/users/${ama._id}?${query}`)
  const form = dialog(page, 'Edit User')
  await form.getByLabel('Last Name').fill(`${mark} changed`)
  await form.getByRole('button', { name: 'Update' }).click()
  await expect(form).toBeHidden()
  await expect(page).toHaveURL(/\/admin\/users\?/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByRole('searchbox')).toHaveValue(mark)
  await expect(page.getByRole('row').filter({ hasText: `${mark} changed` })).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(2)

  await page.goto(`/admin/users/${GONE}?${query}`)
  await expect(form).toContainText('This user no longer exists.')
  await expect(page.getByRole('row')).toHaveCount(2)
  const lists = counted(page, 'GET', '/users')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(form).toBeHidden()
  await expect(page).toHaveURL(/\/admin\/users\?/)
  // One that Cancel had asked for would be on its way before the one that the header asks for.
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  await expect.poll(() => lists.at(-1)?.url()).toContain('sort=')
  expect(lists).toHaveLength(1)
})

test('HOME-02 WIRE-02 half an entry breaks nothing, and what is deleted is no link', async ({
  page,
}) => {
  const timestamp = new Date(Date.now() - 7_200_000).toISOString()
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
    /^S\s*System\s*Career field updated · Ada Lovelace\s*2 hours ago$/,
    /^\?\s*Unknown user\s*Deleted the user Ada Lovelace\s*User deleted\s*2 hours ago$/,
    /^ZD\s*Zoë Doe\s*Completed a mission\s*Mission completed\s*2 hours ago$/,
    /^Z\s*Zoë\s*Mission started\s*N\/A$/,
    /^\?\s*Unknown user\s*Ada Lovelace\s*N\/A$/,
  ])
  await expect(activity(page).getByRole('link')).toHaveCount(1)
  await expect(totals(page).getByText('–')).toHaveCount(4)
})

test.describe('HOME-02 far from Greenwich', () => {
  test.use({ timezoneId: 'Asia/Kolkata' })

  test('the exact local time of an activity stands there on focus and on hover', async ({
    page,
  }) => {
    const entry = { eventType: 'user_created', timestamp: '2024-03-09T14:05:59.000Z', user: null }
    await answer(page, { counts: {}, recentActivity: [entry] })
    await page.goto('/admin')
    const time = activity(page).getByRole('time')
    await expect(time).toHaveAttribute('datetime', entry.timestamp)
    await time.focus()
    await expect(page.getByRole('tooltip')).toHaveText('Mar 9, 2024, 7:35 PM')
    await time.blur()
    await expect(page.getByRole('tooltip')).toBeHidden()
    await time.hover()
    await expect(page.getByRole('tooltip')).toHaveText('Mar 9, 2024, 7:35 PM')
  })
})

test('HOME-02 skeletons keep the place of numbers and entries; nothing is said to be empty', async ({
  page,
}) => {
  let release = () => undefined as unknown
  const held = new Promise((resolve) => {
    release = () => resolve(undefined)
  })
  const entry = { eventType: 'user_created', timestamp: new Date().toISOString(), user: null }
  await page.route(CALL, async (route) => {
    await held
    await route.fulfill({
      json: { counts: { users: 3 }, recentActivity: Array.from({ length: 10 }, () => entry) },
    })
  })
  await page.goto('/admin')
  await expect(activity(page).getByText('Loading…')).toBeAttached()
  // Letters of another font would move the boxes, too.
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  const boxes = async () => [await totals(page).boundingBox(), await activity(page).boundingBox()]
  const before = await boxes()
  release()
  await expect(activity(page).getByRole('listitem')).toHaveCount(10)
  await expect.poll(boxes).toEqual(before)
  expect((before[1]?.y ?? 0) + (before[1]?.height ?? 0)).toBeLessThanOrEqual(900)

  await page.unroute(CALL)
  await answer(page, { counts: {}, recentActivity: [] })
  await page.reload()
  await expect(activity(page).getByText('No recent activity')).toBeVisible()
})

test('HOME-03 a failure is said in a banner with Retry, and what was known stays', async ({
  page,
}) => {
  await page.route(CALL, (route) => route.fulfill({ status: 500, body: '<html>' }))
  await page.goto('/admin')
  const banner = page.getByRole('alert')
  await expect(banner).toContainText('Failed to fetch system overview')
  await expect(page.getByText('No recent activity')).toHaveCount(0)
  await page.unroute(CALL)
  await answer(page, { counts: { users: 77 }, recentActivity: [] })
  await banner.getByRole('button', { name: 'Retry' }).click()
  await expect(banner).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  await page.unroute(CALL)
  await page.route(CALL, (route) =>
    route.fulfill({ status: 503, json: { error: { message: 'The trail is closed.' } } }),
  )
  await totals(page).getByRole('link', { name: 'Total Users' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
  await page.goBack()
  await expect(banner).toContainText('The trail is closed.')
  await expect(totals(page).getByText('77')).toBeVisible()
  await expect(activity(page).getByText('No recent activity')).toBeVisible()
})

test('HOME-04 Quick Actions lead to users, missions, protocols and mentors first', async ({
  page,
}) => {
  await page.goto('/admin')
  const links = page.getByRole('region', { name: 'Quick Actions' }).getByRole('link')
  await expect(links.first()).toBeVisible()
  const addresses = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href')))
  const first = ['/admin/users', '/admin/missions', '/admin/protocols', '/admin/mentors']
  expect(addresses.slice(0, 4)).toEqual(first)
  await expect(links.nth(3).locator('svg')).toBeVisible()
  await expect(links.nth(3)).toHaveAccessibleName(/^Mentors/)
})

test('HOME-01 on a phone nothing goes sideways, and axe finds nothing in either shade', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.goto('/admin')
    await expect(activity(page).getByRole('time').first()).toBeVisible()
    await expect.poll(() => scrollWidth(page)).toBe(390)
    await expectAccessible(page)
    await page.route(CALL, (route) => route.fulfill({ status: 500 }))
    await page.reload()
    await expect(page.getByRole('alert')).toBeVisible()
    await expectAccessible(page)
    await page.unroute(CALL)
  }
})
