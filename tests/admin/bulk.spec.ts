import { expectAccessible } from '../support/axe.ts'
import { expect, test, toasts } from '../support/browser.ts'
import { press, tabTo } from '../support/keyboard.ts'
import { clean, make, named, unique } from '../support/records.ts'
import { dialog, expectToast } from '../support/screen.ts'

test.afterEach(({ api }) => clean(api))

test('a selection is kept across pages; all that match are deactivated after a preview, and restored by Undo', async ({
  page,
  api,
}) => {
  const mark = unique()
  await Promise.all(
    [...'ABCDEFGHIJKL'].map((firstName) =>
      make(api, named('users'), { firstName, lastName: mark }),
    ),
  )
  const countInactive = async () =>
    Number((await (await api.get(`users?search=${mark}&isActive=false`)).json()).count)
  const bar = page.getByRole('region', { name: 'Selected users' })
  const box = (name: string) => page.getByRole('checkbox', { name: `Select ${name} ${mark}` })
  await page.goto(`/admin/users?search=${mark}&sort=firstName`)

  await test.step('a range by Shift, kept across pages and orders', async () => {
    await box('B').click()
    await box('E').click({ modifiers: ['Shift'] })
    await expect(bar).toContainText('4 selected')
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(box('L')).not.toBeChecked()
    await tabTo(page, box('L'))
    await page.keyboard.press('Space')
    await expect(bar).toContainText('5 selected')
    await page.getByRole('columnheader', { name: 'Email' }).click()
    await expect(bar).toContainText('5 selected')
    await page.goBack()
    await page.getByRole('button', { name: 'Previous' }).click()
    await expect(box('C')).toBeChecked()
  })
  await test.step('by keyboard, all that match are deactivated after a preview, and restored', async () => {
    await page.getByRole('checkbox', { name: 'Select all 10 on this page' }).check()
    await press(page, bar.getByRole('button', { name: 'Select all 12 that match' }))
    await expect(bar).toContainText('All 12 selected')
    await press(page, bar.getByRole('button', { name: 'Deactivate' }))
    const preview = dialog(page, 'Deactivate 12 users')
    await expect(preview).toContainText('12 users will change.')
    await expectAccessible(page)
    expect(await countInactive()).toBe(0)
    await press(page, preview.getByRole('button', { name: 'Deactivate 12' }))
    await expectToast(page, 'Success', '12 users changed.')
    // A toast stays while the pointer is on it.
    const undo = toasts(page).getByRole('button', { name: 'Undo' })
    await undo.hover()
    expect(await countInactive()).toBe(12)
    await undo.click()
    await expect.poll(countInactive).toBe(0)
  })
  await test.step('one user is deactivated in its row’s menu', async () => {
    const more = page.getByRole('button', { name: `More actions for A ${mark}` })
    await more.click()
    await page.getByRole('menuitem', { name: 'Deactivate' }).click()
    const question = dialog(page, `Deactivate A ${mark}?`)
    await question.getByRole('button', { name: 'Deactivate' }).click()
    await expect.poll(countInactive).toBe(1)
    await expect(more).toBeFocused()
  })
})
