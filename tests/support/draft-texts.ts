import { expect, type Page } from '@playwright/test'

/** The texts of the drafts that this browser keeps; the store is the console's to make. */
export function draftTexts(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const opening = indexedDB.open('waymark', 1)
        opening.onupgradeneeded = () => opening.transaction?.abort()
        opening.onerror = () => resolve([])
        opening.onsuccess = () => {
          const all = opening.result.transaction('drafts').objectStore('drafts').getAll()
          all.onsuccess = () => {
            opening.result.close()
            resolve(all.result.map((one: { text: string }) => one.text))
          }
        }
      }),
  )
}

/** What this browser keeps, once so many drafts are written. */
export async function keptDrafts(page: Page, count: number): Promise<string[]> {
  await expect.poll(async () => (await draftTexts(page)).length).toBe(count)
  return draftTexts(page)
}

/** The offer to go on with a draft of what is called so; of any with ''. */
export const draftNotice = (page: Page, name: string) =>
  page.getByRole('status').filter({ hasText: `You have an unsaved draft of ${name}` })
