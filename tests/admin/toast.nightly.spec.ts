import type { Page } from '@playwright/test'
import { expect, test, toasts as toastArea } from '../support/browser.ts'
import { resize } from '../support/screen.ts'

const { step } = test
const CREATES = '**/api/v1/career-fields'
const toasts = (page: Page) => toastArea(page).getByRole('listitem')

test('a toast: its content, duration and position, and how it is dismissed', async ({ page }) => {
  // Answers that tell toasts apart, and no records in the other tests' lists.
  let count = 0
  await page.route(CREATES, (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    return route.fulfill({ status: 409, json: { error: { message: `Refusal ${++count}.` } } })
  })
  await page.clock.install()
  await page.goto('/admin/career-fields')
  await page.getByRole('button', { name: 'Add Field' }).click()
  await page.getByLabel('Field Name').fill('Glassblowing')
  /** Presses the form's button; the API refuses each time with another number. */
  const save = async () => {
    const number = count + 1
    await page.getByRole('button', { name: 'Save Field' }).click()
    await expect(toasts(page)).toContainText([`Refusal ${number}.`])
    await expect(toasts(page)).toHaveCount(1)
  }
  const close = toasts(page).getByRole('button', { name: 'Close' })

  await step(
    'a failure is a destructive one titled Error, announced to screen readers',
    async () => {
      const announced = page.locator('[role=status][aria-live]', { hasText: 'Refusal 1.' })
      // It is there for a second.
      const heard = announced.first().waitFor({ state: 'attached' })
      await save()
      await heard
      await expect(toasts(page)).toContainText(['Error'])
      await expect(toasts(page)).toHaveAttribute('data-variant', 'destructive')
    },
  )

  await step('one is visible at a time: a newer one replaces it', async () => {
    await save()
    await expect(toasts(page)).toContainText(['Refusal 2.'])
    await close.click()
    await expect(toasts(page)).toHaveCount(0)
  })

  await step('it is shown while the pointer rests on it, and 5000 ms longer', async () => {
    await save()
    await toasts(page).hover()
    await page.clock.runFor(20_000)
    await expect(toasts(page)).toHaveCount(1)
    await page.mouse.move(5, 5)
    await page.clock.runFor(5000)
    await expect(toasts(page)).toHaveCount(0)
  })

  await step('the focus inside keeps it open, too, and its button closes it', async () => {
    await save()
    await close.focus()
    await page.clock.runFor(20_000)
    await expect(toasts(page)).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(toasts(page)).toHaveCount(0)
  })

  await step('a swipe of more than 50 px dismisses it, a shorter one does not', async () => {
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
    await save()
    await swipe(40)
    await expect(toasts(page)).toHaveCount(1)
    await swipe(80)
    await expect(toasts(page)).toHaveCount(0)
    await page.mouse.move(5, 5)
  })

  for (const width of [390, 1440])
    await step(`it is at most 420 px wide and fits in a window of ${width} px`, async () => {
      await resize(page, { width, height: 844 })
      await save()
      const frame = toastArea(page).locator('ol')
      await expect.poll(() => frame.boundingBox()).toMatchObject({ width: Math.min(420, width) })
      const isWithin = async () => {
        const box = await toasts(page).boundingBox()
        return box !== null && box.x >= 0 && box.x + box.width <= width
      }
      await expect.poll(isWithin).toBe(true)
    })

  await step('it is shown for at least 5000 ms', async () => {
    await page.clock.pauseAt(Date.now() + 3_600_000)
    await save()
    await page.clock.runFor(4900)
    await expect(toasts(page)).toHaveCount(1)
    await page.clock.runFor(200)
    await expect(toasts(page)).toHaveCount(0)
  })

  await step('a success is one titled Success', async () => {
    await page.clock.resume()
    await page.unroute(CREATES)
    await page.route(CREATES, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 201, json: { _id: 'x', name: 'Glassblowing' } })
        : route.continue(),
    )
    await page.getByRole('button', { name: 'Save Field' }).click()
    await expect(toasts(page)).toContainText(['SuccessCareer field added.'])
    await expect(toasts(page)).toHaveAttribute('data-variant', 'default')
  })
})
