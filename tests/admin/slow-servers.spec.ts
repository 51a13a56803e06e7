import { API_BASE } from '#contract/api.ts'
import { expect, test } from '../support/browser.ts'
import { clean, make, named, unique } from '../support/records.ts'
import { drawn, moment, openList, rowOf } from '../support/screen.ts'

const list = ({ pathname }: URL) => pathname === `${API_BASE}/users`
const ada = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org', role: 'admin' }

test('the later of two searches wins, even if the first answers last', async ({ page }) => {
  let slow: 'not asked' | 'held' | 'answered' = 'not asked'
  const { awaited: held, come: release } = moment()
  await page.route(list, async (route) => {
    const search = new URL(route.request().url()).searchParams.get('search')
    if (search === 'slow') {
      slow = 'held'
      await held
    }
    const row = { _id: search ?? 'none', ...ada, lastName: search ?? 'nobody' }
    await route.fulfill({ json: { users: [row], count: 1 } }).catch(() => undefined)
    if (search === 'slow') slow = 'answered'
  })
  await page.goto('/admin/users')
  const box = page.getByPlaceholder('Search users...')
  await box.fill('slow')
  await page.keyboard.press('Enter')
  await expect.poll(() => slow).toBe('held')
  await box.fill('fast')
  await page.keyboard.press('Enter')
  await expect(rowOf(page, 'Ada fast')).toHaveCount(1)
  release()
  await expect.poll(() => slow).toBe('answered')
  await drawn(page)
  await expect(rowOf(page, 'Ada fast')).toHaveCount(1)
  await expect(rowOf(page, 'Ada slow')).toHaveCount(0)
})

test('an unreachable server fails with a message and Retry', async ({ page }) => {
  await page.route(list, (route) => route.abort())
  await openList(page, 'users', 'anyone')
  await expect(page.getByRole('alert')).toContainText('Failed to fetch users.')
  await page.unroute(list)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('a list is read again when its tab is shown again', { tag: '@nightly' }, async ({
  page,
  api,
}) => {
  const mark = unique()
  const { _id } = await make(api, named('users'), { firstName: 'Ann', lastName: mark })
  await page.clock.install()
  await openList(page, 'users', mark)
  await expect(rowOf(page, mark)).toContainText(`Ann ${mark}`)
  await api.put(`users/${_id}`, { data: { firstName: 'Anna' } })
  // A list is fresh for ten seconds.
  await page.clock.fastForward('00:11')
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await expect(rowOf(page, mark)).toContainText(`Anna ${mark}`)
  await clean(api)
})
