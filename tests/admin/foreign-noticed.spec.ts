import type { Page } from '@playwright/test'
import { bridge } from '../fixtures/foreign/records.ts'
import { expect, signedOut, test } from '../support/browser.ts'
import { choose } from '../support/filters.ts'
import { chosenIn, dialog, expectToast, pick, rowOf } from '../support/screen.ts'
import { startForeignBehind } from '../support/variant-foreign.ts'

/** What the console notices of a backend by other people: what it ignores, what it lacks, how it writes. */

test.use({ storageState: signedOut })

const there = startForeignBehind()
const { open, writes } = there

const OURS = /messages|waitlist|views|list-settings|needs|values$|^\/search$/

const statusesOf = (page: Page) => page.getByRole('row').locator('td:nth-child(4)')

test('an ignored search and filter run in the console, and a record without the value does not match', {
  tag: '@nightly',
}, async ({ page }) => {
  await open(page, 'users')
  await expect(page.getByText('Page 1 of 4')).toBeVisible()
  await expect(rowOf(page, 'guest2@').getByRole('cell').nth(3)).toHaveText('N/A')
  const box = page.getByPlaceholder('Search users...')
  await box.fill('haugen GUEST 2')
  await box.press('Enter')
  await expect(rowOf(page, 'Haugen')).not.toHaveCount(0)
  await expect(page.getByText('1–7 of 7')).toBeVisible()
  await expect(rowOf(page, 'Ingrid')).toHaveCount(0)
  await box.fill('nobody of this name')
  await box.press('Enter')
  await expect(page.getByRole('cell', { name: 'No users found' })).toBeVisible()
  await box.fill('')

  await choose(page, 'Status', 'Inactive')
  await expect(page.getByText('1–10 of 16')).toBeVisible()
  await expect(statusesOf(page)).toHaveText(Array.from({ length: 10 }, () => 'Inactive'))
  // It is never asked for anything that nobody typed.
  const searched = there.foreign.seen.flatMap(({ query }) => query.get('search') ?? [])
  expect(new Set(searched)).toEqual(new Set(['haugen GUEST 2']))
})

test('pages of an ignored filter, and an ignored order, are built in the console', {
  tag: '@nightly',
}, async ({ page }) => {
  await open(page, 'users')
  await choose(page, 'Status', 'Inactive')
  await expect(page.getByText('1–10 of 16')).toBeVisible()
  const statuses = statusesOf(page)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(statuses).toHaveText(Array.from({ length: 6 }, () => 'Inactive'))
  await choose(page, 'Status', 'Active')
  await expect(page.getByText('1–10 of 17')).toBeVisible()
  await expect(statuses).toHaveText(Array.from({ length: 10 }, () => 'Active'))
  await page.getByRole('button', { name: 'Clear all' }).click()

  await page.getByRole('columnheader', { name: 'Email' }).click()
  await expect(page.getByRole('row').nth(1)).toContainText('guest2@')
  await expect(page.getByRole('row').nth(2)).toContainText('guest3@')
  await page.getByRole('columnheader', { name: 'Email' }).click()
  await expect(page.getByRole('row').nth(1)).toContainText('ingrid@')
  await expect(page.getByText('Page 1 of 4')).toBeVisible()
})

test('a status that a record does not say is N/A in the form, and is not written', {
  tag: '@nightly',
}, async ({ page }) => {
  await open(page, 'users')
  await rowOf(page, 'guest3@northwind.example').getByRole('button', { name: /^Edit/ }).click()
  const edit = dialog(page, 'Edit User')
  await expect(chosenIn(edit.getByLabel('Status'))).toHaveCount(0)
  await edit.getByLabel('First Name').fill('Tove')
  await edit.getByRole('button', { name: 'Update' }).click()
  await expectToast(page, 'Success', 'User updated successfully.')
  expect(there.foreign.held('users', 3)).not.toHaveProperty('isActive')
  await rowOf(page, 'Tove').getByRole('button', { name: /^Edit/ }).click()
  await pick(edit.getByLabel('Status'), 'Inactive')
  await edit.getByRole('button', { name: 'Update' }).click()
  await expect(rowOf(page, 'Tove')).toContainText('Inactive')
  expect(there.foreign.held('users', 3)).toMatchObject({ isActive: false })
})

test('resources of our server are not requested from another backend, and their pages say so', {
  tag: '@nightly',
}, async ({ page }) => {
  const asked = (path: string) => there.foreign.seen.filter((call) => call.path === path).length
  const before = ['/profile', '/messages'].map(asked)
  const notFound = () => there.foreign.seen.filter(({ path }) => OURS.test(path)).length
  await open(page, '')
  await expect(page.getByRole('link', { name: /Mentors/ }).first()).toBeVisible()
  const lost = page.getByRole('link', { name: /Messages|Waitlist/ })
  await expect(lost).toHaveCount(0)
  await page.goto(`/admin/missions`)
  await expect(rowOf(page, 'Errand 1').first()).toBeVisible()
  expect(notFound()).toBe(0)

  await page.goto(`/admin/messages`)
  await expect(page.getByText('This server has no messages.')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('This server has no messages.')).toBeVisible()
  await expect(lost).toHaveCount(0)
  expect(['/profile', '/messages'].map(asked)).toEqual(before.map((n) => n + 1))
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect.poll(() => asked('/messages')).toBe((before[1] ?? 0) + 2)
  await expect(page.getByText('This server has no messages.')).toBeVisible()
})

test('a dashboard is sent as it came, except for the changes', {
  tag: '@nightly',
}, async ({ page }) => {
  await open(page, 'dashboards')
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Bridge at night')
  await page.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Success', 'Dashboard saved.')
  expect(writes('/admin/dashboards/401').at(-1)?.body).toEqual({
    ...bridge,
    title: 'Bridge at night',
  })
})
