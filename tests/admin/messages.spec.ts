import type { Page } from '@playwright/test'
import { API_BASE } from '#contract/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/browser.ts'
import { postForm } from '../support/public-forms.ts'
import { unique } from '../support/records.ts'
import { dialog, expectToast, openList, rowOf } from '../support/screen.ts'

const body = 'Good morning,\n\ncan a class of thirty take part?\n\nAmara'
const pair = (page: Page, label: string) =>
  page.locator('.Fact-fact').filter({ has: page.getByText(label, { exact: true }) })
const open = (page: Page, name: string) =>
  page.getByRole('button', { name: `Details of ${name}` }).click()

test('LAND-03 a message is found, read whole, answered, archived and deleted', async ({
  page,
  api,
}) => {
  const mark = unique()
  const name = `Amara ${mark}`
  const email = `${mark}@example.org`
  const older = { name: `Before ${mark}`, email: `${unique()}@example.org` }
  await postForm(api, 'contact', { ...older, subject: 'One', message: body })
  await postForm(api, 'contact', { name, email, subject: `Thirty ${mark}`, message: body })

  await page.goto('/admin')
  const menu = page.getByRole('navigation').first()
  await menu.getByRole('link', { name: 'Messages' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Add/ })).toHaveCount(0)
  // Newest first, and found by what it says.
  await openList(page, 'messages', mark)
  await expect(rowOf(page, mark)).toHaveText([new RegExp(name), new RegExp(older.name)])
  await expect(rowOf(page, name)).toContainText('New')
  await openList(page, 'messages', email)
  await expect(page.getByRole('row')).toHaveCount(2)

  await rowOf(page, name).click()
  await expect(pair(page, 'Message').getByRole('definition')).toHaveText(body, {
    useInnerText: true,
  })
  const link = page.getByRole('link', { name: email })
  await expect(link).toHaveAttribute('href', `mailto:${email}`)
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await expectAccessible(page)
  }

  const markAs = async (status: string) => {
    await page.getByRole('button', { name: `Edit ${name}` }).click()
    const form = dialog(page, 'Status of the Message')
    await expect(form).toContainText(name)
    await form.getByRole('combobox', { name: 'Status' }).selectOption(status)
    await form.getByRole('button', { name: 'Save Status' }).click()
    await expectToast(page, 'Success', 'Status saved.')
    await expect(form).toBeHidden()
  }
  // One press, and the button goes with what it was for (KIT-06).
  const marking = page.getByRole('button', { name: `Mark answered: ${name}` })
  await marking.click()
  await expectToast(page, 'Success', 'Marked as answered.')
  await expect(rowOf(page, name).first()).toContainText('Answered')
  await expect(marking).toHaveCount(0)
  // What is open stays open, and what was written stays as it was.
  await expect(pair(page, 'Message')).toContainText('can a class of thirty')

  await openList(page, 'messages', mark)
  await page.getByRole('combobox', { name: 'Status' }).selectOption('answered')
  await expect(rowOf(page, mark)).toHaveText([new RegExp(name)])
  await expect(rowOf(page, name)).toContainText('Answered')
  await page.getByRole('combobox', { name: 'Status' }).selectOption('new')
  await expect(rowOf(page, mark)).toHaveText([new RegExp(older.name)])

  await openList(page, 'messages', email)
  await markAs('archived')
  await expect(rowOf(page, name)).toContainText('Archived')
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('It can be restored for a while')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Success', 'Message deleted.')
  await expect(page.getByText('No messages found').first()).toBeVisible()
})

test('LAND-03 who joined the waitlist twice stands there once, and is taken off', async ({
  page,
  api,
}) => {
  const mark = unique()
  await postForm(api, 'waitlist', {
    email: `${mark}@example.org`,
    who: 'early-career-professional',
  })
  await postForm(api, 'waitlist', { email: `${mark.toUpperCase()}@Example.org`, who: 'mentor' })
  await openList(page, 'waitlist', mark)
  await expect(page.getByRole('heading', { level: 1, name: 'Waitlist' })).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(rowOf(page, mark)).toContainText('Early career professional')
  await page.getByRole('combobox', { name: 'Who' }).selectOption('mentor')
  await expect(rowOf(page, mark)).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Who' }).selectOption('early-career-professional')
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await expectAccessible(page)
  }
  await page.getByRole('button', { name: `Delete ${mark}@example.org` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Success', 'Address taken off the waitlist.')
})

test('LAND-03 a message is read whole on a phone', async ({ page, api }) => {
  const mark = unique()
  const values = {
    name: `Amara ${mark}`,
    email: `${mark}@example.org`,
    subject: 'A class of thirty from spring on, and how many mentors would come along',
    message: `${body}\n${'unbroken'.repeat(60)}`,
  }
  await postForm(api, 'contact', values)
  await page.setViewportSize({ width: 360, height: 760 })
  await openList(page, 'messages', mark)
  await expect(rowOf(page, mark)).toContainText('New')
  await expect(rowOf(page, mark)).toContainText('A class of thirty')
  await open(page, values.name)
  await expect(pair(page, 'Message')).toContainText('can a class of thirty')
  const link = page.getByRole('link', { name: values.email })
  expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
    .toBeLessThanOrEqual(360)
  // What has no room for its words stands in a menu, by keyboard too (KIT-06).
  const more = page.getByRole('button', { name: `More for ${values.name}` })
  await more.press('Enter')
  const item = page.getByRole('menuitem', { name: 'Mark answered' })
  await expect(item).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(item).toBeHidden()
  await expect(more).toBeFocused()
  await more.click()
  await item.click()
  await expectToast(page, 'Success', 'Marked as answered.')
  await expect(rowOf(page, mark)).toContainText('Answered')
  await expect(pair(page, 'Message')).toContainText('can a class of thirty')
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await expectAccessible(page)
  }
})

test('WIRE-02 what another backend sends leads to no letter of its own making', async ({
  page,
}) => {
  // Half a character is in it, too, which no URL can hold.
  const email = 'a\ud800@example.org?bcc=all@example.org'
  const row = { id: 7, email, message: null, subject: 3 }
  await page.route(`**${API_BASE}/messages*`, (route) => route.fulfill({ json: { data: [row] } }))
  await page.goto('/admin/messages')
  await page.getByRole('button', { name: /^Details of/ }).click()
  await expect(page.getByRole('link', { name: 'bcc=all@example.org' })).toHaveAttribute(
    'href',
    'mailto:a%EF%BF%BD@example.org%3Fbcc%3Dall@example.org',
  )
  await expect(pair(page, 'Message')).toContainText('N/A')
  await expect(pair(page, 'Subject')).toContainText('3')
})
