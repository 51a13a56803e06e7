import { CHARTS } from '#contract/charts.ts'
import { analyticsAt, chart, chooseRange, PAST, tabCall } from '../support/analytics.ts'
import { expect, test } from '../support/browser.ts'
import { drawn } from '../support/screen.ts'

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
    // A cancelled request takes no answer.
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
