import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { expectAccessible } from '../support/axe.ts'
import { admin, expect, test, toasts } from '../support/browser.ts'
import { doWith } from '../support/entries.ts'
import { clean, make, unique } from '../support/records.ts'
import { chosenIn, counted, dialog, expectToast, openList, pick, rowOf } from '../support/screen.ts'

const named = (name: string) => registry.find((one) => one.name === name) as Resource
const users = named('users')

test.afterEach(({ api }) => clean(api))

test.describe('an admin is created deliberately', () => {
  test('promoting asks again with the name, works by keyboard, and Cancel keeps the form', {
    tag: '@nightly',
  }, async ({ page, api }) => {
    const made = await make(api, users, { lastName: unique() })
    const puts = counted(page, 'PUT', '/users/')
    await openList(page, 'users', String(made.lastName))
    await page.getByRole('button', { name: `Edit Amara ${made.lastName}` }).click()
    const form = dialog(page, 'Edit User')
    await form.getByLabel('First Name').fill('Zoë')
    await pick(form.getByLabel('Role'), 'Admin')
    const update = form.getByRole('button', { name: 'Update' })
    await update.press('Enter')
    const question = page.getByRole('dialog', { name: /^Make .*Zoë .* an admin\?$/ })
    await expect(question).toContainText('can make other users admins')
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(update).toBeFocused()
    await expect(form.getByLabel('First Name')).toHaveValue('Zoë')
    await expect(chosenIn(form.getByLabel('Role'))).toHaveText('Admin')

    await page.keyboard.press('Enter')
    await question.getByRole('button', { name: 'Make admin' }).click()
    await expect(rowOf(page, String(made.lastName))).toContainText('Admin')

    // Saving an admin asks nothing again. Removing the role warns that sessions end.
    await page.getByRole('button', { name: /^Edit Zoë/ }).click()
    await form.getByLabel('First Name').fill('Zoe')
    await update.click()
    await expect(rowOf(page, `Zoe ${made.lastName}`)).toHaveCount(1)
    await page.getByRole('button', { name: /^Edit Zoe/ }).click()
    await pick(form.getByLabel('Role'), 'User')
    await update.click()
    const back = dialog(page, `Remove console access from Zoe ${made.lastName}?`)
    await expect(back).toContainText('The user is signed out immediately')
    await back.getByRole('button', { name: 'Remove access' }).click()
    await expect(form).toBeHidden()
    await expect(rowOf(page, String(made.lastName))).not.toContainText('Admin')
    expect(puts).toHaveLength(3)
  })

  test('a new admin is confirmed too, and a later error has the focus', {
    tag: '@nightly',
  }, async ({ page, api }) => {
    const taken = await make(api, users)
    const posts = counted(page, 'POST', '/auth/register')
    await page.goto('/admin/users')
    await page.getByRole('button', { name: 'Add User' }).click()
    const form = dialog(page, 'Add New User')
    await form.getByLabel('First Name').fill('Zoë')
    await form.getByLabel('Last Name').fill('Baker')
    await form.getByLabel('Email').fill(String(taken.email))
    await form.getByRole('textbox', { name: 'Password' }).fill('nine-white-cairns')
    await pick(form.getByLabel('Role'), 'Admin')
    await form.getByRole('button', { name: 'Create' }).click()
    const question = page.getByRole('dialog', { name: /^Make .*Zoë Baker.* an admin\?$/ })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
    await expect(form.getByRole('textbox', { name: 'Password' })).toHaveValue('nine-white-cairns')
    await form.getByRole('button', { name: 'Create' }).click()
    await question.getByRole('button', { name: 'Make admin' }).click()
    await expect(form.getByLabel('Email')).toHaveAccessibleDescription(/already exists/)
    await expect(form.getByLabel('Email')).toBeFocused()
    expect(posts).toHaveLength(1)
  })
})

test.describe('a refused deletion leaves no button that cannot work', () => {
  test('uses are named before the click: only Close is offered, and has the focus', async ({
    page,
    api,
  }) => {
    const field = await make(api, named('career-fields'), { name: `Aa ${unique()}` })
    const mission = await make(api, named('missions/templates'), { careerFields: [field._id] })
    await page.goto('/admin/career-fields')
    await page.getByRole('button', { name: `Delete ${field.name}` }).click()
    const question = dialog(page, `Delete ${field.name}?`)
    await expect(question).toContainText('1 mission uses it: ')
    await expect(question).toContainText('Are you sure you want to delete this career field?')
    await expect(question.getByRole('link')).toHaveText(String(mission.title))
    await expect(question.getByRole('button', { name: 'Delete' })).toHaveCount(0)
    await expect(question.getByRole('button', { name: 'Close' }).last()).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(question).toBeHidden()
  })

  test('a mission with learners is deleted, and restored', {
    tag: '@nightly',
  }, async ({ page, api }) => {
    const mission = await make(api, named('missions/templates'), { title: `Aa ${unique()}` })
    const name = String(mission.title)
    await page.goto(`/admin/missions?search=${encodeURIComponent(name)}`)
    await page.route(`**/${mission._id}/uses`, (route) =>
      route.fulfill({
        json: { uses: [], hasOthers: false, people: { learners: { total: 39, open: 27 } } },
      }),
    )
    const question = dialog(page, `Delete ${name}?`)
    await page.getByRole('button', { name: `Delete ${name}` }).click()
    await expect(question).toContainText('39 learners have this mission.')
    await question.getByRole('button', { name: 'Delete' }).click()
    await expectToast(page, 'Success', 'Mission deleted.')
    await expect(rowOf(page, name)).toHaveCount(0)
    await toasts(page).getByRole('button', { name: 'Undo' }).click()
    await expectToast(page, 'Undone', 'The mission is restored.')
    await expect(rowOf(page, name)).toHaveCount(1)
    await expectAccessible(page)
  })
})

test('a phase without milestones is noted, and can be saved', { tag: '@nightly' }, async ({
  page,
  api,
}) => {
  const title = `Path ${unique()}`
  const NOTE = 'This phase has no milestones yet, so learners have nothing to do in it.'
  await page.goto('/admin/protocols')
  await page.getByRole('button', { name: 'Add Protocol' }).click()
  const form = dialog(page, 'Add New Protocol')
  await form.getByLabel('Protocol Title').fill(title)
  const notes = form.getByText(NOTE)
  await expect(notes).toHaveCount(0)
  await form.getByRole('button', { name: 'Add phase' }).click()
  await expect(form.getByLabel('Phase 2 Title', { exact: true })).toBeFocused()
  await page.keyboard.type('Depth')
  await expect(notes).toHaveCount(1)
  await form.getByRole('button', { name: /^Add milestone.*Phase 2/ }).click()
  await expect(notes).toHaveCount(0)
  await doWith(form, 'phase 2, milestone 1', 'Remove')
  await expect(notes).toHaveCount(1)
  await form.getByRole('button', { name: 'Create' }).click()
  await expectToast(page, 'Success', 'Protocol created successfully.')
  const found = await (await api.get('protocols/templates', { params: { search: title } })).json()
  expect(found.protocols[0].phases[1]).toMatchObject({ title: 'Depth', milestones: [] })
  await api.delete(`protocols/templates/${found.protocols[0]._id}`)
})

test.describe('signing in fails', () => {
  test.use({ storageState: { cookies: [], origins: [] } })

  test('after a failed click the focus is in the password', async ({ page }) => {
    await page.goto('/admin/login')
    await page.getByLabel('Email').fill(admin.email)
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('alert')).not.toBeEmpty()
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  })
})
