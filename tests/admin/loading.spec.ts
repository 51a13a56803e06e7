import type { Page } from '@playwright/test'
import { expect, test } from '../support/browser.ts'
import { restoreNotice } from '../support/draft-texts.ts'

// The browser logs an error for each file that does not load.
test.beforeEach(({ faults }) =>
  faults.allow(/Failed to (load resource|fetch dynamically)|Unable to preload CSS|No style from/),
)

/** Files of that name fail to load, or are corrupt, until the returned function is called. */
async function withhold(page: Page, name: RegExp, body?: string) {
  const isOurs = ({ pathname }: URL) => pathname.startsWith('/assets/') && name.test(pathname)
  await page.route(isOurs, (route) =>
    body === undefined ? route.abort() : route.fulfill({ contentType: 'text/javascript', body }),
  )
  return () => page.unroute(isOurs)
}

/** A page reloads itself once for each build (Boundary.tsx). After this it does not, and shows its error. */
const reloadedOnce = (page: Page) =>
  page.addInitScript(() => {
    const real = Storage.prototype.getItem
    Storage.prototype.getItem = function (key: string) {
      return key === 'waymark_reloaded_for' ? null : real.call(this, key)
    }
    Storage.prototype.setItem = new Proxy(Storage.prototype.setItem, {
      apply(set, where, [key, value]: [string, string]) {
        if (key === 'waymark_reloaded_for') throw new Error('This browser stores nothing.')
        Reflect.apply(set, where, [key, value])
      },
    })
  })

test.describe('a file that failed to load', () => {
  test.beforeEach(({ page }) => reloadedOnce(page))

  test('a page whose code failed to load is shown by Retry', async ({ page }) => {
    const open = await withhold(page, /\/Dashboards-/)
    await page.goto('/admin/dashboards')
    await expect(page.getByRole('alert')).toContainText('Failed to show this page')
    await open()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('button', { name: 'New Dashboard' })).toBeVisible()
    const sheets = await page.evaluate(() => [...document.styleSheets].map(({ href }) => href))
    expect(sheets.filter((href) => href?.includes('/Dashboards-'))).toHaveLength(1)
  })

  test('without the pictures, the analytics page has its figures, and Retry draws them', async ({
    page,
  }) => {
    const open = await withhold(page, /\/Picture-/)
    await page.goto('/admin/analytics')
    const chart = page.getByRole('region', { name: 'Daily Active Users' })
    const fault = chart.getByRole('alert')
    await expect(fault).toContainText('Failed to show this chart. You can show it as a table.')
    await expect(page.getByRole('button', { name: 'Refresh' })).toBeEnabled()
    await chart.getByRole('button', { name: /Table/ }).click()
    await expect(chart.getByRole('table')).toBeVisible()
    await chart.getByRole('button', { name: /Chart/ }).click()
    await expect(fault).toBeVisible()
    await open()
    await fault.getByRole('button', { name: 'Retry' }).click()
    await expect(chart.getByRole('img').first()).toBeVisible()
  })

  test('a corrupt file, which browsers cache, loads by Retry, and no typed text is lost', {
    tag: '@nightly',
  }, async ({ page, faults }) => {
    faults.allow(/half a file/)
    const open = await withhold(page, /\/EntryList-/, 'throw new Error("half a file")')
    await page.goto('/admin/missions')
    await page.getByRole('button', { name: 'Add Mission' }).click()
    const form = page.getByRole('dialog')
    const fault = form.getByRole('alert').filter({ hasText: 'Failed to show' })
    await expect(fault).toBeVisible()
    await form.getByLabel('Title').first().fill('A mission with half a file')
    await open()
    await fault.getByRole('button', { name: 'Retry' }).click()
    // The page reloads, and its address opens the form, which offers the draft.
    await expect(form.getByRole('button', { name: 'Add step' })).toBeVisible()
    await restoreNotice(page).getByRole('button', { name: 'Restore' }).click()
    await expect(form.getByLabel('Title').first()).toHaveValue('A mission with half a file')
  })
})
