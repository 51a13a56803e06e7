import type { APIRequestContext, Page } from '@playwright/test'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { expectAccessible } from '../support/axe.ts'
import { admin, expect, signedOut, signIn, test } from '../support/browser.ts'
import { clean, make, unique } from '../support/records.ts'
import {
  dialog,
  expectToast,
  holdToasts,
  openList,
  resize,
  scrollWidth,
} from '../support/screen.ts'

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
const pageCheck = (page: Page, count: number) =>
  page.getByRole('checkbox', { name: `Select all ${count} on this page` })

test('LIST-06 CHG-03 143 users deactivated by mistake are active again the next day, but for the two that were set since', async ({
  page,
  api,
  browser,
}) => {
  test.slow()
  const mark = unique()
  const ids = await makeMany(api, mark)
  await openList(page, 'users', mark)

  await test.step('LIST-06 four actions: the page, all that match, what to do, and yes to what it would do', async () => {
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

  await test.step('CHG-03 another session takes it back, and is told what stays', async () => {
    const context = await browser.newContext({ storageState: signedOut })
    const other = await context.newPage()
    await other.goto('/admin/activity?resource=users&via=list')
    await signIn(other, admin)
    const line = other.getByRole('main').getByRole('listitem').filter({ hasText: mark }).first()
    await expect(line).toContainText(`Updated ${MANY} users:`)
    await line.getByRole('button', { name: /^Undo/ }).click()
    const asked = dialog(other, 'Take this change back?')
    await expect(asked.getByText(`Will be taken back (${MANY - 2})`)).toBeVisible()
    await expect(asked.getByText('Stays, for it was changed since (2)')).toBeVisible()
    await expect(asked.getByRole('listitem').filter({ hasText: `Zoë ${mark}` })).toHaveCount(2)
    await asked.getByRole('button', { name: 'Take back' }).click()
    await expectToast(other, 'Success', `${MANY - 2} records taken back. 2 stay as they are.`)
    expect(await inactive(api, mark)).toBe(0)
    await context.close()
  })
})

test('LIST-06 a selection over pages, with the one that is refused; a flag in its row; a phone’s own way', async ({
  page,
  api,
}) => {
  const mark = unique()
  for (const firstName of 'ABCDEFGHIJKL') await make(api, users, { firstName, lastName: mark })
  const box = (name: string) => page.getByRole('checkbox', { name: `Select ${name} ${mark}` })
  await page.goto(`/admin/users?search=${mark}&sort=firstName`)

  await test.step('LIST-06 a range by Shift, kept over pages and orders, gone with another query', async () => {
    await box('B').click()
    await box('E').click({ modifiers: ['Shift'] })
    await expect(bar(page)).toContainText('4 selected')
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(box('L')).not.toBeChecked()
    await box('L').focus()
    await page.keyboard.press('Space')
    await expect(bar(page)).toContainText('5 selected')
    await page.getByRole('columnheader', { name: 'Email' }).getByRole('button').click()
    await expect(bar(page)).toContainText('5 selected')
    await page.goBack()
    await page.getByRole('button', { name: 'Previous' }).click()
    await expect(box('C')).toBeChecked()
  })

  await test.step('LIST-06 the bar covers neither the pager nor the last row', async () => {
    await page.getByRole('button', { name: `Delete J ${mark}` }).scrollIntoViewIfNeeded()
    for (const name of ['Next', `Delete J ${mark}`])
      await page.getByRole('button', { name }).click({ trial: true })
  })

  await test.step('LIST-06 a flag is set in its row, and taken back at the toast', async () => {
    await holdToasts(page)
    await page.getByRole('button', { name: `Active – deactivate A ${mark}` }).click()
    const off = page.getByRole('button', { name: `Inactive – activate A ${mark}` })
    await expect(off).toBeVisible()
    expect(await inactive(api, mark)).toBe(1)
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(off).toHaveCount(0)
    expect(await inactive(api, mark)).toBe(0)
  })

  await test.step('LIST-06 who is signed in stays as before, is told why, and stays selected', async () => {
    await page.goto(`/admin/users?search=${encodeURIComponent(admin.email)}`)
    await expect(bar(page)).toHaveCount(0)
    // The only admin, too: the server refuses the flag in the row, which stands as it was.
    const flag = page.getByRole('button', { name: /^Active – deactivate First Admin/ })
    await flag.click()
    await expectToast(page, 'Error', 'You cannot deactivate your own account.')
    await expect(flag).toBeVisible()
    await pageCheck(page, 1).click()
    await bar(page).getByRole('button', { name: 'Deactivate' }).click()
    const asked = dialog(page, 'Deactivate 1 user')
    await expect(asked).toContainText('1 user will stay as before:')
    await expect(asked).toContainText('You cannot deactivate your own account.')
    await expect(asked.getByRole('button', { name: /^Deactivate/ })).toBeDisabled()
    await asked.getByRole('button', { name: 'Cancel' }).click()
    await expect(bar(page)).toContainText('1 selected')
  })

  await test.step('LIST-06 on a phone one selects when one wants to; a choice for those; deleted and restored', async () => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await resize(page, { width: 390, height: 844 })
    await page.goto(`/admin/users?search=${mark}&sort=firstName`)
    await expect(page.getByRole('button', { name: `More for A ${mark}` })).toBeVisible()
    await expect(page.getByRole('checkbox')).toHaveCount(0)
    await page.getByRole('button', { name: 'Select', exact: true }).click()
    await box('A').click()
    await box('B').click()
    await expectAccessible(page)
    await expect.poll(() => scrollWidth(page)).toBe(390)
    await bar(page).getByRole('button', { name: 'Set…' }).click()
    await page.getByRole('menuitem', { name: 'Set Segment…' }).click()
    const asked = dialog(page, 'Set Segment of 2 users')
    await expect(asked.getByLabel('Segment')).toBeFocused()
    await asked.getByLabel('Segment').selectOption('graduate')
    await expect(asked).toContainText('2 users will change.')
    await expectAccessible(page)
    await asked.getByRole('button', { name: 'Change 2' }).click()
    await expectToast(page, 'Success', '2 users changed.')
    const found = await api.get(`users?search=${mark}&segment=graduate`)
    expect((await found.json()).count).toBe(2)

    await pageCheck(page, 10).click()
    await bar(page).getByRole('button', { name: 'Delete' }).click()
    await holdToasts(page)
    await dialog(page, 'Delete 10 users').getByRole('button', { name: 'Delete 10' }).click()
    await expectToast(page, 'Success', '10 users deleted.')
    expect((await (await api.get(`users?search=${mark}`)).json()).count).toBe(2)
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expectToast(page, 'Undone', '10 records are as they were before.')
    expect((await (await api.get(`users?search=${mark}`)).json()).count).toBe(12)
  })

  await test.step('LIST-06 the chosen ones as a file', async () => {
    await resize(page, { width: 1440, height: 900 })
    await expect(page.getByRole('row')).not.toHaveCount(0)
    await box('A').click()
    const downloading = page.waitForEvent('download')
    await bar(page).getByRole('button', { name: 'Export' }).click()
    await bar(page).getByRole('menuitem', { name: 'All fields, CSV' }).click()
    expect((await downloading).suggestedFilename()).toMatch(/^users_\d{4}-\d\d-\d\d\.csv$/)
  })
})
