import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { expectAccessible, expectNoViolations } from '../support/axe.ts'
import { expect, test } from '../support/browser.ts'
import { makeDashboard, openEditor } from '../support/dashboards.ts'
import { chip, openSelect } from '../support/filters.ts'
import { clean, make, named, unique } from '../support/records.ts'
import { dialog, moment, openList, resize } from '../support/screen.ts'

const desktop = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

/** A colour is the same at every size: each scheme and each size once is enough. */
const looks = [
  ['light', desktop],
  ['dark', phone],
] as const

/** Makes a protocol of two phases and opens the list with only that. Returns its title. */
async function openProtocol(page: Page, api: APIRequestContext): Promise<string> {
  const title = `Axe ${unique()}`
  const mission = await make(api, named('missions'))
  const milestones = [{ title: 'Getting started', missions: [mission._id] }]
  const phases = ['Ground', 'Wall'].map((one) => ({ title: one, milestones }))
  await make(api, named('protocols'), { title, phases })
  await openList(page, 'protocols', title)
  return title
}

/** Runs axe on the page in each look, then makes the page light and wide again. */
async function audit(page: Page, what: string) {
  await test.step(what, async () => {
    for (const [colorScheme, viewport] of looks) {
      await page.emulateMedia({ colorScheme })
      await resize(page, viewport)
      await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
      await expectAccessible(page)
    }
    await page.emulateMedia({ colorScheme: 'light' })
    await resize(page, desktop)
  })
}

/** Opens the home page, two lists and a form, and calls `judge` on each. */
async function visit(page: Page, judge: (what: string) => Promise<void>) {
  const link = (name: string) => page.getByRole('navigation').getByRole('link', { name })
  await page.goto('/admin')
  await expect(page.getByRole('time').first()).toBeVisible()
  await judge('the home page')
  await link('Career Fields').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Career Fields')
  await expect(page.getByRole('button', { name: /^Edit / }).first()).toBeVisible()
  await judge('a list without paging')
  await link('Users').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Users')
  await expect(page.getByRole('button', { name: /^Edit / }).first()).toBeVisible()
  await judge('a list')
  await page.getByRole('button', { name: 'Add User' }).click()
  const form = dialog(page, 'Add New User')
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(form.getByText('First Name is required.')).toBeVisible()
  await judge('a form that was refused')
}

const entry = (page: Page, text: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: text }).first()

/** States of other screens: their address, and what shows that they are ready. */
const SCREENS: readonly [what: string, path: string, ready: (page: Page) => Locator][] = [
  ['figures', 'analytics?tab=missions&compare=1&table=byType', (page) => page.getByRole('table')],
  ['dashboards', 'dashboards', (page) => page.getByText('Total users').first()],
  ['activity', 'activity', (page) => page.getByRole('button', { name: /^Details of/ }).first()],
  ['sign-ins', 'activity?show=security', (page) => entry(page, 'Signed in')],
  ['a filtered list', 'missions?isActive=true', (page) => chip(page, 'Status: Active')],
  ['an import', 'users/import', (page) => page.getByRole('heading', { name: 'Choose a file' })],
  ['settings', 'settings', (page) => page.getByText('Settings management is not implemented yet.')],
  ['an account', 'account', (page) => page.getByRole('combobox', { name: 'Theme' })],
]

test('axe finds no violation on the home page, in lists and in a form that was refused', ({
  page,
}) => visit(page, (what) => test.step(what, () => expectNoViolations(page))))

test.describe('axe finds nothing, light on a desktop and dark on a phone', {
  tag: '@nightly',
}, () => {
  test.beforeEach(() => test.slow())
  test.afterEach(({ api }) => clean(api))

  test('the home page, a list without paging, a list, and a form that was refused', ({ page }) =>
    visit(page, (what) => audit(page, what)))

  test('figures, dashboards, activity, a filtered list, an import, settings and an account', async ({
    page,
  }) => {
    test.setTimeout(240_000)
    for (const [what, path, ready] of SCREENS) {
      await page.goto(`/admin/${path}`)
      await expect(ready(page)).toBeVisible()
      await audit(page, what)
    }
  })

  test('a dashboard that is edited, and an open list of choices in a form', async ({
    page,
    api,
  }) => {
    await openEditor(page, await makeDashboard(api))
    await audit(page, 'a dashboard that is edited')
    await page.goto('/admin/missions?add')
    const field = dialog(page, 'Add New Mission').getByRole('combobox', { name: 'Career Fields' })
    await openSelect(field)
    await expect(page.getByRole('option').first()).toBeVisible()
    await expectAccessible(page)
  })

  test('a list that loads, that failed, and that is empty', async ({ page }) => {
    const { awaited: held, come: release } = moment()
    let answer: object = { status: 500 }
    await page.route('**/api/v1/users?*', async (route) => {
      await held
      await route.fulfill(answer)
    })
    await page.goto('/admin/users')
    await expect(page.getByText('Loading…')).toBeVisible()
    await audit(page, 'a list that loads')
    release()
    const retry = page.getByRole('button', { name: 'Retry' })
    await expect(retry).toBeVisible()
    await audit(page, 'a list that failed')
    answer = { json: { users: [], count: 0 } }
    await retry.click()
    await expect(page.getByText('No users found').last()).toBeVisible()
    await expect(retry).toHaveCount(0)
    await audit(page, 'an empty list')
  })

  test('an open protocol card, and the form of a protocol with an open phase', async ({
    page,
    api,
  }) => {
    const title = await openProtocol(page, api)
    await page.getByRole('button', { name: `Details of ${title}` }).click()
    await expect(page.getByRole('heading', { name: /^Phase 1/ })).toBeVisible()
    await audit(page, 'an open protocol card')
    await page.getByRole('button', { name: `Edit ${title}` }).click()
    const form = dialog(page, 'Edit Protocol')
    const second = form.getByRole('button', { name: /^Phase 2/ })
    await second.click()
    await expect(second).toHaveAttribute('aria-expanded', 'true')
    await audit(page, 'the form of a protocol with an open phase')
  })

  test('an expanded mentor, and the form of a mentor that was refused', async ({ page, api }) => {
    const name = `Axe ${unique()}`
    await make(api, named('mentors'), { name })
    await openList(page, 'mentors', name)
    await page.getByRole('button', { name: `Details of ${name}` }).click()
    await expect(page.getByText('Gemini ID')).toBeVisible()
    await audit(page, 'an expanded mentor')
    await page.getByRole('button', { name: 'Add Mentor' }).click()
    const form = dialog(page, 'Add New Mentor')
    await form.getByRole('button', { name: 'Add Mentor' }).click()
    await expect(form.getByText('Name is required.')).toBeVisible()
    await audit(page, 'the form of a mentor that was refused')
  })

  test('the form of a mission with three steps', async ({ page, api }) => {
    const title = `Axe ${unique()}`
    const steps = ['Pack', 'Walk', 'Arrive'].map((one) => ({ title: one }))
    await make(api, named('missions'), { title, steps })
    await openList(page, 'missions', title)
    await page.getByRole('button', { name: `Edit ${title}` }).click()
    const form = dialog(page, 'Edit Mission')
    await form.getByRole('button', { name: /^Step 3/ }).click()
    await expect(form.getByLabel('Step 3 title')).toHaveValue('Arrive')
    await audit(page, 'the form of a mission with three steps')
  })

  test('a question before deleting, and an edit form in conflict', async ({ page, api }) => {
    const mark = unique()
    await make(api, named('users'), { lastName: mark })
    await openList(page, 'users', mark)
    const press = (action: string) =>
      page.getByRole('button', { name: new RegExp(`^${action} .*${mark}`) }).click()
    await press('Delete')
    const question = page.getByRole('dialog')
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await audit(page, 'a question before deleting')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toHaveCount(0)

    await press('Edit')
    const form = dialog(page, 'Edit User')
    await form.getByLabel('First Name').fill('Mine')
    await page.route('**/api/v1/users/*', (route) =>
      route.fulfill({
        status: 412,
        json: { error: { message: 'Stale', current: { firstName: 'Theirs', version: 7 } } },
      }),
    )
    await form.getByRole('button', { name: 'Update' }).click()
    await expect(form.getByText('Save my version')).toBeVisible()
    await audit(page, 'an edit form in conflict')
  })
})
