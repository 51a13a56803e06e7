import { expect, type Page } from '@playwright/test'
import { signIn } from './browser.ts'
import type { Letter } from './landing.ts'
import { openList, pick, rowOf } from './screen.ts'

/**
 * Signs in as the admin, finds a letter and marks it as answered, and finds an address on the waitlist once.
 * Takes a page that is signed out.
 */
export async function expectLetterAndJoiner(
  page: Page,
  { subject, name }: Letter,
  email: string,
): Promise<void> {
  await openList(page, 'messages', subject)
  await signIn(page)
  const row = rowOf(page, subject)
  await expect(row).toHaveCount(1)
  await expect(row).toContainText(name)
  await expect(row).toContainText('New')

  await row.getByRole('link').click()
  const form = page.getByRole('dialog')
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  await pick(form.getByLabel('Status'), 'Answered')
  await form.getByRole('button', { name: 'Save status' }).click()
  await expect(form).toBeHidden()
  await expect(row).toContainText('Answered')
  await page.reload()
  await expect(row).toContainText('Answered')

  await openList(page, 'waitlist', email)
  await expect(rowOf(page, email)).toHaveCount(1)
  await expect(rowOf(page, email)).toContainText('Student')
}
