import { expect, type Page } from '@playwright/test'

/** The drafts that this browser stores, as JSON. */
export function draftTexts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Object.entries(localStorage).flatMap(([key, text]) =>
      key.startsWith('waymark draft ') ? [String(text)] : [],
    ),
  )
}

/** What this browser keeps, once so many drafts are written. */
export async function keptDrafts(page: Page, count: number): Promise<string[]> {
  await expect.poll(async () => (await draftTexts(page)).length).toBe(count)
  return draftTexts(page)
}

/** The line above a list that leads to unsaved drafts. */
export const draftNotice = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'Unsaved drafts' })

/** The offer of a form to restore what an earlier one left. */
export const restoreNotice = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'You have an unsaved draft' })
