import { expect, test } from 'vitest'
import { dayRange } from './day-range.ts'

test.each([
  ['2026-10-01', '2026-10-31', '1–31 Oct 2026'],
  ['2026-10-01', '2026-10-01', '1 Oct 2026'],
  ['2025-12-31', '2026-01-01', '31 Dec 2025 – 1 Jan 2026'],
  ['2026-10-01', undefined, 'from 1 Oct 2026'],
  [undefined, '2026-10-31', 'until 31 Oct 2026'],
  [undefined, undefined, ''],
])('the days %s to %s read %s', (from, to, words) => {
  // Engines differ in the spaces around the dash.
  const tight = (text: string) => text.replace(/\s*–\s*/, '–')
  expect(tight(dayRange(from, to, 'en-GB'))).toBe(tight(words))
})
