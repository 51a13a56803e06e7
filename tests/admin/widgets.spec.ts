import type { APIRequestContext, Page } from '@playwright/test'
import { WIDGET_DATA_PATH, WIDGET_TYPES, type WidgetType } from '#contract/dashboards.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/browser.ts'
import { makeDashboard, widgetAt } from '../support/dashboards.ts'
import { clean } from '../support/records.ts'
import { counted } from '../support/screen.ts'
import { typeIn, WIDGET_CALLS } from '../support/widget-answers.ts'

const NAMES: Record<WidgetType, string> = {
  userStats: 'Users',
  missionStats: 'Missions',
  protocolStats: 'Protocols',
  mentorStats: 'Mentors',
  recentUsers: 'Recent Users',
  systemStatus: 'System Status',
}
const FAILED = 'Failed to fetch widget data'
const number = new Intl.NumberFormat('en')

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const every = (refreshInterval: number) => ({ dataSource: { refreshInterval } })

/** Makes a dashboard of all six widgets and one of an unknown type. */
const all = (api: APIRequestContext) =>
  makeDashboard(api, {
    widgets: [...WIDGET_TYPES, 'moonPhase'].map((type, at) =>
      widgetAt(type, at % 4, Math.floor(at / 4), {
        dataSource: { endpoint: '/api/v1/users?widgetType=stolen' },
      }),
    ),
  })

test.afterEach(({ api }) => clean(api))

test('each widget shows the API’s figures for its type and range', async ({ page, api }) => {
  const { _id } = await all(api)
  const asked = counted(page, 'GET', '/')
  await page.goto(`/admin/dashboards/${_id}?range=lastMonth`)
  const figures = async (widgetType: string) => {
    const answer = await api.get('admin/widget-data', {
      params: { widgetType, timeRange: 'lastMonth' },
    })
    return (await answer.json()).data
  }
  const users = await figures('userStats')
  expect(users.activeUsers).toBeGreaterThan(0)
  for (const [name, label, value] of [
    ['Users', 'New users', users.newUsers],
    ['Users', 'Active users', users.activeUsers],
    ['Missions', 'Assigned', (await figures('missionStats')).totalAssigned],
    ['Missions', 'Completed', (await figures('missionStats')).totalCompleted],
    ['Protocols', 'Assigned', (await figures('protocolStats')).totalAssigned],
    ['Mentors', 'Assignments', (await figures('mentorStats')).totalAssignments],
  ] as const)
    await expect(
      card(page, name)
        .getByRole('listitem')
        .filter({ hasText: label })
        .locator('.ant-statistic-content-value'),
    ).toHaveText(number.format(value))
  const { completionRate } = await figures('missionStats')
  await expect(card(page, 'Missions')).toContainText(`${completionRate}%`)
  await expect(card(page, 'Users')).toContainText(
    /(up|down) [\d.,<%]+ compared with \d+( [A-Z][a-z]{2,3})?\s*–\s*\d+ [A-Z][a-z]{2,3}/,
  )
  await expect(card(page, 'Users')).toContainText('updated just now')
  const newest = (await figures('recentUsers'))[0]
  await expect(card(page, 'Recent Users').getByRole('link').first()).toHaveText(
    [newest.firstName, newest.lastName].filter(Boolean).join(' '),
  )
  await expect(card(page, 'System Status')).toContainText('Healthy')
  await expect(card(page, 'moonPhase')).toContainText('“moonPhase”')

  const calls = asked.map((request) => new URL(request.url()))
  expect(calls.filter(({ search }) => search.includes('stolen'))).toEqual([])
  expect(
    calls
      .filter(({ pathname }) => pathname.endsWith(WIDGET_DATA_PATH))
      .map(({ search }) => search)
      .sort(),
  ).toEqual(WIDGET_TYPES.map((type) => `?widgetType=${type}&timeRange=lastMonth`).sort())

  const info = card(page, 'Users').getByRole('button', { name: 'What is Users?' })
  await info.focus()
  await expect(page.getByRole('tooltip')).toContainText('People with at least one event')
  await expect(info).toHaveAccessibleDescription(/People with at least one event/)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('tooltip')).toBeHidden()
  await card(page, 'Missions').getByRole('link').click()
  await expect(page).toHaveURL(/\/admin\/missions/)
})

test('a failing widget keeps its old figures, marked, and recovers', async ({ page, api }) => {
  const { _id } = await all(api)
  let isBroken = true
  await page.route(WIDGET_CALLS, (route) => {
    const type = typeIn(route)
    if (!isBroken || !(type === 'userStats' || type === 'systemStatus')) return route.continue()
    return type === 'userStats'
      ? route.fulfill({ status: 503, json: { error: { message: 'The trail is closed.' } } })
      : route.fulfill({ status: 200, body: '<html>Pay for the Wi-Fi</html>' })
  })
  await page.goto(`/admin/dashboards/${_id}`)
  const users = card(page, 'Users')
  await expect(users.getByRole('alert')).toHaveText(`${FAILED}The trail is closed.`)
  await expect(card(page, 'System Status').getByRole('alert')).toHaveText(FAILED)
  await expect(card(page, 'Missions')).toContainText('updated just now')
  await expect(page.getByText(FAILED)).toHaveCount(2)

  isBroken = false
  await users.getByRole('button', { name: 'Retry' }).click()
  await expect(users).toContainText('Total users')
  await expect(users.getByRole('button', { name: 'Refresh Users' })).toBeFocused()
  await expect(page.getByText(FAILED)).toHaveCount(1)

  isBroken = true
  await page.keyboard.press('Enter')
  await expect(users.getByRole('status')).toContainText(FAILED)
  await expect(users).toContainText('Outdated, updated just now')
  await expect(users).toContainText('Total users')
  await expect(users.getByRole('button', { name: 'Retry Users' })).toBeFocused()
  await expectAccessible(page)
  isBroken = false
  await page.keyboard.press('Enter')
  await expect(users).not.toContainText(FAILED)
  await expect(users).not.toContainText('Outdated')
})

test('intervals are kept within their bounds, wait in a hidden tab and catch up', {
  tag: '@nightly',
}, async ({ page, api }) => {
  const { _id } = await makeDashboard(api, {
    widgets: [
      widgetAt('userStats', 0, 0, every(1)),
      widgetAt('missionStats', 1, 0),
      widgetAt('mentorStats', 2, 0, every(86_400)),
    ],
  })
  await page.clock.install()
  const asked = counted(page, 'GET', WIDGET_DATA_PATH)
  const times = (type: string) => asked.filter((one) => one.url().includes(type)).length
  const counts = () => ['userStats', 'missionStats', 'mentorStats'].map(times)
  await page.goto(`/admin/dashboards/${_id}`)
  await expect(page.getByText('updated just now')).toHaveCount(3)
  // Between these calls the clock stands still.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
  await page.clock.runFor(20_000)
  expect(counts()).toEqual([1, 1, 1])
  await page.clock.runFor(14_000)
  await expect.poll(counts).toEqual([2, 1, 1])

  const see = (state: DocumentVisibilityState) =>
    page.evaluate((now) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => now })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    }, state)
  await see('hidden')
  await page.clock.fastForward(150_000)
  await page.clock.fastForward(200_000)
  // Time for requests that these would have started.
  await page.clock.runFor(1000)
  expect(counts()).toEqual([2, 1, 1])
  await see('visible')
  await expect.poll(counts).toEqual([3, 2, 1])
  await expect(card(page, 'Mentors')).toContainText('updated 6 minutes ago')
  await page.clock.fastForward(3_300_000)
  await expect.poll(() => times('mentorStats')).toBe(2)
})

test('a wall display has no navigation, keeps old figures after a failure, and recovers by itself', {
  tag: '@nightly',
}, async ({ page, api }) => {
  const { _id, title } = await all(api)
  await page.clock.install()
  await page.goto(`/admin/dashboards/${_id}?kiosk=1`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('link')).toHaveCount(0)
  for (const type of WIDGET_TYPES)
    await expect(card(page, NAMES[type])).toHaveAttribute('aria-busy', 'false')

  await page.route(WIDGET_CALLS, (route) => route.abort())
  await page.clock.fastForward(320_000)
  await expect(page.getByText(FAILED)).toHaveCount(6)
  await expect(card(page, 'Users')).toContainText('Outdated, updated 5 minutes ago')
  await page.unroute(WIDGET_CALLS)
  await page.clock.fastForward(31_000)
  await expect(page.getByText(FAILED)).toHaveCount(0)

  await page.keyboard.press('Escape')
  await expect(page.getByRole('navigation')).not.toHaveCount(0)
  await expect(page).not.toHaveURL(/kiosk/)
})
