import type { Page } from '@playwright/test'
import { expect, test, toasts as toastArea } from '../support/browser.ts'
import { resize } from '../support/screen.ts'

const { step } = test
const CREATES = '**/api/v1/career-fields'
const toasts = (page: Page) => toastArea(page).getByRole('listitem')

test('a toast is announced, stays under the pointer, is swiped away, and fits the window', async ({
  page,
}) => {
  // Numbered answers distinguish the toasts.
  let count = 0
  await page.route(CREATES, (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    return route.fulfill({ status: 409, json: { error: { message: `Refusal ${++count}.` } } })
  })
  await page.clock.install()
  await page.goto('/admin/career-fields')
  await page.getByRole('button', { name: 'Add Field' }).click()
  await page.getByLabel('Field Name').fill('Glassblowing')
  /** Clicks the form's button. The API refuses with a new number each time. */
  const save = async () => {
    const number = count + 1
    await page.getByRole('button', { name: 'Save Field' }).click()
    await expect(toasts(page)).toContainText([`Refusal ${number}.`])
    await expect(toasts(page)).toHaveCount(1)
  }

  await step(
    'a failure is a destructive one titled Error, announced to screen readers',
    async () => {
      const announced = page.locator('[role=status][aria-live]', { hasText: 'Refusal 1.' })
      // The announcement disappears after a second.
      const heard = announced.first().waitFor({ state: 'attached' })
      await save()
      await heard
      await expect(toasts(page)).toContainText(['Error'])
      await expect(toasts(page)).toHaveAttribute('data-variant', 'destructive')
    },
  )

  await step('it is shown while the pointer rests on it, and 5000 ms longer', async () => {
    await save()
    await toasts(page).hover()
    await page.clock.runFor(20_000)
    await expect(toasts(page)).toHaveCount(1)
    await page.mouse.move(5, 5)
    await page.clock.runFor(5000)
    await expect(toasts(page)).toHaveCount(0)
  })

  await step('a swipe of more than 50 px dismisses it, a shorter one does not', async () => {
    const swipe = async (distance: number) => {
      // The toast moves; hovering waits until it stands still, and keeps it open.
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

  await step('a success is one titled Success', async () => {
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
