import type { APIRequestContext, Page } from '@playwright/test'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { expect, test } from '../support/browser.ts'
import { buildPseudo, said, servePseudo, untranslated } from '../support/pseudo.ts'
import { resize } from '../support/screen.ts'

const { step } = test
// Dates follow the browser's language.
test.use({ locale: 'ar-EG' })
const desktop = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

const PAGES = [
  '',
  '/dashboards',
  '/analytics',
  '/analytics?tab=missions',
  '/activity',
  '/settings',
  '/account',
]
const WAITING = '[aria-busy="true"], .ant-skeleton, [class*=Spinner-], .ant-spin-spinning'

let built: Awaited<ReturnType<typeof buildPseudo>>
test.beforeAll(async () => {
  // It builds the console first.
  test.setTimeout(600_000)
  built = await buildPseudo()
})
test.afterAll(() => built.remove())

/** Waits until everything has loaded and is drawn. */
async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page.locator(WAITING)).toHaveCount(0)
}

/** The address of a resource's first record: of its form, else of its page. */
async function firstOf(api: APIRequestContext, resource: Resource): Promise<string[]> {
  const answer = await api.get(`${resource.api.path.slice(1)}?limit=1`)
  const body = Object(await answer.json()) as Record<string, { _id?: string }[]>
  const id = (Array.isArray(body) ? body : body[resource.api.listKey])?.[0]?._id
  if (id === undefined) return []
  const form = resource.actions.includes('edit') ? '/edit' : ''
  return [`/admin/${resource.page}/${id}${form}`]
}

test('every string of every screen passes translate, once', async ({ page, api }) => {
  test.setTimeout(480_000)
  await servePseudo(page, built.folder)
  const found = new Set<string>()
  const read = async (what: string) => {
    for (const text of await untranslated(page)) found.add(`${what} | ${text}`)
  }
  const open = async (address: string) => {
    await page.goto(address)
    await settled(page)
    await read(address)
  }

  await step('the pages of the console', async () => {
    for (const address of PAGES) await open(`/admin${address}`)
  })
  for (const resource of registry.filter(({ hasOwnPage }) => !hasOwnPage))
    await step(resource.name, async () => {
      for (const address of [`/admin/${resource.page}`, ...(await firstOf(api, resource))])
        await open(address)
    })
  await step('lists on a phone, and what is deleted', async () => {
    await resize(page, phone)
    await open('/admin/missions')
    await open('/admin/users?deleted=true')
    await resize(page, desktop)
  })
  await step('a form that was refused', async () => {
    await page.goto('/admin/users')
    await page.getByRole('button', { name: said('Add User') }).click()
    await page.getByRole('button', { name: said('Create') }).click()
    await expect(page.locator('[aria-invalid=true]').first()).toBeVisible()
    await read('a form that was refused')
  })
  await step('palette and keys', async () => {
    await page.goto('/admin/users')
    await settled(page)
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('group', { name: said('Pages') })).toBeVisible()
    await read('the palette')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog')).toBeVisible()
    await read('the keys')
  })
  await step('signed out', async () => {
    await page.evaluate(() => localStorage.clear())
    await open('/admin/login')
  })
  expect([...found]).toEqual([])
  // Ignores requests that the page sends while it closes.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
