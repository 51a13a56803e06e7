import { chromium, type Page } from '@playwright/test'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, signedOut, signIn, test } from '../support/browser.ts'
import { button, makeDashboard, readDashboard } from '../support/dashboards.ts'
import { draftNotice, draftTexts, keptDrafts } from '../support/draft-texts.ts'
import { choosePassword } from '../support/product.ts'
import { make, type Stored, unique } from '../support/records.ts'
import { dialog, expectToast, openList, resize, rowOf, scrollWidth } from '../support/screen.ts'

const OWN = 'two-cairns-by-the-ford'

const users = registry.find((one) => one.name === 'users') as Resource

/** Opens the form of a user, searched by name, and types what is kept as a draft. */
async function typeDraft(page: Page, made: Stored, email: string): Promise<void> {
  await openList(page, 'users', String(made.lastName))
  await page.getByRole('button', { name: `Edit Amara ${made.lastName}` }).click()
  const form = dialog(page, 'Edit User')
  await form.getByLabel('First Name').fill('Augusta')
  await form.getByLabel('Email').fill(email)
  await expect.poll(() => draftTexts(page)).toEqual([expect.stringContaining(email)])
}

test.describe('FORM-01 what was typed survives', () => {
  test.use({ storageState: signedOut })

  test('after a crash the draft is offered, shows what differs, and goes with its save', async ({
    api,
    baseURL,
  }, { project }) => {
    // A crash takes all pages of its browser.
    const browser = await chromium.launch(project.use.launchOptions)
    const context = await browser.newContext({
      ...project.use.contextOptions,
      ...(baseURL && { baseURL }),
    })
    const made = await make(api, users, { lastName: unique() })
    const name = `Amara ${made.lastName}`
    const email = `${unique()}@example.org`
    const page = await context.newPage()

    await test.step('the tab crashes while an admin types', async () => {
      await page.goto('/admin/users')
      await signIn(page)
      await expect(page.getByText(/^1–10 of/)).toBeVisible()
      await typeDraft(page, made, email)
      const devtools = await context.newCDPSession(page)
      const crashed = page.waitForEvent('crash')
      // It is never answered.
      devtools.send('Page.crash').catch(() => undefined)
      await crashed
    })
    await api.put(`users/${made._id}`, { data: { ...made, firstName: 'Theirs', isActive: false } })

    const again = await context.newPage()
    const taken = dialog(again, 'Edit User')
    await test.step('it is offered, and nothing opens or is sent by itself', async () => {
      const sent: string[] = []
      again.on('request', (request) => {
        if (request.method() !== 'GET') sent.push(request.method())
      })
      await openList(again, 'users', String(made.lastName))
      await expect(draftNotice(again, name)).toContainText(/from \d\d:\d\d\./)
      await expect(again.getByRole('dialog')).toHaveCount(0)
      await draftNotice(again, name).getByRole('button', { name: 'Continue' }).click()
      const restored = taken.getByRole('status').filter({ hasText: 'is here again' })
      await expect(taken.getByLabel('First Name')).toHaveValue('Augusta')
      await expect(taken.getByLabel('Email')).toHaveValue(email)
      // What the other admin changed stays theirs; what both changed is shown.
      await expect(taken.getByLabel('Status')).toHaveValue('false')
      await expect(restored.getByRole('row', { name: 'First Name Theirs Augusta' })).toBeVisible()
      await expect(restored.getByRole('row')).toHaveCount(3)
      await expect(restored).toContainText('Saved by somebody since you typed: First Name.')
      await taken.getByRole('button', { name: 'Update' }).click()
      await expect(taken).toBeHidden()
      await keptDrafts(again, 0)
      expect(sent).toEqual(['PUT'])
    })
    await browser.close()
    const stored = await (await api.get(`users/${made._id}`)).json()
    expect(stored).toMatchObject({ firstName: 'Augusta', email, isActive: false })
  })

  test('a draft is typed in once, and goes with a save in any tab', { tag: '@nightly' }, async ({
    page,
    context,
    api,
  }) => {
    const made = await make(api, users, { lastName: unique() })
    const name = `Amara ${made.lastName}`
    const theirs = `Theirs ${made.lastName}`
    const email = `${unique()}@example.org`
    await page.goto('/admin/users')
    await signIn(page)
    await expect(page.getByText(/^1–10 of/)).toBeVisible()
    await typeDraft(page, made, email)
    await page.close()
    await api.put(`users/${made._id}`, { data: { ...made, firstName: 'Theirs' } })
    const [again, second] = [await context.newPage(), await context.newPage()]
    await openList(again, 'users', String(made.lastName))
    await openList(second, 'users', String(made.lastName))
    await expect(draftNotice(second, name)).toBeVisible()
    await draftNotice(again, name).getByRole('button', { name: 'Continue' }).click()
    await expect(dialog(again, 'Edit User').getByLabel('First Name')).toHaveValue('Augusta')

    await test.step('another tab begins with the record, and has a draft of its own', async () => {
      await expect(draftNotice(second, name)).toHaveCount(0)
      await second.getByRole('button', { name: `Edit Theirs ${made.lastName}` }).click()
      const other = dialog(second, 'Edit User')
      await expect(other.getByLabel('First Name')).toHaveValue('Theirs')
      await other.getByLabel('Last Name').fill('Elsewhere')
      await keptDrafts(second, 2)
      await second.close()
      const third = await context.newPage()
      await openList(third, 'users', String(made.lastName))
      await draftNotice(third, `Theirs ${made.lastName}`)
        .getByRole('button', { name: 'Discard' })
        .click()
      await dialog(third, 'Discard changes?').getByRole('button', { name: 'Discard' }).click()
      await expect(draftNotice(third, '')).toHaveCount(0)
      await keptDrafts(third, 1)
      await third.close()
    })

    await test.step('closed without a word, it is offered; saved here, no tab offers it', async () => {
      await again.close()
      // What somebody saved since was told: it is a draft of that version now, and told no more.
      const told = await context.newPage()
      await openList(told, 'users', String(made.lastName))
      await draftNotice(told, theirs).getByRole('button', { name: 'Continue' }).click()
      const restored = dialog(told, 'Edit User').getByRole('status').filter({ hasText: 'is here' })
      await expect(restored.getByRole('row', { name: 'First Name Theirs Augusta' })).toBeVisible()
      await expect(restored).not.toContainText('Saved by somebody')
      await told.close()
      const [here, there] = [await context.newPage(), await context.newPage()]
      await openList(here, 'users', String(made.lastName))
      await openList(there, 'users', String(made.lastName))
      await expect(draftNotice(there, theirs)).toBeVisible()
      // Edit leads there as well.
      await here.getByRole('button', { name: `Edit Theirs ${made.lastName}` }).click()
      await expect(dialog(here, 'Edit User').getByLabel('First Name')).toHaveValue('Augusta')
      await dialog(here, 'Edit User').getByRole('button', { name: 'Update' }).click()
      await expect(draftNotice(here, '')).toHaveCount(0)
      await expect(draftNotice(there, '')).toHaveCount(0)
      await keptDrafts(there, 0)
    })
    const stored = await (await api.get(`users/${made._id}`)).json()
    expect(stored).toMatchObject({ firstName: 'Augusta', email })
  })

  test('FORM-01 a reload and a 401: a new record is offered to its person alone, without the password, until they sign out', {
    tag: '@nightly',
  }, async ({ page, api, faults }) => {
    faults.allow(/Failed to load resource/)
    const other = await make(api, users, { role: 'admin', lastName: unique() })
    const form = dialog(page, 'Add New User')
    const first = form.getByLabel('First Name')
    const discard = dialog(page, 'Discard changes?').getByRole('button', { name: 'Discard' })
    await page.goto('/admin/users')
    await signIn(page)
    await page.getByRole('button', { name: 'Add User' }).click()
    await first.fill('Wangari')
    await form.getByRole('textbox', { name: 'Password' }).fill('three-blue-waymarks')
    page.on('dialog', (question) => question.accept())
    await page.reload()
    await expect(first).toHaveValue('Wangari')
    await page.goto('/admin/users')
    expect((await keptDrafts(page, 1))[0]).not.toContain('three-blue')

    await test.step('Add has it again, and Discard draft gives an empty form', async () => {
      await expect(draftNotice(page, 'a new user, “Wangari”,')).toBeVisible()
      await page.getByRole('button', { name: 'Add User' }).click()
      await expect(form.getByRole('status').filter({ hasText: 'is here again' })).toBeVisible()
      await expect(first).toHaveValue('Wangari')
      await expect(form.getByRole('textbox', { name: 'Password' })).toHaveValue('')
      await form.getByRole('button', { name: 'Discard draft' }).click()
      await discard.click()
      await expect(first).toHaveValue('')
      await expect(form.getByText('is here again')).toHaveCount(0)
      await first.fill('Wangari Maathai')
      await keptDrafts(page, 1)
    })
    await test.step('the session ends, and somebody else sees nothing of it', async () => {
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
      await expect(draftNotice(page, '')).toHaveCount(0)
      await expect(first).toHaveValue('')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Logout' }).click()
    })
    await test.step('its person has it again, until signing out by choice', async () => {
      await signIn(page)
      await expect(draftNotice(page, 'a new user, “Wangari Maathai M”,')).toBeVisible()
      await page.getByRole('button', { name: 'Logout' }).click()
      await expect(page).toHaveURL(/\/admin\/login/)
      await keptDrafts(page, 0)
      await signIn(page)
      await expect(page.getByText(/^1–10 of/)).toBeVisible()
      await expect(draftNotice(page, '')).toHaveCount(0)
    })
  })
})

test('FORM-01 a changed declaration, a browser that keeps nothing, and the editor of dashboards', {
  tag: '@nightly',
}, async ({ page, api }) => {
  page.on('dialog', (question) => question.accept())
  const made = await make(api, users, { lastName: unique() })
  const form = dialog(page, 'Edit User')
  const edit = page.getByRole('button', { name: `Edit Amara ${made.lastName}` })

  await test.step('what an older form had and this one has not is named', async () => {
    await openList(page, 'users', String(made.lastName))
    await edit.click()
    await form.getByLabel('First Name').fill('Augusta')
    await keptDrafts(page, 1)
    // Its address would open it again.
    await openList(page, 'users', String(made.lastName))
    await page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const opening = indexedDB.open('waymark', 1)
          opening.onsuccess = () => {
            const drafts = opening.result.transaction('drafts', 'readwrite').objectStore('drafts')
            const all = drafts.getAll()
            all.onsuccess = () => {
              const [one] = all.result
              const form = JSON.parse(one.text)
              form.typed.motto = 'Onward, with a long breath and both feet on the ground'
              form.fields.push({ path: 'motto', label: 'Motto', kind: 'text' })
              drafts.put({ ...one, text: JSON.stringify(form) }).onsuccess = () => {
                opening.result.close()
                resolve()
              }
            }
          }
        }),
    )
    await page.reload()
    await edit.click()
    const restored = form.getByRole('status').filter({ hasText: 'is here again' })
    await expect(restored).toContainText('No place was found in it for:')
    await expect(restored.getByRole('listitem')).toHaveText([
      'Motto: Onward, with a long breath and both feet on the ground',
    ])
    await expect(form.getByLabel('First Name')).toHaveValue('Augusta')
    await expectAccessible(page)
    await resize(page, { width: 390, height: 844 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page)
    await expect.poll(() => scrollWidth(page)).toBe(390)
    await openList(page, 'users', String(made.lastName))
    await expect(draftNotice(page, `Amara ${made.lastName}`)).toBeVisible()
    await expectAccessible(page)
    await expect.poll(() => scrollWidth(page)).toBe(390)
    await resize(page, { width: 1440, height: 900 })
    await page.emulateMedia({ colorScheme: 'light' })
  })

  await test.step('a dashboard that was being edited', async () => {
    const board = await makeDashboard(api)
    const left = page.getByRole('status').filter({ hasText: 'is here again' })
    await page.goto(`/admin/dashboards/${board._id}`)
    await button(page, 'Edit').click()
    await button(page, 'Remove Users').click()
    await keptDrafts(page, 2)
    await page.goto('/admin/dashboards')
    await draftNotice(page, board.title).getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL(new RegExp(board._id))
    await expect(left).toContainText('Users was removed.')
    await expect(page.getByRole('region', { name: 'Users', exact: true })).toHaveCount(0)
    await expectAccessible(page)
    await button(page, 'Cancel').click()
    await dialog(page, 'Discard changes?').getByRole('button', { name: 'Discard' }).click()
    await keptDrafts(page, 1)
    await expect(draftNotice(page, board.title)).toHaveCount(0)
    await button(page, 'Edit').click()
    await button(page, 'Remove Missions').click()
    await keptDrafts(page, 2)
    await page.reload()
    // Edit goes on with it, too.
    await button(page, 'Edit').click()
    await expect(left).toContainText('Missions was removed.')
    await button(page, 'Save').click()
    await expectToast(page, 'Success', 'Dashboard saved.')
    await keptDrafts(page, 1)
    const { widgets } = await readDashboard(api, board._id)
    expect(widgets.map(({ type }) => type)).toEqual(['userStats'])
  })

  await test.step('a browser that stores nothing is told of once, and the form works on', async () => {
    await page.addInitScript(() => {
      IDBDatabase.prototype.transaction = () => {
        throw new DOMException('Full', 'QuotaExceededError')
      }
    })
    await openList(page, 'users', String(made.lastName))
    await edit.click()
    await form.getByLabel('First Name').pressSequentially('Xy')
    await expectToast(page, 'No drafts are kept', 'This browser cannot store what you type')
    await form.getByRole('button', { name: 'Update' }).click()
    await expectToast(page, 'Success', 'User updated successfully.')
    await expect(rowOf(page, String(made.lastName))).toContainText('AmaraXy')
  })
})
