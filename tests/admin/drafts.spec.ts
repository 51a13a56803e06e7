import { chromium, type Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { expect, signedOut, signIn, test } from '../support/browser.ts'
import { button, makeDashboard, readDashboard } from '../support/dashboards.ts'
import { draftNotice, draftTexts, keptDrafts, restoreNotice } from '../support/draft-texts.ts'
import { choosePassword } from '../support/product.ts'
import { make, named, type Stored, unique } from '../support/records.ts'
import { dialog, expectToast, openList, rowOf } from '../support/screen.ts'

const OWN = 'two-cairns-by-the-ford'

const users = named('users')

/** Opens the form of a user, and types a draft. */
async function typeDraft(page: Page, made: Stored, email: string): Promise<void> {
  await openList(page, 'users', String(made.lastName))
  await page.getByRole('button', { name: `Edit Amara ${made.lastName}` }).click()
  const form = dialog(page, 'Edit User')
  await form.getByLabel('First Name').fill('Augusta')
  await form.getByLabel('Email').fill(email)
  await expect.poll(() => draftTexts(page)).toEqual([expect.stringContaining(email)])
}

test.describe('typed text survives', () => {
  test.use({ storageState: signedOut })

  test('after a crash the draft is offered, and removed by its save', async ({ api, baseURL }, {
    project,
  }) => {
    // A crash ends all pages of its browser, so this test has its own.
    const browser = await chromium.launch(project.use.launchOptions)
    const context = await browser.newContext({
      ...project.use.contextOptions,
      ...(baseURL && { baseURL }),
    })
    const made = await make(api, users, { lastName: unique() })
    const email = `${unique()}@example.org`
    const page = await context.newPage()

    await test.step('the tab crashes while an admin types', async () => {
      await page.goto('/admin/users')
      await signIn(page)
      await expect(page.getByText(/^1–10 of/)).toBeVisible()
      await typeDraft(page, made, email)
      const devtools = await context.newCDPSession(page)
      const crashed = page.waitForEvent('crash')
      // A crashed page does not answer.
      devtools.send('Page.crash').catch(() => undefined)
      await crashed
    })
    await api.put(`users/${made._id}`, { data: { ...made, isActive: false } })

    const again = await context.newPage()
    const form = dialog(again, 'Edit User')
    await test.step('it is offered, and nothing is restored or sent automatically', async () => {
      const sent: string[] = []
      again.on('request', (request) => {
        if (request.method() !== 'GET') sent.push(request.method())
      })
      await openList(again, 'users', String(made.lastName))
      await expect(again.getByRole('dialog')).toHaveCount(0)
      await draftNotice(again)
        .getByRole('button', { name: `Amara ${made.lastName}` })
        .click()
      await expect(restoreNotice(again)).toContainText(/\d\d:\d\d/)
      await expect(form.getByLabel('First Name')).toHaveValue('Amara')
      await restoreNotice(again).getByRole('button', { name: 'Restore' }).click()
      await expect(form.getByLabel('First Name')).toHaveValue('Augusta')
      await expect(form.getByLabel('Email')).toHaveValue(email)
      await expect(restoreNotice(again)).toHaveCount(0)
      await form.getByRole('button', { name: 'Update' }).click()
      await expect(form).toBeHidden()
      await keptDrafts(again, 0)
      expect(new Set(sent)).toEqual(new Set(['PUT']))
    })
    await browser.close()
    // The other admin's change is kept.
    const stored = await (await api.get(`users/${made._id}`)).json()
    expect(stored).toMatchObject({ firstName: 'Augusta', email, isActive: false })
  })

  test('after a reload and a 401 a new record is offered to its author only, without the password, until sign-out', {
    tag: '@nightly',
  }, async ({ page, api, faults }) => {
    faults.allow(/Failed to load resource/)
    const other = await make(api, users, { role: 'admin', lastName: unique() })
    const form = dialog(page, 'Add New User')
    const first = form.getByLabel('First Name')
    await page.goto('/admin/users')
    await signIn(page)
    await page.getByRole('button', { name: 'Add User' }).click()
    await first.fill('Wangari')
    await form.getByRole('textbox', { name: 'Password' }).fill('three-blue-waymarks')
    page.on('dialog', (question) => question.accept())
    await page.reload()
    await expect(restoreNotice(page)).toBeVisible()
    await expect(first).toHaveValue('')
    expect((await keptDrafts(page, 1))[0]).not.toContain('three-blue')

    await restoreNotice(page).getByRole('button', { name: 'Restore' }).click()
    await expect(first).toHaveValue('Wangari')
    await expect(form.getByRole('textbox', { name: 'Password' })).toHaveValue('')
    await test.step('the session ends, and another user sees nothing of it', async () => {
      await page.route('**/api/v1/**', (route) => route.fulfill({ status: 401, json: {} }))
      await form.getByLabel('Last Name').fill('M')
      await form.getByLabel('Email').fill(`${unique()}@example.org`)
      await form.getByRole('textbox', { name: 'Password' }).fill('three-blue-waymarks')
      await form.getByRole('button', { name: 'Create' }).click()
      await expect(page).toHaveURL(/\/admin\/login/)
      await page.unroute('**/api/v1/**')
      await page.reload()
      const { origin } = new URL(page.url())
      await choosePassword(origin, String(other.email), String(users.sample.password), OWN)
      await signIn(page, { email: String(other.email), password: OWN })
      await expect(page.getByText(/^1–10 of/)).toBeVisible()
      await keptDrafts(page, 1)
      // The address opens the form after the list.
      await expect(form).toBeVisible()
      await expect(restoreNotice(page)).toHaveCount(0)
      await page.keyboard.press('Escape')
      await expect(form).toBeHidden()
      await expect(draftNotice(page)).toHaveCount(0)
      await page.getByRole('button', { name: 'Logout' }).click()
    })
    await test.step('its author has it again, until signing out', async () => {
      await signIn(page)
      await draftNotice(page).getByRole('button', { name: 'a new user' }).click()
      await restoreNotice(page).getByRole('button', { name: 'Restore' }).click()
      await expect(first).toHaveValue('Wangari')
      await expect(form.getByLabel('Last Name')).toHaveValue('M')
      await page.goto('/admin/users')
      await page.getByRole('button', { name: 'Logout' }).click()
      await expect(page).toHaveURL(/\/admin\/login/)
      await keptDrafts(page, 0)
    })
  })
})

test('drafts of dashboards, and a browser without storage', { tag: '@nightly' }, async ({
  page,
  api,
}) => {
  page.on('dialog', (question) => question.accept())
  const made = await make(api, users, { lastName: unique() })
  const form = dialog(page, 'Edit User')
  const edit = page.getByRole('button', { name: `Edit Amara ${made.lastName}` })

  await test.step('a dashboard that was being edited', async () => {
    const board = await makeDashboard(api)
    await page.goto(`/admin/dashboards/${board._id}`)
    await button(page, 'Edit').click()
    await button(page, 'Remove Users').click()
    await keptDrafts(page, 1)
    await page.goto('/admin/dashboards')
    await expectAccessible(page)
    await draftNotice(page).getByRole('button', { name: board.title }).click()
    await expect(page).toHaveURL(new RegExp(board._id))
    await restoreNotice(page).getByRole('button', { name: 'Restore' }).click()
    await expect(page.getByRole('region', { name: 'Users', exact: true })).toHaveCount(0)
    await expectAccessible(page)
    await button(page, 'Save').click()
    await expectToast(page, 'Success', 'Dashboard saved.')
    await keptDrafts(page, 0)
    const { widgets } = await readDashboard(api, board._id)
    expect(widgets.map(({ type }) => type)).toEqual(['missionStats'])
  })

  await test.step('a browser without storage is reported once, and the form still works', async () => {
    await page.addInitScript(() => {
      const { setItem } = Storage.prototype
      Storage.prototype.setItem = function (key: string, value: string) {
        if (key.startsWith('waymark draft')) throw new DOMException('Full', 'QuotaExceededError')
        setItem.call(this, key, value)
      }
    })
    await openList(page, 'users', String(made.lastName))
    await edit.click()
    await form.getByLabel('First Name').pressSequentially('Xy')
    await expectToast(page, 'Drafts are off', 'This browser cannot store drafts')
    await form.getByRole('button', { name: 'Update' }).click()
    await expectToast(page, 'Success', 'User updated successfully.')
    await expect(rowOf(page, String(made.lastName))).toContainText('AmaraXy')
  })
})
