import type { Locator, Page, Response } from '@playwright/test'
import { API_BASE } from '#contract/api.ts'
import { ANALYTICS_PATH, type Tab } from '#contract/insight/analytics.ts'
import { addDays } from '#contract/insight/days.ts'

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
