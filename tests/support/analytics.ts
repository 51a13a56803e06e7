import type { Locator, Page, Response } from '@playwright/test'
import { ANALYTICS_PATH, type Tab } from '#contract/analytics.ts'
import { API_BASE } from '#contract/api.ts'
import { addDays } from '#contract/days.ts'

/** A month that nothing any test does can change. */
export const PAST = { start: pastDay(90), end: pastDay(61) }

export const tabCall = (tab: Tab | '*') => `**${API_BASE}${ANALYTICS_PATH}/${tab}?*`

/** The page's address with some of its state. */
export function analyticsAt(state: Record<string, string> = {}): string {
  return `/admin/analytics?${new URLSearchParams({ ...PAST, ...state })}`
}

/** The card of a chart. */
export const chart = (page: Page, title: string): Locator =>
  page.getByRole('region', { name: title, exact: true })

/** A figure of the whole range, by its label: its number alone. */
export async function figure(page: Page, label: string): Promise<string> {
  return (await figureAt(page, label).locator('.ant-statistic-content-value').innerText()).trim()
}

/** Where it stands, with its change; also while it says 'so far'. */
const figureAt = (page: Page, label: string): Locator =>
  page
    .getByRole('list', { name: 'Figures' })
    .getByRole('listitem')
    .filter({ hasText: new RegExp(`^${label}( so far)?(?=\\d|–|<)`) })

/** The numbers of a chart's table, row by row; null for a dash. */
export async function tableOf(
  card: Locator,
): Promise<{ label: string; cells: (number | null)[] }[]> {
  const rows = await card
    .locator('tbody tr')
    .evaluateAll((all) =>
      all.map((row) => [...row.children].map(({ textContent }) => textContent ?? '')),
    )
  return rows.map(([label = '', ...cells]) => ({ label, cells: cells.map(numberIn) }))
}

/** The menu of the ranges with a name, which says the one that is chosen. */
const rangeMenu = (page: Page): Locator => page.getByRole('button', { name: /^Date range: / })

export async function chooseRange(page: Page, name: string): Promise<void> {
  await rangeMenu(page).click()
  await page.getByRole('menuitemradio', { name, exact: true }).click()
}

/** Has the open tab exported, in the format that is chosen. */
export async function exportTab(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('menuitem', { name: 'This tab' }).click()
}

/** The answer to the next request for a tab. */
export const answerOf = (page: Page, tab: Tab): Promise<Response> =>
  page.waitForResponse((response) =>
    new URL(response.url()).pathname.endsWith(`${ANALYTICS_PATH}/${tab}`),
  )

function numberIn(text: string): number | null {
  const number = Number(text.replace(/[,%]/g, ''))
  return text === '–' || Number.isNaN(number) ? null : number
}

function pastDay(days: number): string {
  return addDays(new Date().toISOString().slice(0, 10), -days)
}
