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

test('SPEED-01 a list that was open before is read before the console has its code, and once', async ({
  page,
}) => {
  await page.goto('/admin/users')
  await expect(page.getByRole('table').getByRole('link').first()).toBeVisible()
  const sent = reads(page)
  const list = '/users?page=1&limit=10'
  const answered = page.waitForResponse(`**${list}`, { timeout: 60_000 })
  // The console gets its code only when the rows are there.
  await page.route(/\/assets\/(console|client)-/, async (route) => {
    await answered
    await route.fallback()
  })
  await page.reload()
  await expect(page.getByRole('table').getByRole('link').first()).toBeVisible()
  expect(times(sent, list)).toBe(1)
  expect(times(sent, '/profile')).toBe(1)
  expect(await page.evaluate(() => globalThis.prefetched?.answers.size)).toBe(0)

  await test.step('what is prefetched is what each page shows', async () => {
    for (const at of ['', '/career-fields', '/messages', '/dashboards']) {
      await page.goto(`/admin${at}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.waitForFunction(
        (path) => localStorage.waymark_first_reads?.includes(`"${path}"`),
        `/admin${at}`,
      )
      await page.reload()
      expect(await page.evaluate(() => globalThis.prefetched)).toBeDefined()
      await page.waitForFunction(() => globalThis.prefetched?.answers.size === 0)
    }
  })

  await test.step('a prefetch that fails is shown as any other failure', async () => {
    await page.route(`**${API_BASE}/users?*`, (route) => route.fulfill({ status: 500 }))
    await page.goto('/admin/users')
    await expect(page.getByRole('alert')).toContainText('Failed to fetch users.')
  })
})
