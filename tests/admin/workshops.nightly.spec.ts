import { execFileSync } from 'node:child_process'
import { copyFileSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { API_BASE } from '#contract/api.ts'
import mentors from '#resources/mentors.ts'
import { admin, expect, signedOut, signIn, test } from '../support/browser.ts'
import { doWith, openEntry } from '../support/entries.ts'
import { openMore, taking } from '../support/filters.ts'
import type { Product } from '../support/product.ts'
import { dialog, expectToast, pick, rowOf } from '../support/screen.ts'
import { buildVariant, type Variant } from '../support/variant.ts'

/** Adds a resource as docs/adding-a-resource.md says: with one file and one line. */

test.use({ storageState: signedOut })
test.describe.configure({ mode: 'default' })

let variant: Variant | undefined
let product: Product

test.beforeAll(async () => {
  // It builds the console first.
  test.setTimeout(600_000)
  variant = await buildVariant({
    change: addWorkshops,
  })
  product = await variant.start()
})
test.afterAll(async () => {
  await product?.stop()
  variant?.remove()
})

function addWorkshops(folder: string): void {
  const command = ['scripts/new-resource.mjs', 'workshops']
  execFileSync(process.execPath, command, { cwd: folder, stdio: 'pipe' })
  copyFileSync('tests/fixtures/workshops.ts', join(folder, 'src/resources/workshops.ts'))
  const edits = changesIn(folder)
  const [file = 0, registry = 0] = [edits['resources/workshops.ts'], edits['resources/declared.ts']]
  const others = Object.keys(edits).length - 2
  console.log(
    `workshops: 1 file of ${file} lines, ${registry} registry line, ${others} other edits`,
  )
  expect([file <= 45, registry, others]).toEqual([true, 1, 0])
}

/** How many lines each file below src has more than the original. Files without a difference are omitted. */
function changesIn(folder: string): Record<string, number> {
  const linesOf = (file: string) => {
    try {
      return readFileSync(file, 'utf8').trimEnd().split('\n').length
    } catch {
      return 0
    }
  }
  const files = readdirSync(join(folder, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, 'src').length + 1))
  return Object.fromEntries(
    files
      .map(
        (file) => [file, linesOf(join(folder, 'src', file)) - linesOf(join('src', file))] as const,
      )
      .filter(([, lines]) => lines !== 0),
  )
}

test('workshops from one file and one line: list, ranges, order, three sessions, wrong input, edit, delete', async ({
  page,
}) => {
  test.slow()
  const api = await callerOf(product.url)
  const field = await api('POST', '/career-fields', { name: 'Surveying' })
  const mentor = await api('POST', '/mentors', {
    ...mentors.sample,
    name: 'Ines Duarte',
    careerFields: [field._id],
  })
  await page.goto(`${product.url}/admin/login`)
  await signIn(page)
  await page.getByRole('navigation').getByRole('link', { name: 'Workshops' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Workshops' })).toBeVisible()
  await expect(page.getByRole('cell', { name: 'No workshops found' })).toBeVisible()

  // Errors are shown at each field, and the typed text is kept.
  await page.getByRole('button', { name: 'Add Workshop' }).first().click()
  const form = dialog(page, 'Add New Workshop')
  await form.getByLabel('Description').fill('Bring a map.')
  await form.getByLabel('Capacity').fill('0')
  await form.getByLabel('Contact Email').fill('nobody')
  await form.getByRole('button', { name: 'Create' }).click()
  for (const [label, says] of [
    ['Title', 'Title is required.'],
    ['Starts At', 'Starts At is required.'],
    ['Capacity', 'Capacity must be at least 1.'],
    ['Contact Email', 'Contact Email must be an email address like name@example.org.'],
  ] as const)
    await expect(form.getByLabel(label).first()).toHaveAccessibleDescription(
      new RegExp(says.replaceAll('.', '\\.')),
    )
  await expect(form.getByLabel('Description')).toHaveValue('Bring a map.')

  await form.getByLabel('Title').first().fill('Read a contour map')
  await form.getByLabel('Starts At').fill('2027-03-01T09:30')
  await form.getByLabel('Capacity').fill('12')
  await pick(form.getByLabel('Format'), 'Hybrid')
  await form.getByLabel('Contact Email').fill('ines@example.org')
  await form.getByRole('combobox', { name: 'Mentor' }).focus()
  await page.keyboard.type('ines')
  await page.getByRole('option', { name: 'Ines Duarte' }).click()
  for (const [at, title] of ['Lines', 'Slopes', 'Paths'].entries()) {
    await form.getByRole('button', { name: 'Add session' }).click()
    await form.getByLabel(`Session ${at + 1} title`).fill(title)
    await form.getByLabel(`Session ${at + 1} minutes`).fill(String(20 * (at + 1)))
  }
  await form.getByRole('button', { name: 'Create' }).click()
  await expectToast(page, 'Success', 'Workshop created successfully.')

  const row = rowOf(page, 'Read a contour map')
  await expect(row).toContainText('1 Mar 2027')
  await expect(row.getByRole('link', { name: 'Ines Duarte' })).toHaveAttribute(
    'href',
    new RegExp(`/admin/mentors/${mentor._id}`),
  )
  const [stored] = (await api('GET', '/workshops')).workshops
  expect(stored.sessions.map(({ title, minutes }: Session) => [title, minutes])).toEqual([
    ['Lines', 20],
    ['Slopes', 40],
    ['Paths', 60],
  ])

  await api('POST', '/workshops', {
    title: 'Cross a stream',
    startsAt: '2027-02-01T09:30:00Z',
    capacity: 30,
    format: 'onsite',
    contactEmail: 'ford@example.org',
  })
  await page.reload()
  await page.getByRole('columnheader', { name: 'Starts At' }).click()
  await expect(titles(page)).toHaveText([/Cross a stream/, /Read a contour map/])

  // A range of numbers, and one of days.
  await openMore(page)
  await page.getByLabel('At least').fill('20')
  await page.keyboard.press('Enter')
  await expect(titles(page)).toHaveText([/Cross a stream/])
  await taking(page, 'Capacity').click()
  await openMore(page)
  await page.getByPlaceholder('On or after').fill('2027-02-15')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(titles(page)).toHaveText([/Read a contour map/])

  await page.getByRole('button', { name: 'Edit Read a contour map' }).click()
  const edit = dialog(page, 'Edit Workshop')
  await expect(edit.getByLabel('Starts At')).toHaveValue(/^2027-03-01T/)
  await doWith(edit, 'session 3', 'Move up')
  await openEntry(edit, 'Session 1')
  await edit.getByLabel('Session 1 minutes').fill('0')
  await edit.getByRole('button', { name: 'Update' }).click()
  await expect(edit.getByLabel('Session 1 minutes')).toHaveAccessibleDescription(/at least 1/)
  await edit.getByLabel('Session 1 minutes').fill('25')
  await edit.getByRole('button', { name: 'Update' }).click()
  await expectToast(page, 'Success', 'Workshop updated successfully.')
  const after = await api('GET', `/workshops/${stored._id}`)
  expect(after.sessions.map(({ title, minutes }: Session) => [title, minutes])).toEqual([
    ['Lines', 25],
    ['Paths', 60],
    ['Slopes', 40],
  ])

  await page.getByRole('button', { name: 'Delete Read a contour map' }).click()
  await dialog(page, 'Delete Read a contour map?').getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Success', 'Workshop deleted.')
  await expect(rowOf(page, 'Read a contour map')).toHaveCount(0)
})

interface Session {
  title: string
  minutes: number
}

const titles = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') })

/** Calls the API as the admin. */
async function callerOf(url: string) {
  const call = async (method: string, path: string, body?: object, token = '') => {
    const answer = await fetch(`${url}${API_BASE}${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      ...(body && { body: JSON.stringify(body) }),
    })
    expect(answer.status, `${method} ${path}`).toBeLessThan(300)
    return answer.json()
  }
  const { token } = await call('POST', '/auth/login', admin)
  return (method: string, path: string, body?: object) => call(method, path, body, token)
}
