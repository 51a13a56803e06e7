import { CHARTS, chartsOf } from '#contract/charts.ts'
import { analyticsAt, chart, chooseRange, PAST, tabCall } from '../support/analytics.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/browser.ts'
import { drawn, resize, scrollWidth } from '../support/screen.ts'

const empty = {
  dailyActiveUsers: [{ date: PAST.start, count: 0 }],
  sessionDuration: [],
  featureUsage: [],
}

test('a failure shows the server’s message or ours, and Retry recovers', async ({ page }) => {
  let answer: { status: number; json: unknown } | undefined = { status: 500, json: {} }
  await page.route(tabCall('*'), (route) => (answer ? route.fulfill(answer) : route.continue()))
  await page.goto(analyticsAt())
  const alert = page.getByRole('alert').filter({ has: page.getByRole('button') })
  await expect(alert).toContainText('Failed to fetch analytics data')
  answer = { status: 503, json: { error: { message: 'The database is being moved.' } } }
  await page.getByRole('tab', { name: 'Missions' }).click()
  await expect(alert).toContainText('The database is being moved.')
  answer = undefined
  await alert.getByRole('button', { name: 'Retry' }).press('Enter')
  await expect(alert).toBeHidden()
  await expect(page.getByRole('tabpanel')).toBeFocused()
  const picture = chart(page, 'Missions by Type').getByRole('img')
  await expect(picture).toBeVisible()

  answer = { status: 200, json: { message: 'Come back tomorrow.' } }
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(alert).toContainText('Come back tomorrow.')
  await expect(picture).toBeVisible()
})

test('a slow answer of an earlier tab or range never overwrites a later one', async ({ page }) => {
  const held: (() => void)[] = []
  let answered = 0
  let isSlow = true
  await page.route(tabCall('engagement'), async (route) => {
    if (isSlow) await new Promise<void>((resolve) => held.push(resolve))
    const { searchParams } = new URL(route.request().url())
    const date = searchParams.get('startDate')
    const json = { data: { ...empty, dailyActiveUsers: [{ date, count: isSlow ? 1 : 2 }] } }
    // Whoever is not waited for any more takes no answer.
    await route.fulfill({ json }).catch(() => undefined)
    answered++
  })
  await page.goto(analyticsAt({ table: CHARTS.map(({ key }) => key).join() }))
  await expect.poll(() => held.length).toBe(1)
  await expect(page.getByText('Loading…')).toBeAttached()
  await chooseRange(page, 'Last 90 days')
  await expect.poll(() => held.length).toBe(2)
  await page.getByRole('tab', { name: 'Missions' }).click()
  const missions = chart(page, 'Missions by Difficulty')
  await expect(missions.getByRole('row')).toHaveCount(5)
  for (const release of held) release()
  await expect.poll(() => answered).toBe(2)
  await drawn(page)
  await expect(missions.getByRole('row')).toHaveCount(5)
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toHaveText(
    'Mission Completion Rate',
  )

  isSlow = false
  await page.getByRole('tab', { name: 'User Engagement' }).click()
  const days = chart(page, 'Daily Active Users')
  await expect(days.getByRole('cell', { name: '2', exact: true })).toBeVisible()
  await expect(days.getByRole('cell', { name: '1', exact: true })).toBeHidden()
})

test('an empty series is reported, and odd answers break nothing', {
  tag: '@nightly',
}, async ({ page }) => {
  await page.route(tabCall('engagement'), (route) => route.fulfill({ json: empty }))
  await page.route(tabCall('growth'), (route) =>
    route.fulfill({
      json: {
        userGrowth: [{ date: PAST.end, totalUsers: '12', newUsers: null }, 7, { date: 'soon' }],
        retentionRate: [{ week: '2026-W45', rate: 55 }],
        userDistribution: Array.from({ length: 9 }, (_, at) => ({ category: `c${at}`, count: at })),
      },
    }),
  )
  await page.goto(analyticsAt())
  for (const { title } of chartsOf('engagement'))
    await expect(chart(page, title).getByText('No data in this range.').last()).toBeVisible()
  await expect(page.getByText('Days in UTC')).toBeHidden()

  await page.getByRole('tab', { name: 'User Growth' }).click()
  await expect(chart(page, 'User Growth')).toContainText('Total users: 12 (')
  await expect(chart(page, 'Retention Rate')).toContainText('55% (2026-W45)')
  await expect(chart(page, 'User Distribution').locator('canvas')).toBeVisible()
})

test('pictures, tables and failures are accessible in light, dark and on a phone', {
  tag: '@nightly',
}, async ({ page }) => {
  test.slow()
  await page.goto(analyticsAt({ tab: 'missions', compare: '1', table: 'byType' }))
  for (const [scheme, width, height] of [
    ['light', 1440, 900],
    ['dark', 1440, 900],
    ['dark', 390, 844],
    ['light', 390, 844],
  ] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await resize(page, { width, height })
    await expect(chart(page, 'Missions by Difficulty').locator('canvas')).toBeVisible()
    await expect(chart(page, 'Missions by Type').getByRole('table')).toBeVisible()
    await page.getByRole('button', { name: 'What is Missions by Type?' }).click()
    await expect(page.getByRole('tooltip')).toBeVisible()
    await expectAccessible(page)
    await expect.poll(() => scrollWidth(page)).toBe(width)
  }
})
