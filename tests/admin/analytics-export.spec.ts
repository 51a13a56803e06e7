import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { EXPORT_PATH, type Payload } from '#contract/analytics.ts'
import { API_BASE } from '#contract/api.ts'
import { chartsOf } from '#contract/charts.ts'
import { analyticsAt, chart, exportTab, PAST, tableOf } from '../support/analytics.ts'
import { expect, test } from '../support/browser.ts'
import { readCsv, readSheets } from '../support/read-export.ts'
import { expectToast } from '../support/screen.ts'

async function exportAs(page: Page, format: string): Promise<{ name: string; bytes: Buffer }> {
  await page.getByRole('button', { name: /^Export format: / }).click()
  await page.getByRole('menuitemradio', { name: format }).click()
  const saved = page.waitForEvent('download')
  await exportTab(page)
  const download = await saved
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) }
}

test('the file of each format holds the numbers on the screen', async ({ page }) => {
  await page.goto(
    analyticsAt({
      tab: 'missions',
      table: chartsOf('missions')
        .map(({ key }) => key)
        .join(),
    }),
  )
  const charts = chartsOf('missions')
  await expect(page.getByRole('table')).toHaveCount(charts.length)
  const shown = await Promise.all(
    charts.map(async ({ title, values }) =>
      (await tableOf(chart(page, title))).map(({ cells }) => cells.slice(0, values.length)),
    ),
  )
  const name = `missions_${PAST.start}_to_${PAST.end}`

  const csv = await exportAs(page, 'CSV')
  expect(csv.name).toBe(`${name}.csv`)
  const { records } = readCsv(csv.bytes)
  for (const [at, { title }] of charts.entries()) {
    const values = records.filter((record) => record.chart === title).map(({ value }) => value)
    expect(values).toEqual(shown[at]?.flat().map((cell) => (cell === null ? '' : String(cell))))
  }

  const json = await exportAs(page, 'JSON')
  expect(json.name).toBe(`${name}.json`)
  const { data } = JSON.parse(json.bytes.toString()) as { data: { missions: Payload<'missions'> } }
  for (const [at, { key, values }] of charts.entries()) {
    const entries = Object(data.missions)[key] as Record<string, unknown>[]
    expect(entries.map((entry) => values.map((value) => entry[value.key]))).toEqual(shown[at])
  }

  const xlsx = await exportAs(page, 'Excel')
  expect(xlsx.name).toBe(`${name}.xlsx`)
  const sheets = await readSheets(xlsx.bytes)
  for (const [at, { title, values }] of charts.entries()) {
    const isRate = values[0]?.unit === 'percent'
    const cells = sheets[title]?.slice(1).map((row) =>
      row.slice(1).map((cell) => {
        if (typeof cell !== 'number') return null
        return isRate ? Math.round(cell * 1000) / 10 : cell
      }),
    )
    expect(cells).toEqual(shown[at])
  }
})

test('a failed export is reported, offers no file, and can be retried', {
  tag: '@nightly',
}, async ({ page }) => {
  const path = `**${API_BASE}${EXPORT_PATH}?*`
  await page.route(path, (route) => route.fulfill({ status: 500, json: {} }))
  let files = 0
  page.on('download', () => {
    files += 1
  })
  await page.goto(analyticsAt({ tab: 'protocols' }))
  await exportTab(page)
  await expectToast(page, 'Error', 'Failed to export data')
  expect(files).toBe(0)
  await page.unroute(path)
  await exportTab(page)
  const told = page.getByText(`Exported protocols_${PAST.start}_to_${PAST.end}.csv`)
  await expect(told.first()).toBeVisible()
  await expect.poll(() => files).toBe(1)
})
