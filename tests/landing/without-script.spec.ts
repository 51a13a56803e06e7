import { FORM_ANSWERS } from '#contract/forms.ts'
import { content } from '#landing/content.ts'
import { expect, signedOut, test } from '../support/browser.ts'
import { expectLetterAndJoiner } from '../support/inbox.ts'
import {
  expectKept,
  join,
  letter,
  oldEnough,
  readSections,
  sendButton,
  write,
} from '../support/landing.ts'
import { unique } from '../support/records.ts'

test.use({ storageState: signedOut, javaScriptEnabled: false })

const { how, faq, pages, waitlist, header } = content

test('without script every part of the page can be read and reached, on a phone by its menu', {
  tag: '@nightly',
}, async ({ page }) => {
  await page.goto('/')
  await readSections(page)

  await expect(page.getByRole('tab')).toHaveCount(0)
  let end = Number.NEGATIVE_INFINITY
  for (const { tab, id, heading, steps } of how.tabs) {
    await expect(page.getByRole('link', { name: tab, exact: true })).toBeVisible()
    const panel = page.locator(`#how-${id}`)
    await expect(panel.getByRole('heading', { name: heading })).toBeVisible()
    for (const { text } of steps) await expect(panel.getByText(text)).toBeVisible()
    const box = await panel.boundingBox()
    expect(box?.y, 'stands below the one before').toBeGreaterThanOrEqual(end)
    end = (box?.y ?? 0) + (box?.height ?? 0)
  }
  await page.getByRole('link', { name: how.tabs[4].tab, exact: true }).click()
  await expect(page.getByRole('heading', { name: how.tabs[4].heading })).toBeInViewport()

  for (const { question, answer } of faq.list.slice(0, 3)) {
    await expect(page.getByText(answer)).toBeHidden()
    await page.locator('.faq summary', { hasText: question }).press('Enter')
    await expect(page.getByText(answer)).toBeVisible()
  }

  // Nothing covers the section that a link leads to.
  await page.setViewportSize({ width: 390, height: 844 })
  const footer = page.getByRole('contentinfo')
  for (const id of ['about', 'faq', 'pricing'] as const) {
    await page.getByRole('banner').getByRole('link', { name: header.menu }).click()
    await footer.getByRole('link', { name: content[id].nav, exact: true }).click()
    const heading = page.getByRole('heading', { name: content[id].heading })
    await expect(heading).toBeInViewport({ ratio: 1 })
    // The heading itself is at its middle. Playwright can evaluate this without the page's scripts.
    const seen = await heading.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return document.elementFromPoint(x + width / 2, y + height / 2) === element
    })
    expect(seen, id).toBe(true)
  }
  await page.getByRole('banner').getByRole('link', { name: header.join, exact: true }).click()
  await expect(page.getByRole('heading', { name: waitlist.heading })).toBeInViewport()
})

test('without script a newcomer joins twice and writes, corrects the form and sees the confirmation; the admin finds all entries', {
  tag: '@nightly',
}, async ({ page, browser, baseURL }) => {
  test.slow()
  const mark = unique()
  const text = letter(mark)
  const email = `kofi.${mark}@example.org`

  await test.step('joins the waitlist, and again with capitals: the same page of thanks', async () => {
    for (const address of [email, email.toUpperCase()]) {
      await page.goto('/#waitlist')
      await oldEnough(page)
      await join(page, address, waitlist.whoChoices.student)
      await expect(page).toHaveURL('/on-the-waitlist')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(pages.waitlist.heading)
      await expect(page.getByText(FORM_ANSWERS.waitlist)).toBeVisible()
    }
  })

  await test.step('sends an invalid address, and gets the form back with it', async () => {
    await page.goto('/#contact')
    // The browser accepts this address, the server does not.
    const wrong = { ...text, email: `noor.${mark}@example`, name: '"><b>Noor' }
    await write(page, wrong)
    await oldEnough(page)
    await sendButton(page).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(pages.again.heading)
    await expectKept(page, wrong, 'main')
    const field = page.getByLabel(content.contact.email, { exact: true })
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).not.toHaveAccessibleDescription('')
    await expect(page.getByRole('alert')).not.toBeEmpty()
    await expect(page.locator('main')).not.toContainText('__')
  })

  await test.step('corrects it, and sees the confirmation', async () => {
    await page.getByLabel(content.contact.email, { exact: true }).fill(text.email)
    await page.getByLabel(content.contact.name, { exact: true }).fill(text.name)
    await oldEnough(page)
    await page.getByRole('button', { name: content.contact.submit }).click()
    await expect(page).toHaveURL('/message-sent')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(pages.contact.heading)
    await expect(page.getByText(FORM_ANSWERS.contact)).toBeVisible()
  })

  const office = await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled: true })
  await expectLetterAndJoiner(await office.newPage(), text, email)
  await office.close()
})
