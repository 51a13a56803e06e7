import { expect, test } from 'vitest'
import { pagesOf } from '#admin/pages/pages.ts'
import { registry } from '#resources/index.ts'
import { pageKeys } from './page-keys.ts'

test("NAV-02 every page has a key of its own after 'g', the first letter where it is free", () => {
  const pages = pagesOf(registry)
  const keys = pageKeys(pages)
  expect(keys.map(({ page }) => page.to)).toEqual(pages.map(({ to }) => to))
  expect(new Set(keys.map(({ key }) => key)).size).toBe(pages.length)
  const keyOf = (to: string) => keys.find(({ page }) => page.to === to)?.key
  expect(['/admin', '/admin/users', '/admin/missions'].map(keyOf)).toEqual(['h', 'u', 'm'])
})
