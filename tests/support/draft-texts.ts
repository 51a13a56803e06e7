import type { Page } from '@playwright/test'

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
