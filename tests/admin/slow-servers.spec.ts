import type { Page } from '@playwright/test'
import { API_BASE } from '#contract/api.ts'
import { expect, test } from '../support/browser.ts'
import { counted, dialog, drawn, openList, rowOf } from '../support/screen.ts'

const list = ({ pathname }: URL) => pathname === `${API_BASE}/users`
const item = ({ pathname }: URL) => pathname.startsWith(`${API_BASE}/users/`)
const ada = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org', role: 'admin' }

const answer = (page: Page, json: unknown) => page.route(list, (route) => route.fulfill({ json }))

test.describe('slow and silent servers', () => {
  test('a slow page keeps the old rows, dimmed, and shows that it is loading', {
    tag: '@nightly',
  }, async ({ page }) => {
    let go = () => {}
    const held = new Promise<void>((resolve) => {
      go = resolve
    })
    await page.goto('/admin/users')
    await expect(page.getByText(/^1–10 of/)).toBeVisible()
    await page.route(list, async (route) => {
      await held
      await route.fallback()
    })
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByText('Loading…')).toBeVisible()
    await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'true')
    await expect(page.getByRole('button', { name: /^Edit / })).toHaveCount(10)
    go()
    await expect(page.getByText(/^11–20 of/)).toBeVisible()
  })

  test('of two searches the last one wins, even if the first answers later', async ({ page }) => {
    let slow: 'not asked' | 'held' | 'answered' = 'not asked'
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
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

  test('a write without an answer is retried once under its key, and the form keeps the input', async ({
    page,
  }) => {
    const row = { _id: '9', ...ada }
    await answer(page, { users: [row], count: 1 })
    await page.route(item, (route) =>
      route.request().method() === 'GET' ? route.fulfill({ json: row }) : route.abort(),
    )
    await page.goto('/admin/users')
    const puts = counted(page, 'PUT', '/users/9')
    await page.getByRole('button', { name: 'Edit Ada Lovelace' }).click()
    const form = dialog(page, 'Edit User')
    await form.getByLabel('First Name').fill('Augusta')
    await form.getByRole('button', { name: 'Update' }).click()
    await expect.poll(() => puts.length).toBe(2)
    // The button is enabled again when the save has failed.
    await expect(form.getByRole('button', { name: 'Update' })).toBeEnabled()
    await expect(form.getByLabel('First Name')).toHaveValue('Augusta')
    const keys = puts.map((request) => request.headers()['idempotency-key'])
    expect(keys).toEqual([keys[0], keys[0]])
    expect(keys[0]).toBeTruthy()
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
})
