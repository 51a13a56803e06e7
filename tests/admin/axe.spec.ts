import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/browser.ts'
import { dialog } from '../support/screen.ts'

const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }

/** Each state of the generic screens, reached as a user reaches it. */
const states: Record<string, (page: Page) => Promise<void>> = {
  'a list': async (page) => {
    await page.goto('/admin/users')
    await expect(page.getByRole('button', { name: /^Edit / }).first()).toBeVisible()
  },
  'a list without paging': async (page) => {
    await page.goto('/admin/career-fields')
    await expect(page.getByRole('button', { name: /^Edit / }).first()).toBeVisible()
  },
  'a list that loads': async (page) => {
    await page.route('**/api/v1/users?*', () => undefined)
    await page.goto('/admin/users')
    await expect(page.getByText('Loading…')).toBeVisible()
  },
  'an empty list': async (page) => {
    await page.route('**/api/v1/users?*', (route) =>
      route.fulfill({ json: { users: [], count: 0 } }),
    )
    await page.goto('/admin/users')
    await expect(page.getByText('No users found').last()).toBeVisible()
  },
  'a list that failed': async (page) => {
    await page.route('**/api/v1/users?*', (route) => route.fulfill({ status: 500 }))
    await page.goto('/admin/users')
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  },
  'a form that was refused': async (page) => {
    await page.goto('/admin/users')
    await page.getByRole('button', { name: 'Add User' }).click()
    const form = dialog(page, 'Add New User')
    await form.getByRole('button', { name: 'Create' }).click()
    await expect(form.getByText('First Name is required.')).toBeVisible()
  },
  'an edit form in conflict': async (page) => {
    await page.goto('/admin/users')
    await page
      .getByRole('button', { name: /^Edit / })
      .first()
      .click()
    const form = dialog(page, 'Edit User')
    await form.getByLabel('First Name').fill('Mine')
    await page.route('**/api/v1/users/*', (route) =>
      route.fulfill({
        status: 412,
        json: { error: { message: 'Stale', current: { firstName: 'Theirs', version: 7 } } },
      }),
    )
    await form.getByRole('button', { name: 'Update' }).click()
    await expect(form.getByText('Save mine anyway')).toBeVisible()
  },
  'a question before deleting': async (page) => {
    await page.goto('/admin/users')
    await page
      .getByRole('button', { name: /^Delete / })
      .first()
      .click()
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
  },
}

for (const colorScheme of ['light', 'dark'] as const)
  for (const [size, viewport] of Object.entries(sizes))
    test.describe(`axe finds nothing, ${colorScheme}, ${size}`, () => {
      test.use({ colorScheme, viewport })
      for (const [name, reach] of Object.entries(states))
        test(name, async ({ page }) => {
          await reach(page)
          await expectAccessible(page)
        })
    })
