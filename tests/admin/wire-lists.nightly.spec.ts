import type { Page, Route } from '@playwright/test'
import { API_BASE } from '#contract/api.ts'
import { expect, test } from '../support/browser.ts'
import { dialog, rowOf } from '../support/screen.ts'
import { ada, people } from '../support/wire.ts'

const list = ({ pathname }: URL) => pathname === `${API_BASE}/users`
const answer = (page: Page, json: unknown) => page.route(list, (route) => route.fulfill({ json }))

test.describe('totals and limits in a list’s answer are used', () => {
  const fields = ({ pathname }: URL) => pathname === `${API_BASE}/career-fields`
  const trades = Array.from({ length: 33 }, (_, at) => ({
    _id: `c${at}`,
    name: `Trade ${String(at + 1).padStart(2, '0')}`,
  }))

  const paged = (route: Route) => {
    const at = Number(new URL(route.request().url()).searchParams.get('page') ?? 1)
    const careerFields = trades.slice((at - 1) * 10, at * 10)
    return route.fulfill({ json: { careerFields, pagination: { page: at, limit: 10, total: 33 } } })
  }

  test('career fields in pages are all listed', async ({ page }) => {
    await page.route(fields, paged)
    await page.goto('/admin/career-fields?page=4')
    await expect(page.getByText('31–33 of 33')).toBeVisible()
    await expect(rowOf(page, 'Trade 33')).toHaveCount(1)
  })

  test('career fields in pages can all be selected', async ({ page }) => {
    test.slow()
    await page.route(fields, paged)
    await page.goto('/admin/missions')
    await page.getByRole('button', { name: 'Add Mission' }).click()
    const form = dialog(page, 'Add New Mission')
    await form.getByRole('combobox', { name: 'Career Fields' }).pressSequentially('trade 33')
    await expect(page.getByRole('option', { name: 'Trade 33' })).toBeVisible()
  })

  test('pages without a total can be followed', async ({ page }) => {
    await page.route(list, (route) => {
      const at = Number(new URL(route.request().url()).searchParams.get('page'))
      const data = people(33).slice((at - 1) * 10, at * 10)
      return route.fulfill({ json: { data, pagination: { page: at, totalPages: 4 } } })
    })
    await page.goto('/admin/users')
    await expect(page.getByText('1–10 of at least 31')).toBeVisible()
    await expect(page.getByText('Page 1 of 4')).toBeVisible()
    await page.goto('/admin/users?page=4')
    await expect(page.getByText('31–33 of 33')).toBeVisible()
  })

  test('records without distinct ids are reported as missing', async ({ page, faults }) => {
    faults.allow(/entries that are not records/)
    await answer(page, { users: [...people(3), ...people(3)], count: 6 })
    await page.goto('/admin/users')
    const missing = (count: number) =>
      page.getByText(`${count} of the records have no ID and are not shown.`)
    await expect(missing(3)).toBeVisible()
    await page.unroute(list)
    await answer(page, { users: [ada, ada, ada], count: 3 })
    await page.reload()
    await expect(missing(3)).toBeVisible()
    await expect(page.getByText('0–0')).toHaveCount(0)
  })
})
