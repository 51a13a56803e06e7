import type { APIRequestContext, Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/browser.ts'
import { choose } from '../support/filters.ts'
import { postForm } from '../support/public-forms.ts'
import { unique } from '../support/records.ts'
import { dialog, openList, pick, rowOf } from '../support/screen.ts'

const body = 'Good morning,\n\ncan a class of thirty take part?\n\nAmara'
const pane = (page: Page) => page.getByRole('region', { name: 'Message', exact: true })

/** Two messages, the older one first. A search for `mark` finds both, one for `email` the newer. */
async function postTwo(api: APIRequestContext) {
  const mark = unique()
  const name = `Amara ${mark}`
  const email = `${mark}@example.org`
  const older = { name: `Before ${mark}`, email: `${unique()}@example.org` }
  await postForm(api, 'contact', { ...older, subject: 'One', message: body })
  await postForm(api, 'contact', { name, email, subject: `Thirty ${mark}`, message: body })
  return { mark, name, email, older }
}

test('a message is found, read whole and marked as answered', { tag: '@nightly' }, async ({
  page,
  api,
}) => {
  const { mark, name, email, older } = await postTwo(api)

  await page.goto('/admin')
  const menu = page.getByRole('navigation').first()
  await menu.getByRole('link', { name: 'Messages' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Add/ })).toHaveCount(0)
  // Newest first, and found by what it says.
  await openList(page, 'messages', mark)
  await expect(rowOf(page, mark)).toHaveText([new RegExp(name), new RegExp(older.name)])
  await expect(rowOf(page, name)).toContainText('New')
  const badge = menu.getByRole('link', { name: /^Messages \d+ new$/ })
  await expect(badge).toBeVisible()

  await openList(page, 'messages', email)
  await expect(rowOf(page, mark)).toHaveCount(1)
  await rowOf(page, name).getByRole('link').click()
  await expect(page).toHaveURL(/\/admin\/messages\/[^/?]+\?search=/)
  await expect(pane(page).getByRole('heading', { name: `Thirty ${mark}` })).toBeFocused()
  await expect(pane(page)).toContainText(body, { useInnerText: true })
  const reply = pane(page).getByRole('link', { name: `Reply to ${name}` })
  await expect(reply).toHaveAttribute(
    'href',
    new RegExp(`^mailto:${email}\\?subject=Re%3A%20Thirty`),
  )
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await expectAccessible(page)
  }

  // One press marks it, and removes the button.
  const marking = page.getByRole('button', { name: `Mark answered: ${name}` })
  await marking.click()
  await expect(rowOf(page, name).first()).toContainText('Answered')
  await expect(marking).toHaveCount(0)
  // What is open stays open, and what was written stays as it was.
  await expect(pane(page)).toContainText('can a class of thirty')
  await page.goBack()
  await expect(pane(page)).toHaveCount(0)
})

test('messages are filtered by status, archived and deleted', { tag: '@nightly' }, async ({
  page,
  api,
}) => {
  const { mark, name, email, older } = await postTwo(api)
  const markAs = async (status: string) => {
    await page.getByRole('button', { name: `Edit ${name}` }).click()
    const form = dialog(page, 'Edit message status')
    await expect(form).toContainText(name)
    await pick(form.getByRole('combobox', { name: 'Status' }), status)
    await form.getByRole('button', { name: 'Save status' }).click()
    await expect(form).toBeHidden()
  }
  await openList(page, 'messages', email)
  await rowOf(page, name).getByRole('link').click()
  await markAs('Answered')

  await openList(page, 'messages', mark)
  await choose(page, 'Status', 'Answered')
  await expect(rowOf(page, mark)).toHaveText([new RegExp(name)])
  await expect(rowOf(page, name)).toContainText('Answered')
  await choose(page, 'Status', 'New')
  await expect(rowOf(page, mark)).toHaveText([new RegExp(older.name)])

  await openList(page, 'messages', email)
  await rowOf(page, name).getByRole('link').click()
  await markAs('Archived')
  await expect(rowOf(page, name)).toContainText('Archived')
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('You can restore it for a while')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No messages found').first()).toBeVisible()
})

test('an address that joined the waitlist twice is listed once, and removed', {
  tag: '@nightly',
}, async ({ page, api }) => {
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
  await choose(page, 'Type', 'Mentor')
  await expect(rowOf(page, mark)).toHaveCount(0)
  await choose(page, 'Type', 'Early career professional')
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await expectAccessible(page)
  }
  await page.getByRole('button', { name: `Delete ${mark}@example.org` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(rowOf(page, mark)).toHaveCount(0)
})

test('a message is read whole on a phone', { tag: '@nightly' }, async ({ page, api }) => {
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
  await rowOf(page, mark).getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: values.name })).toBeVisible()
  await expect(page.getByText('can a class of thirty')).toBeVisible()
  const link = page.getByRole('link', { name: values.email, exact: true })
  expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
    .toBeLessThanOrEqual(360)
  const marking = page.getByRole('button', { name: `Mark answered: ${values.name}` })
  await marking.click()
  await expect(marking).toHaveCount(0)
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await expectAccessible(page)
  }
})
