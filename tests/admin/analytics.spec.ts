import { type Payload, TABS } from '#contract/analytics.ts'
import { CHARTS, chartsOf, DEFINITIONS } from '#contract/charts.ts'
import { addDays, rangeOf } from '#contract/days.ts'
import {
  analyticsAt,
  answerOf,
  chart,
  chooseRange,
  figure,
  PAST,
  tableOf,
} from '../support/analytics.ts'
import { expect, test } from '../support/browser.ts'
import { counted } from '../support/screen.ts'

const today = new Date().toISOString().slice(0, 10)

test('tabs and dates load their figures, and are in the address', async ({ page }) => {
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Analytics' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Analytics')
  await expect(page.getByText('Platform performance metrics and insights')).toBeVisible()
  await expect(page.getByText('Days in UTC')).toBeVisible()
  const tabs = page.getByRole('tab')
  await expect(tabs).toHaveText(['User Engagement', 'Missions', 'Protocols', 'User Growth'])
  const usual = rangeOf('last30days', today)
  await expect(page.getByLabel('Start date')).toHaveValue(usual.start)
  await expect(page.getByLabel('End date')).toHaveValue(usual.end)

  await tabs.first().focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Missions' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(
    chartsOf('missions').map(({ title }) => title),
  )
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tab', { selected: true })).toContainText('User Growth')

  await chooseRange(page, 'Last month')
  const { start } = rangeOf('lastMonth', today)
  await expect(page.getByLabel('Start date')).toHaveValue(start)
  await chart(page, 'User Growth').getByRole('button', { name: 'Table' }).click()
  await page.getByLabel('Compare with the previous period').check()
  await expect(page).toHaveURL(
    '/admin/analytics?tab=growth&range=lastMonth&table=userGrowth&compare=1',
  )
  await page.goBack()
  await expect(page).toHaveURL('/admin/analytics?tab=growth&range=lastMonth&table=userGrowth')
  await page.goForward()
  const row = chart(page, 'User Growth').getByRole('row').nth(1)
  // Until the new rows arrive the old ones stay, with dashes for missing values.
  await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0)
  await expect(row).not.toContainText('–')
  const before = await row.innerText()
  await page.reload()
  await expect(page.getByRole('tab', { selected: true })).toHaveText('User Growth')
  await expect(row).toHaveText(before, { useInnerText: true })

  const asked = counted(page, 'GET', '/analytics/growth')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect.poll(() => asked.length).toBe(2)
})

test('dates that make no range are refused at the pickers, and the charts stay', {
  tag: '@nightly',
}, async ({ page }) => {
  await page.goto(analyticsAt({ table: 'dailyActiveUsers' }))
  const rows = chart(page, 'Daily Active Users').getByRole('row')
  await expect(rows).toHaveCount(31)
  const requests = counted(page, 'GET', '/analytics')
  const end = page.getByLabel('End date')
  await end.fill(addDays(PAST.start, -1))
  await expect(end).toHaveAccessibleDescription('The start date must not be after the end date.')
  await expect(rows).toHaveCount(31)
  expect(requests).toEqual([])
  await end.fill(addDays(PAST.start, 6))
  await expect(rows).toHaveCount(8)

  await page.goto('/admin/analytics?tab=settings')
  await expect(page.getByRole('alert').filter({ hasText: 'Invalid analytics tab' })).toBeVisible()
  await page.getByRole('button', { name: 'Show User Engagement' }).click()
  await expect(chart(page, 'Daily Active Users').getByRole('img')).toBeVisible()
})

test('each of the twelve charts is a picture, a sentence and a table of the very numbers', {
  tag: '@nightly',
}, async ({ page }) => {
  expect(CHARTS).toHaveLength(12)
  for (const tab of TABS) {
    const answer = answerOf(page, tab)
    await page.goto(analyticsAt({ tab }))
    const { data } = (await (await answer).json()) as { data: Payload }
    const charts = chartsOf(tab)
    for (const { title, values, kind } of charts) {
      const card = chart(page, title)
      const sentence = (await card.getByRole('paragraph').first().innerText()).trim()
      await expect(card.getByRole('img')).toHaveAccessibleName(`${title}. ${sentence}`)
      await expect(card.locator('canvas')).toHaveCount(kind === 'line' ? values.length : 1)
    }
    const [first] = charts
    await page.getByRole('button', { name: `What is ${first?.title}?` }).focus()
    await expect(page.getByRole('main').getByRole('tooltip')).toHaveText(
      DEFINITIONS[first?.key ?? 'newUsers'],
    )
    // A long text covers the buttons until it is closed.
    await page.keyboard.press('Escape')
    for (const { title } of charts)
      await chart(page, title).getByRole('button', { name: 'Table' }).click()
    await expect(page.getByRole('table')).toHaveCount(charts.length)

    for (const { title, key, by, values, kind } of charts) {
      const card = chart(page, title)
      const sent = Object(data)[key] as Record<string, string | number | null>[]
      const shown = await tableOf(card)
      const width = kind === 'pie' ? 2 : values.length
      expect(shown.map(({ cells }) => cells.slice(0, values.length))).toEqual(
        sent.map((entry) => values.map((value) => entry[value.key])),
      )
      expect(shown.every(({ cells }) => cells.length === width)).toBe(true)
      if (by.kind === 'text')
        expect(shown.map(({ label }) => label)).toEqual(
          sent.map((entry) => by.names?.[String(entry[by.key])] ?? entry[by.key]),
        )
      const counts = sent.map((entry) => Number(entry[values[0]?.key ?? '']))
      const sum = counts.reduce((total, value) => total + value, 0)
      if (values[0]?.over === 'total' && values[0].figure)
        expect(await figure(page, values[0].label)).toBe(sum.toLocaleString('en'))
      if (kind === 'pie')
        expect(shown.map(({ cells }) => cells[1])).toEqual(
          counts.map((value) => Math.round((value / sum) * 1000) / 10),
        )
    }
  }
})

test('a bar links to its records, and Back returns to the same figures', async ({ page }) => {
  const state = { tab: 'missions', compare: '1', table: 'byDifficulty' }
  await page.goto(analyticsAt(state))
  await chart(page, 'Missions by Difficulty')
    .getByRole('link', { name: 'Expert: show these missions' })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Missions')
  await page.getByRole('button', { name: 'Clear all' }).click()
  const back = page.getByRole('link', { name: 'Back to Analytics' })
  await back.click()
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Missions')
  await expect(page.getByLabel('Start date')).toHaveValue(PAST.start)
  await expect(page.getByLabel('Compare with the previous period')).toBeChecked()
  await expect(chart(page, 'Missions by Difficulty').getByRole('table')).toBeVisible()

  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Users')
  await expect(back).toBeHidden()
})
