import { expect, test } from '../support/browser.ts'
import { buildHatches, HATCHES, serveHatches } from '../support/hatches.ts'
import { dialog, rowOf } from '../support/screen.ts'

/** Every way out of the generic screens, each used by a declaration of tests/fixtures/hatches. */

let folder = ''
let remove = () => {}

test.beforeAll(async () => {
  const built = await buildHatches()
  folder = built.folder
  remove = built.remove
})
test.afterAll(() => remove())

const ridge = {
  _id: 'ridge',
  name: 'North ridge',
  length: { value: 12, unit: 'km' },
  steps: [
    { title: 'Set out', order: 0, picture: 'door' },
    { title: 'Arrive', order: 1, picture: 'hut' },
  ],
}
const valley = { _id: 'valley', name: 'Long valley', length: null, steps: [{ title: 'Walk' }] }

test('a column function shows its result, and N/A for an incomplete row', async ({ page }) => {
  await serveHatches(page, folder, 'trails', [ridge, valley])
  await page.goto(`${HATCHES}/admin/trails`)
  await expect(rowOf(page, 'North ridge')).toContainText('12 km')
  await expect(rowOf(page, 'Long valley')).toContainText('N/A')
})

test('an expanded row shows its component, one row at a time, by mouse and keyboard', async ({
  page,
}) => {
  await serveHatches(page, folder, 'trails', [ridge, valley])
  await page.goto(`${HATCHES}/admin/trails`)
  await rowOf(page, '12 km').click()
  await expect(page.getByText('Climb of North ridge: steep')).toBeVisible()
  const opener = page.getByRole('button', { name: 'Details of Long valley' })
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Climb of Long valley: steep')).toBeVisible()
  await expect(page.getByText('Climb of North ridge: steep')).toBeHidden()
  await expect(opener).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Climb of Long valley: steep')).toBeHidden()

  // The buttons of a row do their own work only.
  await page.getByRole('button', { name: 'Delete North ridge' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Climb of North ridge: steep')).toBeHidden()
})

test('a form part edits its value, shows its errors, and keeps unknown keys', async ({ page }) => {
  const stored = await serveHatches(page, folder, 'trails', [ridge, valley])
  await page.goto(`${HATCHES}/admin/trails`)
  await page.getByRole('button', { name: 'Edit North ridge' }).click()
  const form = dialog(page, 'Edit Trail')
  await expect(form.getByLabel('Step 2')).toHaveValue('Arrive')
  await form.getByLabel('Step 2').fill('')
  await form.getByRole('button', { name: 'Update' }).click()
  await expect(
    form
      .getByRole('alert')
      .filter({ hasText: /is required/ })
      .first(),
  ).toBeVisible()
  await form.getByLabel('Step 2').fill('Rest')
  await form.getByRole('button', { name: 'Add step' }).click()
  await form.getByLabel('Step 3').fill('Return')
  await form.getByRole('button', { name: 'Update' }).click()
  await expect(form).toBeHidden()
  expect(stored.get('ridge')).toMatchObject({
    length: { value: 12, unit: 'km' },
    steps: [
      { title: 'Set out', order: 0, picture: 'door' },
      { title: 'Rest', order: 1, picture: 'hut' },
      { title: 'Return' },
    ],
  })
})

test('a changed form part counts as unsaved', async ({ page }) => {
  await serveHatches(page, folder, 'trails', [ridge])
  await page.goto(`${HATCHES}/admin/trails`)
  await page.getByRole('button', { name: 'Edit North ridge' }).click()
  await dialog(page, 'Edit Trail').getByLabel('Step 1').fill('Set off')
  await page.keyboard.press('Escape')
  await expect(dialog(page, 'Discard changes?')).toBeVisible()
})

test.describe('a list body of its own', () => {
  test('shows the rows and opens form and question; the rest stays generic', async ({ page }) => {
    await serveHatches(page, folder, 'signs', [{ _id: 's1', text: 'To the lake' }])
    await page.goto(`${HATCHES}/admin/signs`)
    await expect(page.getByText('What points the way')).toBeVisible()
    const board = page.getByRole('listitem').filter({ hasText: 'Board: To the lake' })
    await expect(board).toBeVisible()
    await board.getByRole('button', { name: 'Repaint' }).click()
    const form = dialog(page, 'Edit Sign')
    await form.getByLabel('Text').fill('To the hut')
    await form.getByRole('button', { name: 'Update' }).click()
    await expect(form).toBeHidden()
    const repainted = page.getByRole('listitem').filter({ hasText: 'Board: To the hut' })
    await expect(repainted.getByRole('button', { name: /^Edit/ })).toBeVisible()
    await repainted.getByRole('button', { name: 'Take down' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('No signs found').last()).toBeVisible()
  })

  test('leaves failure, Retry and paging to the screen', async ({ page }) => {
    const many = Array.from({ length: 11 }, (_, at) => ({ _id: `s${at}`, text: `Sign ${at}` }))
    await serveHatches(page, folder, 'signs', many)
    await page.route('**/api/v1/signs**', (route) => route.fulfill({ status: 500 }), { times: 1 })
    await page.goto(`${HATCHES}/admin/signs`)
    await expect(page.getByRole('alert')).toContainText('Failed to fetch signs')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText('Page 1 of 2')).toBeVisible()
  })
})
