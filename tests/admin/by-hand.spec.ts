import type { APIRequestContext, Page } from '@playwright/test'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { admin, expect, signedOut, test, toasts } from '../support/browser.ts'
import { press, tabTo } from '../support/keyboard.ts'
import { clean, make, unique } from '../support/records.ts'
import { dialog, expectToast, openList, pick, rowOf } from '../support/screen.ts'

const named = (name: string) => registry.find((one) => one.name === name) as Resource
const users = named('users')
const messages = named('messages')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const inactive = async (api: APIRequestContext, mark: string) =>
  (await (await api.get(`users?search=${mark}&isActive=false`)).json()).count

test.afterEach(({ api }) => clean(api))

test.describe('by keyboard alone', () => {
  test.describe('from the sign-in on', () => {
    test.use({ storageState: signedOut })

    test('a user is found by the palette, edited, saved and undone', {
      tag: '@nightly',
    }, async ({ page, api }) => {
      const mark = unique()
      await make(api, users, { firstName: 'Ada', lastName: mark })
      await page.goto('/admin')
      await tabTo(page, page.getByLabel('Email'))
      await page.keyboard.type(admin.email)
      await tabTo(page, page.getByLabel('Password', { exact: true }))
      await page.keyboard.type(admin.password)
      await page.keyboard.press('Enter')
      await expect(heading(page)).toHaveText('Dashboard')

      await page.keyboard.press('Control+k')
      await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toBeFocused()
      await page.keyboard.type(mark)
      const found = page.getByRole('group', { name: 'Users' }).getByRole('option')
      await expect(found).toHaveText([new RegExp(`Ada ${mark}`)])
      await expect(found.locator('mark').first()).toHaveText(mark)
      await page.keyboard.press('Enter')
      await expect(heading(page)).toHaveText(`Ada ${mark}`)

      await press(page, page.getByRole('button', { name: 'Edit', exact: true }))
      await tabTo(page, dialog(page, 'Edit User').getByLabel('First Name'))
      await page.keyboard.press('Control+a')
      await page.keyboard.type('Grace')
      await page.keyboard.press('Control+Enter')
      await expect(heading(page)).toHaveText(`Grace ${mark}`)
      await press(page, toasts(page).getByRole('button', { name: 'Undo' }))
      await expect(heading(page)).toHaveText(`Ada ${mark}`)
    })
  })

  test('three rows are selected, deactivated after a dry run, and restored', {
    tag: '@nightly',
  }, async ({ page, api }) => {
    const mark = unique()
    for (const firstName of 'ABC') await make(api, users, { firstName, lastName: mark })
    await page.goto(`/admin/users?search=${mark}&sort=firstName`)
    for (const name of 'ABC') {
      await tabTo(page, page.getByRole('checkbox', { name: `Select ${name} ${mark}` }))
      await page.keyboard.press('Space')
    }
    const bar = page.getByRole('region', { name: 'Selected users' })
    await expect(bar).toContainText('3 selected')
    await press(page, bar.getByRole('button', { name: 'Deactivate' }))
    const asked = dialog(page, 'Deactivate 3 users')
    await expect(asked).toContainText('3 users will change.')
    expect(await inactive(api, mark)).toBe(0)
    await press(page, asked.getByRole('button', { name: 'Deactivate 3' }))
    await expectToast(page, 'Success', '3 users changed.')
    expect(await inactive(api, mark)).toBe(3)
    await press(page, toasts(page).getByRole('button', { name: 'Undo' }))
    await expectToast(page, 'Undone', '3 records are back to their earlier values.')
    expect(await inactive(api, mark)).toBe(0)
  })

  test('the next message is read, replied to and marked as answered', {
    tag: '@nightly',
  }, async ({ page, api }) => {
    const mark = unique()
    for (const name of [`Early ${mark}`, `Late ${mark}`])
      await make(api, messages, { name, subject: 'A class', message: 'Hello' })
    await openList(page, 'messages', mark)
    await expect(rowOf(page, mark)).toHaveCount(2)
    const pane = page.getByRole('region', { name: 'Message', exact: true })
    await press(page, rowOf(page, `Late ${mark}`).getByRole('link').first())
    await expect(pane).toContainText(`Late ${mark}`)
    await press(page, rowOf(page, `Early ${mark}`).getByRole('link').first())
    await expect(pane).toContainText(`Early ${mark}`)
    const reply = pane.getByRole('link', { name: `Reply to Early ${mark}` })
    await tabTo(page, reply)
    await expect(reply).toHaveAttribute('href', /^mailto:.*Re%3A%20A%20class/)
    await press(page, page.getByRole('button', { name: `Mark answered: Early ${mark}` }))
    await expectToast(page, 'Success', 'Marked as answered.')
    await expect(rowOf(page, `Early ${mark}`).first()).toContainText('Answered')
  })
})

test.describe('by touch', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('a list is filtered by the sheet, its row opened, edited and saved', async ({
    page,
    api,
  }) => {
    const mark = unique()
    await make(api, users, { firstName: 'Awake', lastName: mark })
    await make(api, users, { firstName: 'Asleep', lastName: mark, isActive: false })
    await openList(page, 'users', mark)
    await expect(rowOf(page, mark)).toHaveCount(2)
    await page.getByRole('button', { name: 'Filters', expanded: false }).tap()
    const sheet = dialog(page, 'Filters')
    await pick(sheet.getByRole('combobox', { name: 'Status' }), 'Inactive')
    await sheet.getByRole('button', { name: 'Show 1' }).tap()
    await expect(sheet).toBeHidden()
    await rowOf(page, `Asleep ${mark}`).tap()
    await expect(heading(page)).toHaveText(`Asleep ${mark}`)
    await page.getByRole('button', { name: 'Edit', exact: true }).tap()
    const form = dialog(page, 'Edit User')
    await form.getByLabel('First Name').fill('Dozing')
    await form.getByRole('button', { name: 'Update' }).tap()
    await expect(heading(page)).toHaveText(`Dozing ${mark}`)
  })

  test('a user is added by the button at the thumb', {
    tag: '@nightly',
  }, async ({ page }) => {
    const mark = unique()
    await openList(page, 'users', mark)
    const add = page.getByRole('button', { name: 'Add User' }).last()
    await expect.poll(async () => (await add.boundingBox())?.y).toBeGreaterThan(600)
    await add.tap()
    const form = dialog(page, 'Add New User')
    await form.getByLabel('First Name').fill('One')
    await form.getByLabel('Last Name').fill(mark)
    await form.getByLabel('Email').fill(`${unique()}@example.org`)
    await form.getByRole('textbox', { name: 'Password' }).fill('nine-white-cairns')
    await form.getByRole('button', { name: 'Create' }).tap()
    await expect(form).toBeHidden()
    await expect(rowOf(page, mark)).toHaveCount(1)
  })

  test('a user is deleted behind ⋯, and brought back at the toast', async ({ page, api }) => {
    const mark = unique()
    await make(api, users, { firstName: 'Pebble', lastName: mark })
    await openList(page, 'users', mark)
    await page.getByRole('button', { name: `More actions for Pebble ${mark}` }).tap()
    await page.getByRole('menuitem', { name: 'Delete' }).tap()
    const question = dialog(page, `Delete Pebble ${mark}?`)
    await expect(question).toContainText('Are you sure you want to delete this user?')
    await question.getByRole('button', { name: 'Delete' }).tap()
    await expect(rowOf(page, `Pebble ${mark}`)).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo', exact: true }).tap()
    await expect(rowOf(page, `Pebble ${mark}`)).toHaveCount(1)
  })
})
