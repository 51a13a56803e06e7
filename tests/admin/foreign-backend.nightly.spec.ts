import { chief, storm } from '../fixtures/foreign/records.ts'
import { SECRET } from '../fixtures/foreign/server.ts'
import { expect, signedOut, signIn, test } from '../support/browser.ts'
import { chosenIn, dialog, expectToast, rowOf } from '../support/screen.ts'
import { choose, remove, startForeignVariant } from '../support/variant-foreign.ts'

/**
 * The console, built for another team's backend on another origin (tests/fixtures/foreign), works there. `npm run
 * console` serves the pages and their policy, without our API and database.
 */

test.describe.configure({ mode: 'serial' })
test.use({ storageState: signedOut })

const there = startForeignVariant()
const { open, writes } = there

test('signs in at another origin and stays signed in; home shows its records', async ({ page }) => {
  const answer = await page.goto(`${there.url}/admin/login`)
  expect(answer?.headers()['content-security-policy']).toContain(
    `connect-src 'self' ${there.foreign.origin};`,
  )
  await signIn(page, { email: chief.email, password: 'wrong' })
  await expect(page.getByRole('alert')).toContainText('The harbour master does not know you.')
  await signIn(page, { email: chief.email, password: SECRET })

  // This backend has no overview, and nothing replaces it.
  const actions = page.getByRole('region', { name: 'Quick Actions' })
  await expect(actions).toBeVisible()
  await expect(page.getByRole('list', { name: 'Totals' })).toHaveCount(0)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.reload()
  await expect(actions).toBeVisible()
  const overviews = there.foreign.seen.filter(({ path }) => path === '/admin/system-overview')
  expect(overviews).toHaveLength(1)
  await expect(page.getByText(chief.email).first()).toBeVisible()
  expect(there.foreign.seen.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/profile', '/users/profile']),
  )
})

test('lists show their rows and pages; unknown values stay as they are', async ({ page }) => {
  await open(page, 'users')
  await expect(page.getByText('Page 1 of 4')).toBeVisible()
  await expect(rowOf(page, 'guest2@northwind.example')).toContainText('N/A')
  await expect(
    rowOf(page, 'guest2@northwind.example').locator('time[datetime^="2026-01-01"]'),
  ).toBeVisible()
  await expect(rowOf(page, 'guest2@').locator('.ant-tag').first()).toHaveText('coach')
  const menu = page.getByRole('navigation')
  await menu.getByRole('link', { name: 'Missions' }).click()
  await expect(page.getByText('Page 1 of 3')).toBeVisible()
  const legend = rowOf(page, 'Cross the fjord in a storm')
  await expect(legend).toContainText('3 fortnights')
  await expect(legend.locator('.ant-tag').filter({ hasText: 'legendary' })).toBeVisible()
  await expect(rowOf(page, 'Errand 1').first()).toContainText('N/A')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(rowOf(page, 'Errand 10')).toHaveCount(1)

  await menu.getByRole('link', { name: 'Mentors' }).click()
  await expect(page.getByText('Page 1 of 2')).toBeVisible()
  await rowOf(page, 'Astrid').first().click()
  await expect(page.getByText('Speaks little, sees much.')).toBeVisible()
  await expect(page.getByText('gem-astrid')).toBeVisible()
  await expect(page.getByText(/\[object|undefined|NaN/)).toHaveCount(0)
})

test('users: created, refused, edited and deleted', async ({ page }) => {
  await open(page, 'users')
  await page.getByRole('button', { name: 'Add User' }).click()
  const form = dialog(page, 'Add New User')
  await form.getByLabel('First Name').fill('Sigrid')
  await form.getByLabel('Last Name').fill('Moen')
  await form.getByLabel('Email').fill(chief.email)
  await form.getByRole('textbox', { name: 'Password' }).fill('nine-white-cairns')
  await form.getByRole('button', { name: 'Create' }).click()
  await expectToast(page, 'Error', 'That address has a berth already.')
  await form.getByLabel('Email').fill('sigrid@northwind.example')
  await form.getByRole('button', { name: 'Create' }).click()
  await expectToast(page, 'Success', 'User created successfully.')
  await expect(rowOf(page, 'sigrid@northwind.example')).toBeVisible()

  await rowOf(page, 'guest2@northwind.example').getByRole('button', { name: /^Edit/ }).click()
  const edit = dialog(page, 'Edit User')
  await expect(chosenIn(edit.getByLabel('Role'))).toHaveText('coach')
  await edit.getByLabel('First Name').fill('Knut')
  await edit.getByRole('button', { name: 'Update' }).click()
  await expectToast(page, 'Success', 'User updated successfully.')
  await expect(rowOf(page, 'Knut')).toContainText('coach')
  expect(there.foreign.held('users', 2)).toMatchObject({
    firstName: 'Knut',
    lastName: null,
    role: 'coach',
    createdAt: chief.createdAt,
    locker: { floor: 0, keys: [0] },
  })

  await remove(
    page,
    'Sigrid Moen',
    'Are you sure you want to delete this user?',
    'User deleted successfully.',
  )
  // Although the answers are slow, no write was sent twice.
  expect(writes('/users').map(({ method }) => method)).toEqual(['PUT', 'DELETE'])
  expect(writes('/auth/register')).toHaveLength(2)
})

test('missions: an edit keeps steps, unknown values and foreign keys; career fields are selected', async ({
  page,
}) => {
  await open(page, 'missions')
  await page.getByRole('button', { name: `Edit ${storm.title}` }).click()
  const edit = dialog(page, 'Edit Mission')
  await expect(chosenIn(edit.getByLabel('Difficulty'))).toHaveText('legendary')
  await expect(chosenIn(edit.getByRole('combobox', { name: 'Career Fields' })).first()).toHaveText(
    'Shipbuilding',
  )
  await edit.getByRole('textbox', { name: 'Title', exact: true }).fill('Cross the sound in fog')
  await edit.getByRole('button', { name: 'Update' }).click()
  await expectToast(page, 'Success', 'Mission updated successfully.')
  await expect(rowOf(page, 'Cross the sound in fog')).toContainText('legendary')
  const { body } = writes('/missions/templates/101').at(-1) ?? {}
  // The order of a step is its position.
  const steps = (storm.steps as object[]).map((one, order) => ({ ...one, order }))
  const { id, ...kept } = { ...storm, title: 'Cross the sound in fog', steps }
  expect(body).toEqual(kept)

  await page.getByRole('button', { name: 'Add Mission' }).click()
  const form = dialog(page, 'Add New Mission')
  await form.getByRole('textbox', { name: 'Title', exact: true }).fill('Mend a net')
  await form.getByLabel('Type').fill('craft')
  await choose(form, 'Career Fields', 'glac', 'Glaciology')
  await form.getByRole('button', { name: 'Add step' }).click()
  await form.getByLabel('Step 1 title').fill('Find the hole')
  await form.getByRole('button', { name: 'Create' }).click()
  await expectToast(page, 'Success', 'Mission created successfully.')
  await expect(rowOf(page, 'Mend a net')).toBeVisible()
  expect(writes('/missions/templates').at(-1)?.body).toMatchObject({
    title: 'Mend a net',
    careerFields: [14],
    steps: [{ title: 'Find the hole', order: 0 }],
  })
  await remove(
    page,
    'Mend a net',
    'Are you sure you want to delete this mission?',
    'Mission deleted.',
  )
})

test('resources that the backend lacks are missing from the menu, and their pages say so', async ({
  page,
}) => {
  await open(page, 'missions')
  await expect(rowOf(page, 'Errand 1').first()).toBeVisible()
  await expect(page.getByRole('link', { name: /Messages|Waitlist/ })).toHaveCount(0)
  await page.goto(`${there.url}/admin/messages`)
  await expect(page.getByText('This server has no messages.')).toBeVisible()
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByText('This server has no messages.')).toBeVisible()
})

test('all requests went to the other origin, as the browser and both servers allow', () => {
  expect([...there.asked]).toEqual([there.foreign.origin])
  expect(there.foreign.preflights()).toBeGreaterThan(0)
  expect(there.foreign.seen.filter(({ headers }) => headers['if-match'] !== undefined)).toEqual([])
  expect(there.broken).toEqual([])
})
