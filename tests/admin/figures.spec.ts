import type { Page } from '@playwright/test'
import { ANALYTICS_PATH, type Payload } from '#contract/analytics.ts'
import { API_BASE } from '#contract/api.ts'
import { WIDGET_DATA_PATH, WIDGET_TYPES } from '#contract/dashboards.ts'
import { addDays } from '#contract/days.ts'
import {
  analyticsAt,
  answerOf,
  chart,
  chooseRange,
  exportTab,
  figure,
  figureAt,
  PAST,
  rangeMenu,
} from '../support/analytics.ts'
import { expect, test } from '../support/browser.ts'
import { makeDashboard, rangeSelect, widgetAt } from '../support/dashboards.ts'
import { clean } from '../support/records.ts'
import { pick, resize, scrollWidth } from '../support/screen.ts'

/** Figures that a widget and a tab of analytics both tell. */
const SHARED = [
  ['Users', 'New users', 'User Growth'],
  ['Users', 'Active users', 'User Engagement'],
  ['Users', 'Total users', 'User Growth'],
  ['Missions', 'Completion rate', 'Missions'],
  ['Missions', 'Assigned', 'Missions'],
  ['Missions', 'Completed', 'Missions'],
  ['Protocols', 'Assigned', 'Protocols'],
  ['Protocols', 'Completed', 'Protocols'],
] as const

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** A figure of a widget, as it is read: its number, and its change in words. The large figure is a link. */
async function shown(page: Page, widget: string, label: string) {
  const link = page.getByRole('link', { name: new RegExp(`^${label}: `) })
  const lead = card(page, widget).getByRole('link', { name: new RegExp(`^${label}: `) })
  const line = card(page, widget).getByRole('listitem').filter({ hasText: label }).first()
  const isLead = (await lead.count()) > 0
  const place = isLead ? card(page, widget).locator('.ant-statistic').filter({ has: link }) : line
  const change = place.locator('[data-direction] .sr-only')
  return {
    number: (
      await (isLead ? lead : line.locator('.ant-statistic-content-value')).innerText()
    ).trim(),
    change: (await change.count()) > 0 ? ((await change.textContent()) ?? '') : '',
  }
}

test.afterEach(({ api }) => clean(api))

test('a widget and analytics show the same figure, change and days', {
  tag: '@nightly',
}, async ({ page, api }) => {
  const { _id } = await makeDashboard(api, {
    widgets: WIDGET_TYPES.map((type, at) => widgetAt(type, at % 4, Math.floor(at / 4))),
  })
  await page.goto(`/admin/dashboards/${_id}?range=lastMonth`)
  await expect(page.getByText(/updated /)).toHaveCount(WIDGET_TYPES.length)
  const told: { number: string; change: string }[] = []
  for (const [widget, label] of SHARED) told.push(await shown(page, widget, label))
  await page.goto('/admin/analytics?tab=growth&range=lastMonth')
  for (const [at, [, label, tab]] of SHARED.entries()) {
    await page.getByRole('tab', { name: tab }).click()
    const { number, change } = told[at] ?? { number: '?', change: '?' }
    expect(change, label).not.toBe('')
    expect(await figure(page, label)).toBe(number)
    await expect(figureAt(page, label).locator('[data-direction] .sr-only')).toHaveText(change)
  }
})

test("unfinished periods show 'so far', and are compared with the same hours", {
  tag: '@nightly',
}, async ({ page, api }) => {
  const { _id } = await makeDashboard(api, {
    widgets: [widgetAt('userStats', 0, 0), widgetAt('missionStats', 1, 0)],
  })
  await page.goto(`/admin/dashboards/${_id}?range=today`)
  await expect(page.getByText('Includes today so far')).toHaveCount(2)
  expect((await shown(page, 'Users', 'Total users')).change).toMatch(/ until \d\d:\d\d$/)
  await pick(rangeSelect(page), 'Last month')
  await expect(page.getByText('Includes today so far')).toHaveCount(0)
  expect((await shown(page, 'Users', 'Total users')).change).not.toContain('until')

  const first = answerOf(page, 'growth')
  await page.goto('/admin/analytics?tab=growth&range=last7days&table=userGrowth')
  const { data } = (await (await first).json()) as { data: Payload<'growth'> }
  const { start, end, until } = data.compared
  await expect(figureAt(page, 'New users')).toContainText('so far')
  await expect(figureAt(page, 'New users')).toContainText(`until ${until}`)
  // Beside it lies the other period as it was at that time of day.
  const asked = page.waitForRequest((request) => request.url().includes('until='))
  await page.getByLabel('Compare with the previous period').check()
  const { searchParams } = new URL((await asked).url())
  expect(Object.fromEntries(searchParams)).toEqual({ startDate: start, endDate: end, until })
  await expect(page.getByRole('region', { name: 'User Growth as a table' })).toContainText(
    '(so far)',
  )
})

test('growth from almost nothing is marked, in widgets and analytics', {
  tag: '@nightly',
}, async ({ page, api }) => {
  const { _id } = await makeDashboard(api, { widgets: [widgetAt('userStats', 0, 0)] })
  const range = { start: '2026-10-01', end: '2026-10-30' }
  const compared = { start: '2026-09-01', end: '2026-09-30', activeDays: 4 }
  const figures = { totalUsers: 300, newUsers: 210, activeUsers: 160 }
  await page.route(`**${API_BASE}${WIDGET_DATA_PATH}*`, (route) =>
    route.fulfill({
      json: {
        data: { ...figures, previous: { totalUsers: 90, newUsers: 17, activeUsers: 4 }, trend: [] },
        ...{ range, compared, timeZone: 'UTC', asOf: '2026-11-20T10:00:00Z' },
      },
    }),
  )
  await page.goto(`/admin/dashboards/${_id}`)
  await expect(card(page, 'Users').getByText('Too little earlier data')).toHaveCount(3)
  await expect(card(page, 'Users')).not.toContainText(/\d%/)
  await resize(page, { width: 390, height: 844 })
  await expect.poll(() => scrollWidth(page)).toBe(390)

  await page.route(`**${API_BASE}${ANALYTICS_PATH}/engagement?*`, (route) =>
    route.fulfill({
      json: {
        data: {
          ...{ range, compared, timeZone: 'UTC' },
          summary: { activeUsers: 160, previous: { activeUsers: 17 } },
          dailyActiveUsers: [{ date: '2026-10-02', count: 12 }],
        },
      },
    }),
  )
  await page.goto(analyticsAt())
  await expect(figureAt(page, 'Active users')).toContainText('too little data to compare')
})

test('a named range stays named in the address; files have its days in their name', {
  tag: '@nightly',
}, async ({ page }) => {
  await page.goto(analyticsAt())
  await chooseRange(page, 'Last 90 days')
  await expect(page).toHaveURL('/admin/analytics?range=last90days')
  const days = async () => [
    await page.getByLabel('Start date').inputValue(),
    await page.getByLabel('End date').inputValue(),
  ]
  await expect.poll(days).not.toContain(PAST.start)
  const [start = '', end = ''] = await days()
  const saving = page.waitForEvent('download')
  await exportTab(page)
  expect((await saving).suggestedFilename()).toBe(`engagement_${start}_to_${end}.csv`)

  // The same link a day later.
  await page.clock.setFixedTime(new Date(`${end}T12:00:00Z`).getTime() + 86_400_000)
  await page.reload()
  await expect(rangeMenu(page)).toHaveText('Last 90 days')
  const dayAfter = (day: string) =>
    new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
  await expect.poll(days).toEqual([dayAfter(start), dayAfter(end)])

  // A date of one's own makes it stand still.
  await page.getByLabel('Start date').fill(PAST.start)
  await page.getByLabel('End date').fill(PAST.end)
  await expect(page).toHaveURL(`/admin/analytics?start=${PAST.start}&end=${PAST.end}`)
  await expect(rangeMenu(page)).toHaveText('Custom dates')
})

test('long ranges are shown by week or month', { tag: '@nightly' }, async ({ page }) => {
  await page.goto('/admin/analytics?range=last90days&table=dailyActiveUsers')
  const table = chart(page, 'Daily Active Users').getByRole('table')
  await expect(table.getByRole('columnheader').first()).toHaveText('Date')
  await expect(table.getByRole('row')).toHaveCount(91)

  await chooseRange(page, 'Last 12 months')
  await expect(table.getByRole('columnheader')).toHaveText(['Week', 'Active users, daily average'])
  await page.goto(analyticsAt({ start: addDays(PAST.end, -420), table: 'dailyActiveUsers' }))
  await expect(table.getByRole('columnheader').first()).toHaveText('Month')
  await expect.poll(() => table.getByRole('row').count()).toBeLessThanOrEqual(16)
})
