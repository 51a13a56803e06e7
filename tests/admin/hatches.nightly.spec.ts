import { expect, test } from '../support/browser.ts'
import { buildHatches, HATCHES, serveHatches } from '../support/hatches.ts'
import { dialog, rowOf } from '../support/screen.ts'

/** Custom components in place of generic ones, each used by a declaration of tests/fixtures/hatches. */

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

test('a column function and an expanded row show their values, by mouse and keyboard', async ({
  page,
}) => {
  await serveHatches(page, folder, 'trails', [ridge, valley])
  await page.goto(`${HATCHES}/admin/trails`)
  await expect(rowOf(page, 'North ridge')).toContainText('12 km')
  await expect(rowOf(page, 'Long valley')).toContainText('N/A')
  await rowOf(page, '12 km').click()
  await expect(page.getByText('Climb of North ridge: steep')).toBeVisible()
  const opener = page.getByRole('button', { name: 'Details of Long valley' })
  await opener.press('Enter')
  await expect(page.getByText('Climb of Long valley: steep')).toBeVisible()
  await expect(page.getByText('Climb of North ridge: steep')).toBeHidden()
  await opener.press('Enter')
  await expect(page.getByText('Climb of Long valley: steep')).toBeHidden()
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

test('a custom list body shows the rows and opens the form and the delete question', async ({
  page,
}) => {
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
