import type { APIRequestContext, Page } from '@playwright/test'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { expectAccessible } from '../support/axe.ts'
import { admin, expect, signedOut, signIn, test } from '../support/browser.ts'
import { clean, make, unique } from '../support/records.ts'
import { dialog, expectToast, openList, pick, scrollWidth } from '../support/screen.ts'

const users = registry.find(({ name }) => name === 'users') as Resource
const MANY = 143

test.afterEach(({ api }) => clean(api))

/** So many active users of one name, made a dozen at a time. */
async function makeMany(api: APIRequestContext, lastName: string): Promise<string[]> {
  const ids: string[] = []
  for (let from = 0; from < MANY; from += 12) {
    const numbers = Array.from({ length: Math.min(12, MANY - from) }, (_, at) => from + at)
    const made = await Promise.all(
      numbers.map((number) => make(api, users, { firstName: `Nr ${number}`, lastName })),
    )
    ids.push(...made.map(({ _id }) => _id))
  }
  return ids
}

const inactive = async (api: APIRequestContext, mark: string) => {
  const answer = await api.get(`users?search=${mark}&isActive=false&limit=100`)
  return Number((await answer.json()).count)
}
const bar = (page: Page) => page.getByRole('region', { name: 'Selected users' })
const boxOf = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}` })
const pageCheck = (page: Page, count: number) =>
  page.getByRole('checkbox', { name: `Select all ${count} on this page` })

test('143 users deactivated by mistake are active again the next day, but for the two that were set since', {
  tag: '@nightly',
}, async ({ page, api, browser }) => {
  test.slow()
  const mark = unique()
  const ids = await makeMany(api, mark)
  await openList(page, 'users', mark)

  await test.step('four steps: select the page, all matches, an action, and confirm its preview', async () => {
    await pageCheck(page, 10).click()
    await expect(bar(page)).toContainText('10 selected')
    await bar(page)
      .getByRole('button', { name: `Select all ${MANY} that match` })
      .click()
    await expect(bar(page)).toContainText(`All ${MANY} selected`)
    await expectAccessible(page)
    await bar(page).getByRole('button', { name: 'Deactivate' }).click()
    const asked = dialog(page, `Deactivate ${MANY} users`)
    await expect(asked).toContainText(`${MANY} users will change.`)
    await expectAccessible(page)
    expect(await inactive(api, mark)).toBe(0)
    await asked.getByRole('button', { name: `Deactivate ${MANY}` }).click()
    await expectToast(page, 'Success', `${MANY} users changed.`)
    await expect(bar(page)).toHaveCount(0)
    expect(await inactive(api, mark)).toBe(MANY)
  })

  for (const id of ids.slice(0, 2)) {
    const data = { isActive: true, firstName: 'Zoë' }
    expect((await api.put(`users/${id}`, { data })).ok()).toBe(true)
  }

  await test.step('another session undoes it, and sees the skipped parts', async () => {
    const context = await browser.newContext({ storageState: signedOut })
    const other = await context.newPage()
    await other.goto(`/admin/activity?resource=users&record=${ids.at(-1)}`)
    await signIn(other, admin)
    const line = other.getByRole('main').getByRole('listitem').filter({ hasText: mark }).first()
    await expect(line).toContainText(`Updated ${MANY} users:`)
    await line.getByRole('button', { name: /^Undo/ }).click()
    const asked = dialog(other, 'Only part of this can be undone')
    await expect(asked.getByText(`Will be undone (${MANY - 2})`)).toBeVisible()
    await expect(asked.getByText('Will be kept, because it changed later (2)')).toBeVisible()
    await expect(asked.getByRole('listitem').filter({ hasText: `Zoë ${mark}` })).toHaveCount(2)
    await asked.getByRole('button', { name: 'Undo' }).click()
    await expectToast(
      other,
      'Undone',
      `${MANY - 2} records are back to their earlier values. 2 were not undone.`,
    )
    expect(await inactive(api, mark)).toBe(0)
    await context.close()
  })
})

test('a selection is kept across pages and orders; a user is deactivated in its row’s menu, and active again by Undo', async ({
  page,
  api,
}) => {
  const mark = unique()
  await Promise.all(
    [...'ABCDEFGHIJKL'].map((firstName) => make(api, users, { firstName, lastName: mark })),
  )
  const box = (name: string) => boxOf(page, `${name} ${mark}`)
  await page.goto(`/admin/users?search=${mark}&sort=firstName`)

  await test.step('a range by Shift, kept across pages and orders, cleared by another query', async () => {
    await box('B').click()
    await box('E').click({ modifiers: ['Shift'] })
    await expect(bar(page)).toContainText('4 selected')
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(box('L')).not.toBeChecked()
    await box('L').focus()
    await page.keyboard.press('Space')
    await expect(bar(page)).toContainText('5 selected')
    await page.getByRole('columnheader', { name: 'Email' }).click()
    await expect(bar(page)).toContainText('5 selected')
    await page.goBack()
    await page.getByRole('button', { name: 'Previous' }).click()
    await expect(box('C')).toBeChecked()
  })

  await test.step('deactivated by the menu of its row, and active again by Undo', async () => {
    const more = page.getByRole('button', { name: `More actions for A ${mark}` })
    await more.click()
    await page.getByRole('menuitem', { name: 'Deactivate' }).dblclick()
    const question = dialog(page, `Deactivate A ${mark}?`)
    await question.getByRole('button', { name: 'Deactivate' }).click()
    await expect.poll(() => inactive(api, mark)).toBe(1)
    await expect(more).toBeFocused()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect.poll(() => inactive(api, mark)).toBe(0)
  })
})

test('on a phone users are selected, changed together, deleted and restored', {
  tag: '@nightly',
}, async ({ page, api }) => {
  const mark = unique()
  await Promise.all([...'ABC'].map((firstName) => make(api, users, { firstName, lastName: mark })))
  const found = async (more = '') =>
    (await (await api.get(`users?search=${mark}${more}`)).json()).count as number
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(`/admin/users?search=${mark}&sort=firstName`)
  await expect(page.getByRole('button', { name: `More actions for A ${mark}` })).toBeVisible()
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await boxOf(page, `A ${mark}`).click()
  await boxOf(page, `B ${mark}`).click()
  await expectAccessible(page)
  await expect.poll(() => scrollWidth(page)).toBe(390)
  await bar(page).getByRole('button', { name: 'Set…' }).click()
  await page.getByRole('menuitem', { name: 'Set Segment…' }).click()
  const asked = dialog(page, 'Set Segment for 2 users')
  await expect(asked.getByLabel('Segment')).toBeFocused()
  await pick(asked.getByLabel('Segment'), 'Graduate')
  await expect(asked).toContainText('2 users will change.')
  await expectAccessible(page)
  await asked.getByRole('button', { name: 'Change 2' }).click()
  await expect.poll(() => found('&segment=graduate')).toBe(2)
  await expect(asked).toHaveCount(0)

  await pageCheck(page, 3).click()
  await bar(page).getByRole('button', { name: 'Delete' }).click()
  await dialog(page, 'Delete 3 users').getByRole('button', { name: 'Delete 3' }).click()
  await expectToast(page, 'Success', '3 users deleted.')
  const undo = page.getByRole('button', { name: 'Undo', exact: true })
  // A toast below the pointer stays.
  await undo.hover()
  expect(await found()).toBe(0)
  await undo.click()
  await expect.poll(() => found()).toBe(3)
})

test('the bar hides no button; the own account stays active; a selection is exported', {
  tag: '@nightly',
}, async ({ page, api }) => {
  const mark = unique()
  await Promise.all(
    [...'ABCDEFGHIJKL'].map((firstName) => make(api, users, { firstName, lastName: mark })),
  )
  await page.goto(`/admin/users?search=${mark}&sort=firstName`)
  await boxOf(page, `A ${mark}`).click()

  await test.step('the bar covers neither the pager nor the last row', async () => {
    await page.getByRole('button', { name: `Delete J ${mark}` }).scrollIntoViewIfNeeded()
    for (const name of ['Next', `Delete J ${mark}`])
      await page.getByRole('button', { name }).click({ trial: true })
  })

  await test.step('the chosen ones as a file', async () => {
    const downloading = page.waitForEvent('download')
    await bar(page).getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: 'CSV' }).click()
    expect((await downloading).suggestedFilename()).toMatch(/^users_\d{4}-\d\d-\d\d\.csv$/)
  })

  await test.step('the signed-in user stays as before, with the reason, and stays selected', async () => {
    await page.goto(`/admin/users?search=${encodeURIComponent(admin.email)}`)
    await expect(bar(page)).toHaveCount(0)
    await pageCheck(page, 1).click()
    await bar(page).getByRole('button', { name: 'Deactivate' }).click()
    const asked = dialog(page, 'Deactivate 1 user')
    await expect(asked).toContainText('1 user will not change:')
    await expect(asked).toContainText('You cannot deactivate your own account.')
    await expect(asked.getByRole('button', { name: /^Deactivate/ })).toBeDisabled()
    await asked.getByRole('button', { name: 'Cancel' }).click()
    await expect(bar(page)).toContainText('1 selected')
  })
})
