import type { Locator, Page } from '@playwright/test'
import { analyticsAt, chart } from '../support/analytics.ts'
import { expect, signedOut, test, toasts } from '../support/browser.ts'
import { expectShown, makeDashboard, widgetAt } from '../support/dashboards.ts'
import { fixData } from '../support/fixed-data.ts'
import { clean } from '../support/records.ts'
import { dialog, drawn, resize } from '../support/screen.ts'

// Compares the console with the pictures in looks/. After an intended change:
//   TESTS=looks npx playwright test tests/admin/pictures.looks.spec.ts --update-snapshots
// and look at each picture that changed before committing it.

const desktop = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

test.beforeEach(({ page }) => fixData(page))
test.afterEach(({ api }) => clean(api))

/**
 * Compares once the fonts are loaded and nothing moves. Two Chromiums draw the edges of letters differently, but
 * place everything the same: blurred pictures show only misplaced elements.
 */
async function expectLook(what: Page | Locator, name: string) {
  const page = 'page' in what ? what.page() : what
  await page.evaluate(() => document.fonts.ready)
  await blur(page, 'blur(2px)')
  await drawn(page)
  await expect(what as Locator).toHaveScreenshot(`${name}.png`)
  await blur(page, '')
}

const blur = (page: Page, filter: string) =>
  page.evaluate((by) => {
    // The filter does not reach elements of the top layer.
    for (const one of document.querySelectorAll<HTMLElement>('html, dialog'))
      one.style.setProperty('filter', by)
  }, filter)

async function openUsers(page: Page) {
  await page.goto('/admin/users')
  await expect(page.getByText('Amara Okafor')).toBeVisible()
}

async function openMission(page: Page): Promise<Locator> {
  await page.goto('/admin/missions')
  await page.getByRole('button', { name: /^Edit Read a job advert/ }).click()
  const form = dialog(page, 'Edit Mission')
  await expect(form.getByRole('button', { name: /^Step 2/ })).toContainText('Mark what repeats')
  await expect(form.getByText('Technology')).toBeVisible()
  await page.mouse.move(0, 0)
  return form
}

test('the users list in each theme and at each width, the question before a deletion, the menu of a phone', async ({
  page,
}) => {
  await openUsers(page)
  await test.step('the question before a deletion', async () => {
    await page.getByRole('button', { name: 'Delete Chiara Rossi' }).click()
    const question = page.getByRole('dialog')
    const cancel = question.getByRole('button', { name: 'Cancel' })
    await expect(cancel).toBeFocused()
    await expectLook(question.locator('.ant-modal-content'), 'delete-question')
    await cancel.click()
    await expect(question).toHaveCount(0)
  })
  // Removes the focus and the pointer from where the question left them.
  await page.reload()
  await page.mouse.move(0, 0)
  await expect(page.getByText('Amara Okafor')).toBeVisible()
  for (const viewport of [desktop, phone])
    for (const colorScheme of ['light', 'dark'] as const)
      await test.step(`${colorScheme}, ${viewport.width} pixels wide`, async () => {
        await page.emulateMedia({ colorScheme })
        await resize(page, viewport)
        await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
        await expect(page.getByRole('table')).toHaveCount(viewport === phone ? 0 : 1)
        await expectLook(page, `users-${colorScheme}-${viewport.width}`)
      })
  await test.step('the menu of a phone', async () => {
    await page.emulateMedia({ colorScheme: 'light' })
    await page.getByRole('button', { name: 'Open navigation' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
    await expectLook(page, 'phone-menu')
  })
})

test('the form of a mission, its tags and chosen records apart from each other and from their field', async ({
  page,
}) => {
  await page.setViewportSize({ width: 900, height: 1000 })
  const form = await openMission(page)
  await expectLook(form, 'mission-form')
  await resize(page, desktop)
  await expectLook(form.getByRole('group', { name: 'Audience' }), 'form-chips')
})

test('the widgets of a dashboard', async ({ page, api }) => {
  const types = ['userStats', 'missionStats', 'recentUsers', 'systemStatus']
  const widgets = types.map((type, at) => widgetAt(type, at, 0, { title: type }))
  const { _id } = await makeDashboard(api, { widgets })
  await page.goto(`/admin/dashboards/${_id}?range=lastMonth`)
  await expectShown(page, types.length)
  await expectLook(page.getByRole('tabpanel').getByRole('list').first(), 'widgets')
})

test('a card of analytics', async ({ page }) => {
  await page.goto(analyticsAt())
  const card = chart(page, 'Daily Active Users')
  await expect(card.locator('canvas').first()).toBeVisible()
  await expectLook(card, 'chart-card')
})

test('a toast of success and one of failure', async ({ page }) => {
  for (const [status, name] of [
    [201, 'toast-success'],
    [409, 'toast-failure'],
  ] as const) {
    await page.route('**/api/v1/career-fields', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status,
            json: { _id: 'x', name: 'Glass', error: { message: 'It is there already.' } },
          })
        : route.fallback(),
    )
    await page.goto('/admin/career-fields')
    await page.getByRole('button', { name: 'Add Field' }).click()
    await page.getByLabel('Field Name').fill('Glass')
    await page.getByRole('button', { name: 'Save Field' }).click()
    const toast = toasts(page).getByRole('listitem')
    await toast.hover()
    await expectLook(toast, name)
  }
})

test('a list that is empty, and one that failed', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 600 })
  await page.route('**/api/v1/users?*', (route) => route.fulfill({ json: { users: [], count: 0 } }))
  await page.goto('/admin/users')
  await expect(page.getByText('No users found').last()).toBeVisible()
  await expectLook(page.getByRole('main'), 'list-empty')
  await page.route('**/api/v1/users?*', (route) => route.fulfill({ status: 500 }))
  await page.reload()
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  await expectLook(page.getByRole('main'), 'list-failed')
})

test.describe('signed out', () => {
  test.use({ storageState: signedOut })

  test('the sign-in page', async ({ page }) => {
    await page.setViewportSize({ width: 800, height: 600 })
    await page.goto('/admin')
    await expect(page.getByLabel('Email')).toBeFocused()
    await expectLook(page, 'sign-in')
  })
})
