import type { Page } from '@playwright/test'
import { API_BASE } from '#contract/api.ts'
import { expect, test } from '../support/browser.ts'

/** The reads of the API that a page made, as they were sent. */
function reads(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith(API_BASE)) sent.push(pathname.slice(API_BASE.length) + search)
  })
  return sent
}

const times = (sent: readonly string[], path: string) => sent.filter((one) => one === path).length

test('SPEED-01 a list is asked for before the console has its code, and once', async ({ page }) => {
  const sent = reads(page)
  const list = '/users?page=1&limit=10'
  const answered = page.waitForResponse(`**${list}`, { timeout: 60_000 })
  // Neither the console nor its client has any code until the rows are there.
  await page.route(/\/assets\/(console|client)-/, async (route) => {
    await answered
    await route.fallback()
  })
  await page.goto('/admin/users')
  await expect(page.getByRole('table').getByRole('link').first()).toBeVisible()
  expect(times(sent, list)).toBe(1)
  expect(times(sent, '/profile')).toBe(1)
  expect(await page.evaluate(() => globalThis.askedAhead)).toEqual([])

  await test.step('what is asked for ahead is what each page shows', async () => {
    for (const at of ['', '/career-fields', '/messages', '/dashboards']) {
      await page.goto(`/admin${at}`)
      await page.waitForFunction(() => globalThis.askedAhead?.length === 0)
    }
    expect(times(sent, '/admin/system-overview')).toBe(1)
    expect(times(sent, '/career-fields')).toBe(1)
  })

  await test.step('a refusal of what was asked ahead is shown as any other', async () => {
    await page.route(`**${API_BASE}/users?*`, (route) => route.fulfill({ status: 500 }))
    await page.goto('/admin/users')
    await expect(page.getByRole('alert')).toContainText('Failed to fetch users.')
  })
})
