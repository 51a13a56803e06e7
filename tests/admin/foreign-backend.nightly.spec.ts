import { astrid, chief, storm, winter } from '../fixtures/foreign/records.ts'
import { SECRET } from '../fixtures/foreign/server.ts'
import { expect, signedOut, signIn, test } from '../support/browser.ts'
import { chosenIn, dialog, expectToast, rowOf } from '../support/screen.ts'
import { choose, remove, startForeignVariant } from '../support/variant-foreign.ts'

/**
 * The console, built for a backend by other people on another origin (tests/fixtures/foreign), does the whole
 * daily job there. `npm run console` gives the pages and their policy; no API and no database of ours is started.
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

  // It has no overview: nothing stands in its place.
  const actions = page.getByRole('region', { name: 'Quick Actions' })
  await expect(actions).toBeVisible()
  await expect(page.getByRole('list', { name: 'Totals' })).toHaveCount(0)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.reload()
  await expect(actions).toBeVisible()
  const overviews = there.foreign.seen.filter(({ path }) => path === '/admin/system-overview')
  expect(overviews).toHaveLength(1)
  await page
    .getByRole('region', { name: 'Quick Actions' })
    .getByRole('link', { name: /Mentors/ })
    .click()
  await expect(rowOf(page, 'Astrid')).toContainText('Reading the ice')

  await page.reload()
  await expect(rowOf(page, 'Astrid')).toContainText('Reading the ice')
  await expect(page.getByText(chief.email).first()).toBeVisible()
  expect(there.foreign.seen.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/profile', '/users/profile']),
  )
})

test('each list shows its rows, its pager and grey texts', async ({ page }) => {
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

  await menu.getByRole('link', { name: 'Protocols' }).click()
  await expect(page.getByText('Page 1 of 2')).toBeVisible()
  await expect(page.getByText('Level: heroic')).toBeVisible()
  await page
    .getByRole('button', { name: /Through the first winter/ })
    .first()
    .click()
  await expect(page.getByText('Night 4.2')).toBeVisible()
  // Two hundred rows further no list of ten would have it: the server knows no `ids`.
  await expect(page.getByText('Errand 19').first()).toBeVisible()

  await menu.getByRole('link', { name: 'Career Fields' }).click()
  await expect(page.getByText('Page 1 of 2')).toBeVisible()
  await expect(rowOf(page, 'Shipbuilding')).toContainText('N/A')
  // It answers five of them at a time.
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('11–12 of 12')).toBeVisible()

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
  // Slow as the answers are, no write was sent twice.
  expect(writes('/users').map(({ method }) => method)).toEqual(['PUT', 'DELETE'])
  expect(writes('/auth/register')).toHaveLength(2)
})

test('career fields: created with an empty answer, refused at the field, edited, deleted', async ({
  page,
}) => {
  await open(page, 'career-fields')
  await page.getByRole('button', { name: 'Add Field' }).click()
  const form = dialog(page, 'Add New Career Field')
  await form.getByLabel('Field Name').fill('Shipbuilding')
  await form.getByRole('button', { name: 'Save Field' }).click()
  await expect(form.getByLabel('Field Name')).toHaveAccessibleDescription(/That trade is listed\./)
  await form.getByLabel('Field Name').fill('Lighthouse keeping')
  await form.getByRole('button', { name: 'Save Field' }).click()
  await expectToast(page, 'Success', 'Career field added.')
  await expect(rowOf(page, 'Lighthouse keeping')).toBeVisible()

  await page.getByRole('button', { name: 'Edit Forestry' }).click()
  const edit = dialog(page, 'Edit Career Field')
  await edit.getByLabel('Field Name').fill('Woodland care')
  await edit.getByRole('button', { name: 'Save Field' }).click()
  await expectToast(page, 'Success', 'Career field updated.')
  expect(there.foreign.held('careerFields', 12)).toEqual({
    id: 12,
    name: 'Woodland care',
    description: 'What a field number 2 is about.',
    icon: { glyph: 'anchor', size: 24 },
  })

  await remove(
    page,
    'Lighthouse keeping',
    'Are you sure you want to delete this career field?',
    'Career field deleted.',
  )
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

test('protocols: four phases are unchanged; missions are selected', async ({ page }) => {
  await open(page, 'protocols')
  await page.getByRole('button', { name: `Edit ${winter.title}` }).click()
  const edit = dialog(page, 'Edit Protocol')
  await expect(chosenIn(edit.getByLabel('Target Level'))).toHaveText('heroic')
  await edit.getByLabel('Protocol Title').fill('Through the second winter')
  await edit.getByRole('button', { name: 'Update' }).click()
  await expectToast(page, 'Success', 'Protocol updated successfully.')
  await expect(page.getByRole('heading', { name: 'Through the second winter' })).toBeVisible()
  const { body } = writes('/protocols/templates/201').at(-1) ?? {}
  // The order of a phase and of a milestone is its position.
  const phases = (winter.phases as { milestones: object[] }[]).map((phase, order) => ({
    ...phase,
    order,
    milestones: phase.milestones.map((one, at) => ({ ...one, order: at })),
  }))
  const { id, ...kept } = { ...winter, title: 'Through the second winter', phases }
  expect(body).toEqual(kept)

  await page.getByRole('button', { name: 'Add Protocol' }).click()
  const form = dialog(page, 'Add New Protocol')
  await form.getByLabel('Protocol Title').fill('A day on the quay')
  // The last of 24, which no first page of anything holds.
  await choose(form, 'Milestone 1 missions', 'errand 23', 'Errand 23')
  await form.getByRole('button', { name: 'Create' }).click()
  await expectToast(page, 'Success', 'Protocol created successfully.')
  await expect(page.getByRole('heading', { name: 'A day on the quay' })).toBeVisible()
  expect(writes('/protocols/templates').at(-1)?.body).toMatchObject({
    phases: [{ title: 'Fundamentals', milestones: [{ missions: [124] }] }],
  })
  await remove(
    page,
    'A day on the quay',
    'Are you sure you want to delete this protocol?',
    'Protocol deleted.',
  )
})

test('mentors: career fields as objects, ids or one; further ones are kept', async ({ page }) => {
  await open(page, 'mentors')
  await page.getByRole('button', { name: 'Edit Astrid' }).click()
  const edit = dialog(page, 'Edit Mentor')
  await expect(chosenIn(edit.getByRole('combobox', { name: 'Career Field' }))).toHaveText(
    'Shipbuilding',
  )
  await expect(chosenIn(edit.getByLabel('Experience Level'))).toHaveText('elder')
  await edit.getByRole('textbox', { name: 'Name', exact: true }).fill('Astrid the elder')
  await edit.getByRole('button', { name: 'Update Mentor' }).click()
  await expectToast(page, 'Success', 'Mentor updated successfully')
  const { body } = writes('/mentors/301').at(-1) ?? {}
  // Of records in the place of ids the ids go back.
  const { id, ...kept } = { ...astrid, name: 'Astrid the elder', careerFields: [11, 14] }
  expect(body).toEqual(kept)

  await page.getByRole('button', { name: 'Edit Guide 1', exact: true }).click()
  await expect(chosenIn(edit.getByRole('combobox', { name: 'Career Field' }))).toHaveText(
    'Shipbuilding',
  )
  await choose(edit, 'Career Field', 'nurs', 'Nursing')
  await edit.getByRole('button', { name: 'Update Mentor' }).click()
  await expectToast(page, 'Success', 'Mentor updated successfully')
  await expect.poll(() => there.foreign.held('mentors', 302)?.careerFields).toEqual([13, 12])

  await page.getByRole('button', { name: 'Add Mentor' }).click()
  const form = dialog(page, 'Add New Mentor')
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Leif')
  await choose(form, 'Career Field', 'bee', 'Beekeeping')
  await form.getByLabel('Specialization').fill('Honey')
  await form.getByLabel('Gemini AI Mentor ID').fill('gem-leif')
  await form.getByLabel('Bio').fill('Patient with bees.')
  await form.getByRole('button', { name: 'Add Mentor' }).click()
  await expectToast(page, 'Success', 'Mentor added successfully')
  await expect(rowOf(page, 'Leif')).toContainText('Honey')
  await remove(
    page,
    'Leif',
    'Are you sure you want to delete this mentor?',
    'Mentor deleted successfully',
  )
})

test('all requests went to the other origin, as the browser and both servers allow', () => {
  expect([...there.asked]).toEqual([there.foreign.origin])
  expect(there.foreign.preflights()).toBeGreaterThan(0)
  expect(there.foreign.seen.filter(({ headers }) => headers['if-match'] !== undefined)).toEqual([])
  expect(there.broken).toEqual([])
})
