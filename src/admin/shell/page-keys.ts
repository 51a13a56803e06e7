import { HOME } from '#admin/format/addresses.ts'
import type { Page } from '#admin/pages/page.tsx'

/** Which key leads to each page after 'g': the first letter of its title that is free, of home 'h'. */
export function pageKeys(pages: readonly Page[]): { key: string; page: Page }[] {
  const taken = new Set<string>()
  return pages.flatMap((page) => {
    const letters = page.to === HOME ? 'h' : page.title.toLowerCase()
    const key = [...letters].find((letter) => /[a-z]/.test(letter) && !taken.has(letter))
    if (key === undefined) return []
    taken.add(key)
    return { key, page }
  })
}
