import type { Page } from '@playwright/test'
import { FORM_ANSWERS } from '#contract/forms.ts'
import { content } from '#landing/content.ts'
import { expect, signedOut, test } from '../support/browser.ts'
import { expectLetterAndJoiner } from '../support/inbox.ts'
import {
  expectKept,
  join,
  letter,
  place,
  readSections,
  sendButton,
  write,
} from '../support/landing.ts'
import { unique } from '../support/records.ts'

test.use({ storageState: signedOut })

const { how, faq, forms, waitlist } = content

/** Walks the five tabs by keyboard alone and reads each part. */
async function readTabs(page: Page): Promise<void> {
  const tab = (name: string) => page.getByRole('tab', { name })
  await tab(how.tabs[0].tab).focus()
  for (const { tab: name, heading, steps } of how.tabs) {
    await expect(tab(name)).toBeFocused()
    const panel = page.getByRole('tabpanel', { name })
    await expect(panel.getByRole('heading', { name: heading })).toBeVisible()
    for (const { title } of steps) await expect(panel.getByText(title).first()).toBeVisible()
    await page.keyboard.press('ArrowRight')
  }
  await page.keyboard.press('End')
  await expect(tab(how.tabs[4].tab)).toBeFocused()
  await page.keyboard.press('Home')
  await expect(tab(how.tabs[0].tab)).toBeFocused()
}

/** Opens every question by keyboard. */
async function readQuestions(page: Page): Promise<void> {
  const summaries = page.locator('.faq summary')
  await summaries.first().focus()
  for (const [at, { question, answer }] of faq.list.entries()) {
    await expect(summaries.nth(at)).toBeFocused()
    await expect(summaries.nth(at)).toHaveText(question)
    await expect(page.getByText(answer)).toBeHidden()
    await page.keyboard.press(at % 2 ? 'Enter' : 'Space')
    await expect(page.getByText(answer)).toBeVisible()
    await page.keyboard.press('Tab')
  }
}

test('a newcomer reads every section, tab and question of the landing page by keyboard', async ({
  page,
}) => {
  await page.goto('/')
  await readSections(page)
  await readTabs(page)
  await readQuestions(page)
})

test('a newcomer joins the waitlist twice and writes a message; the admin finds both', {
  tag: '@nightly',
}, async ({ page }) => {
  const mark = unique()
  const text = letter(mark)
  const email = `kofi.${mark}@example.org`

  await test.step('joins the waitlist, and again with capitals: the same friendly answer', async () => {
    for (const address of [email, email.toUpperCase()]) {
      await page.goto('/')
      await page.locator('.hero').getByRole('link', { name: content.hero.join }).click()
      await expect(place(page, 'waitlist').getByLabel(waitlist.email)).toBeFocused()
      await join(page, address, waitlist.whoChoices.student)
      await expect(page.locator('[data-done=waitlist]')).toBeFocused()
      await expect(page.locator('[data-done=waitlist]')).toContainText(FORM_ANSWERS.waitlist)
    }
  })

  await test.step('sends a message, by Enter on the button, and could send another', async () => {
    await write(page, text)
    await sendButton(page).press('Enter')
    await expect(page.locator('[data-done=contact]')).toContainText(FORM_ANSWERS.contact)
    await page.getByRole('button', { name: forms.another }).click()
    await expectKept(page, { name: '', email: '', subject: '', message: '' })
  })

  await expectLetterAndJoiner(page, text, email)
})
