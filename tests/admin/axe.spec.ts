import type { APIRequestContext, Page } from '@playwright/test'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/browser.ts'
import { clean, make, unique } from '../support/records.ts'
import { dialog, openList, resize } from '../support/screen.ts'

const named = (page: string) => registry.find((one) => one.page === page) as Resource

const desktop = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

/** A colour is the same on every screen: each scheme and each size once shows them all. */
const looks = [
  ['light', desktop],
  ['dark', phone],
] as const

/** Makes a protocol of two phases and opens the list with it alone; gives its title. */
async function openProtocol(page: Page, api: APIRequestContext): Promise<string> {
  const title = `Axe ${unique()}`
  const mission = await make(api, named('missions'))
  const milestones = [{ title: 'Getting started', missions: [mission._id] }]
  const phases = ['Ground', 'Wall'].map((one) => ({ title: one, milestones }))
  await make(api, named('protocols'), { title, phases })
  await openList(page, 'protocols', title)
  return title
}

/** Makes a user, opens the list with it alone, and presses one of its buttons. */
async function openUser(page: Page, api: APIRequestContext, action: 'Edit' | 'Delete') {
  const mark = unique()
  await make(api, named('users'), { lastName: mark })
  await openList(page, 'users', mark)
  await page.getByRole('button', { name: new RegExp(`^${action} .*${mark}`) }).click()
}

/** Each state of the screens, reached as a user reaches it. */
const states: Record<string, (page: Page, api: APIRequestContext) => Promise<void>> = {
  'the home page': async (page) => {
    await page.goto('/admin')
    await expect(page.getByRole('time').first()).toBeVisible()
  },
  'a list': async (page) => {
    await page.goto('/admin/users')
    await expect(page.getByRole('button', { name: /^Edit / }).first()).toBeVisible()
  },
  'a list without paging': async (page) => {
    await page.goto('/admin/career-fields')
    await expect(page.getByRole('button', { name: /^Edit / }).first()).toBeVisible()
  },
  'a list that loads': async (page) => {
    await page.route('**/api/v1/users?*', () => undefined)
    await page.goto('/admin/users')
    await expect(page.getByText('Loading…')).toBeVisible()
  },
  'an empty list': async (page) => {
    await page.route('**/api/v1/users?*', (route) =>
      route.fulfill({ json: { users: [], count: 0 } }),
    )
    await page.goto('/admin/users')
    await expect(page.getByText('No users found').last()).toBeVisible()
  },
  'a list that failed': async (page) => {
    await page.route('**/api/v1/users?*', (route) => route.fulfill({ status: 500 }))
    await page.goto('/admin/users')
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  },
  'an open protocol card': async (page, api) => {
    const title = await openProtocol(page, api)
    await page.getByRole('button', { name: `Details of ${title}` }).click()
    await expect(page.getByRole('heading', { name: /^Phase 1/ })).toBeVisible()
  },
  'an expanded mentor': async (page, api) => {
    const name = `Axe ${unique()}`
    await make(api, named('mentors'), { name })
    await openList(page, 'mentors', name)
    await page.getByRole('button', { name: `Details of ${name}` }).click()
    await expect(page.getByText('Gemini ID')).toBeVisible()
  },
  'a form that was refused': async (page) => {
    await page.goto('/admin/users')
    await page.getByRole('button', { name: 'Add User' }).click()
    const form = dialog(page, 'Add New User')
    await form.getByRole('button', { name: 'Create' }).click()
    await expect(form.getByText('First Name is required.')).toBeVisible()
  },
  'the form of a mentor that was refused': async (page) => {
    await page.goto('/admin/mentors')
    await page.getByRole('button', { name: 'Add Mentor' }).click()
    const form = dialog(page, 'Add New Mentor')
    await form.getByRole('button', { name: 'Add Mentor' }).click()
    await expect(form.getByText('Name is required.')).toBeVisible()
  },
  'the form of a protocol with an open phase': async (page, api) => {
    const title = await openProtocol(page, api)
    await page.getByRole('button', { name: `Edit ${title}` }).click()
    const form = dialog(page, 'Edit Protocol')
    const second = form.getByRole('button', { name: /^Phase 2/ })
    await second.click()
    await expect(second).toHaveAttribute('aria-expanded', 'true')
  },
  'the form of a mission with three steps': async (page, api) => {
    const title = `Axe ${unique()}`
    const steps = ['Pack', 'Walk', 'Arrive'].map((one) => ({ title: one }))
    await make(api, named('missions'), { title, steps })
    await openList(page, 'missions', title)
    await page.getByRole('button', { name: `Edit ${title}` }).click()
    await expect(dialog(page, 'Edit Mission').getByLabel('Step 3 title')).toHaveValue('Arrive')
  },
  'an edit form in conflict': async (page, api) => {
    await openUser(page, api, 'Edit')
    const form = dialog(page, 'Edit User')
    await form.getByLabel('First Name').fill('Mine')
    await page.route('**/api/v1/users/*', (route) =>
      route.fulfill({
        status: 412,
        json: { error: { message: 'Stale', current: { firstName: 'Theirs', version: 7 } } },
      }),
    )
    await form.getByRole('button', { name: 'Update' }).click()
    await expect(form.getByText('Save mine anyway')).toBeVisible()
  },
  'a question before deleting': async (page, api) => {
    await openUser(page, api, 'Delete')
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
  },
}

test.describe('axe finds nothing, light on a desktop and dark on a phone', () => {
  test.afterEach(({ api }) => clean(api))

  for (const [name, reach] of Object.entries(states))
    test(name, async ({ page, api }) => {
      await reach(page, api)
      for (const [colorScheme, viewport] of looks)
        await test.step(`${colorScheme}, ${viewport.width} pixels`, async () => {
          await page.emulateMedia({ colorScheme })
          await resize(page, viewport)
          await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
          await expectAccessible(page)
        })
    })
})
