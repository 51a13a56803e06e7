import type { Page } from '@playwright/test'
import { expect, test, toasts as toastArea } from '../support/browser.ts'

const toasts = (page: Page) => toastArea(page).getByRole('listitem')

/** Presses the form's button; the API refuses each time with another number. */
async function save(page: Page) {
  await page.getByRole('button', { name: 'Save Field' }).click()
}

test.beforeEach(async ({ page }) => {
  // Answers that tell toasts apart, and no records in the other tests' lists.
  let count = 0
  await page.route('**/api/v1/career-fields', (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    return route.fulfill({ status: 409, json: { error: { message: `Refusal ${++count}.` } } })
  })
  await page.clock.install()
  await page.goto('/admin/career-fields')
  await page.getByRole('button', { name: 'Add Field' }).click()
  await page.getByLabel('Field Name').fill('Glassblowing')
})

test('TOAST-01 a failure is a destructive toast titled Error, a success one titled Success', async ({
  page,
}) => {
  await save(page)
  await expect(toasts(page)).toContainText(['Error'])
  await expect(toasts(page)).toContainText(['Refusal 1.'])
  await expect(toasts(page)).toHaveAttribute('data-variant', 'destructive')

  await page.unroute('**/api/v1/career-fields')
  await page.route('**/api/v1/career-fields', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 201, json: { _id: 'x', name: 'Glassblowing' } })
      : route.continue(),
  )
  await save(page)
  await expect(toasts(page)).toContainText(['Success'])
  await expect(toasts(page)).toContainText(['Career field added.'])
  await expect(toasts(page)).toHaveAttribute('data-variant', 'default')
})

test('TOAST-01 one toast is visible at a time: a newer one takes its place', async ({ page }) => {
  await save(page)
  await expect(toasts(page)).toContainText(['Refusal 1.'])
  await save(page)
  await expect(toasts(page)).toContainText(['Refusal 2.'])
  await expect(toasts(page)).toHaveCount(1)
  await toasts(page).getByRole('button', { name: 'Close' }).click()
  await expect(toasts(page)).toHaveCount(0)
})

test('TOAST-01 it stands for 5000 ms, and as long as the pointer rests on it', async ({ page }) => {
  await save(page)
  await expect(toasts(page)).toHaveCount(1)
  await toasts(page).hover()
  await page.clock.runFor(20_000)
  await expect(toasts(page)).toHaveCount(1)
  await page.mouse.move(5, 5)
  await page.clock.runFor(5000)
  await expect(toasts(page)).toHaveCount(0)

  await save(page)
  await expect(toasts(page)).toHaveCount(1)
  await page.clock.pauseAt(Date.now() + 3_600_000)
  await save(page)
  await expect(toasts(page)).toContainText(['Refusal 3.'])
  await page.clock.runFor(4900)
  await expect(toasts(page)).toHaveCount(1)
  await page.clock.runFor(200)
  await expect(toasts(page)).toHaveCount(0)
})

test('TOAST-01 the focus in it holds it, too, and its button closes it', async ({ page }) => {
  await save(page)
  await expect(toasts(page)).toHaveCount(1)
  await toasts(page).getByRole('button', { name: 'Close' }).focus()
  await page.clock.runFor(20_000)
  await expect(toasts(page)).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(toasts(page)).toHaveCount(0)
})

test('TOAST-01 a swipe of more than 50 px dismisses it, a shorter one does not', async ({
  page,
}) => {
  await save(page)
  const swipe = async (distance: number) => {
    // It comes and goes back in motion; the pointer waits for it, and keeps it there.
    await toasts(page).hover()
    const box = await toasts(page).boundingBox()
    if (!box) throw new Error('no toast')
    const [x, y] = [box.x + 60, box.y + box.height / 2]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 15, y, { steps: 3 })
    await page.mouse.move(x + distance, y, { steps: 5 })
    await page.mouse.up()
  }
  await swipe(40)
  await expect(toasts(page)).toHaveCount(1)
  await swipe(80)
  await expect(toasts(page)).toHaveCount(0)
})

for (const width of [1440, 390])
  test(`TOAST-01 it is at most 420 px wide and stands within a window of ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await save(page)
    await expect(toasts(page)).toHaveCount(1)
    const frame = toastArea(page).locator('ol')
    await expect.poll(() => frame.boundingBox()).toMatchObject({ width: Math.min(420, width) })
    const isWithin = async () => {
      const box = await toasts(page).boundingBox()
      return box !== null && box.x >= 0 && box.x + box.width <= width
    }
    await expect.poll(isWithin).toBe(true)
  })

test('TOAST-01 it is announced to screen readers', async ({ page }) => {
  const announced = page.locator('[role=status][aria-live]', { hasText: 'Refusal 1.' })
  await save(page)
  await expect(announced.first()).toBeAttached()
})
