import type { APIRequestContext, Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/browser.ts'
import { postForm } from '../support/public-forms.ts'
import { unique } from '../support/records.ts'
import { openList, rowOf } from '../support/screen.ts'

const body = 'Good morning,\n\ncan a class of thirty take part?\n\nAmara'
const pane = (page: Page) => page.getByRole('region', { name: 'Message', exact: true })

/** Posts two messages, the older one first. A search for `mark` finds both, one for `email` the newer. */
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
  // Newest first.
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

  // One click marks it and removes the button.
  const marking = page.getByRole('button', { name: `Mark answered: ${name}` })
  await marking.click()
  await expect(rowOf(page, name).first()).toContainText('Answered')
  await expect(marking).toHaveCount(0)
  // The message stays open.
  await expect(pane(page)).toContainText('can a class of thirty')
  await page.goBack()
  await expect(pane(page)).toHaveCount(0)
})
