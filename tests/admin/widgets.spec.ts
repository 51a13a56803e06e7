import type { APIRequestContext, Page } from '@playwright/test'
import { WIDGET_DATA_PATH, WIDGET_TYPES, type WidgetType } from '#contract/dashboards.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/browser.ts'
import { makeDashboard, rangeSelect, widgetAt } from '../support/dashboards.ts'
import { clean } from '../support/records.ts'
import { counted, drawn, pick } from '../support/screen.ts'
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

/** All six, and one of a type that nobody knows. */
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

  const newestInfo = card(page, 'Recent Users').getByRole('button', {
    name: 'What is Recent Users?',
  })
  await newestInfo.focus()
  await expect(newestInfo).toHaveAccessibleDescription(/newest accounts created in the range/)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('tooltip')).toBeHidden()
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
  // It stands still between these calls.
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
  // Time for what these would have set off.
  await page.clock.runFor(1000)
  expect(counts()).toEqual([2, 1, 1])
  await see('visible')
  await expect.poll(counts).toEqual([3, 2, 1])
  await expect(card(page, 'Mentors')).toContainText('updated 6 minutes ago')
  await page.clock.fastForward(3_300_000)
  await expect.poll(() => times('mentorStats')).toBe(2)
})

test('a slow answer of an earlier range never covers a later one', {
  tag: '@nightly',
}, async ({ page, api }) => {
  const { _id } = await makeDashboard(api, { widgets: [widgetAt('userStats', 0, 0)] })
  let first: 'not asked' | 'held' | 'answered' = 'not asked'
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(WIDGET_CALLS, async (route) => {
    const isFirst = route.request().url().includes('last30days')
    if (isFirst) {
      first = 'held'
      await held
    }
    await route.fulfill({ json: { totalUsers: isFirst ? 30 : 7 } }).catch(() => undefined)
    if (isFirst) first = 'answered'
  })
  await page.goto(`/admin/dashboards/${_id}`)
  await expect.poll(() => first).toBe('held')
  const cut = page.waitForEvent('requestfailed')
  await pick(rangeSelect(page), 'Last 7 days')
  await expect(card(page, 'Users')).toContainText('Total users7')
  expect((await cut).url()).toContain('last30days')
  release()
  await expect.poll(() => first).toBe('answered')
  await drawn(page)
  await expect(card(page, 'Users')).toContainText('Total users7')
  // Nothing but the keys of the specification came: no change, no line, and nothing of either is made up.
  await expect(card(page, 'Users')).not.toContainText('period')
  await expect(card(page, 'Users').locator('figure')).toHaveCount(0)
})

test('on a wall display the whole dashboard fits the screen, without navigation, and recovers automatically', {
  tag: '@nightly',
}, async ({ page, api }) => {
  const { _id, title } = await all(api)
  await page.clock.install()
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.goto(`/admin/dashboards/${_id}?kiosk=1`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.getByRole('region')).not.toHaveCount(0)
  await expect(page.getByRole('navigation')).toHaveCount(0)
  for (const type of WIDGET_TYPES) {
    await expect(card(page, NAMES[type])).toHaveAttribute('aria-busy', 'false')
    await expect(card(page, NAMES[type])).toBeInViewport({ ratio: 0.99 })
  }
  // How fresh it is is said once, and of a widget only what went wrong.
  await expect(page.getByText(/^Last update: /)).toBeInViewport()
  await expect(page.getByText(/updated just now/)).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('link')).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(1)
  await expectAccessible(page)

  await page.route(WIDGET_CALLS, (route) => route.abort())
  await page.clock.fastForward(320_000)
  await expect(page.getByText(FAILED)).toHaveCount(6)
  await expect(card(page, 'Users')).toContainText('Total users')
  await expect(card(page, 'Users')).toContainText('Outdated, updated 5 minutes ago')
  await page.unroute(WIDGET_CALLS)
  await page.clock.fastForward(31_000)
  await expect(page.getByText(FAILED)).toHaveCount(0)

  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Custom dashboards')
  await expect(page.getByRole('navigation')).not.toHaveCount(0)
  await expect(page).not.toHaveURL(/kiosk/)

  await page.goto(`/admin/dashboards/${_id}?kiosk=1`)
  await expect(page.getByText(/^Last update: /)).toBeInViewport()
  await page.route(WIDGET_CALLS, (route) => route.fulfill({ status: 401 }))
  await page.clock.fastForward(320_000)
  await expect(page).toHaveURL(/\/admin\/login/)
})
