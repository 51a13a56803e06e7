import { describe, expect, test } from 'vitest'
import { exactTime, relativeTime } from './time.ts'

const now = Date.parse('2026-03-10T12:00:00Z')

describe('relativeTime', () => {
  test.each([
    ['2026-03-10T11:59:30Z', 'now'],
    ['2026-03-10T11:15:00Z', '45 minutes ago'],
    ['2026-03-10T09:30:00Z', '2 hours ago'],
    ['2026-03-09T10:00:00Z', 'yesterday'],
    ['2026-02-20T12:00:00Z', '2 weeks ago'],
    ['2025-11-10T12:00:00Z', '3 months ago'],
    ['2023-01-10T12:00:00Z', '3 years ago'],
    ['2026-03-11T13:00:00Z', 'tomorrow'],
  ])('%s is %s', (iso, words) => {
    expect(relativeTime(iso, now)).toBe(words)
  })
})

test.each([null, undefined, '', 'Invalid', '2026-13-45', 42, {}])(
  'WIRE-02 %s is no time, and says so instead of throwing',
  (value) => {
    expect(relativeTime(value, now)).toBeUndefined()
    expect(exactTime(value)).toBeUndefined()
  },
)

test('the exact time is local and names day and minute', () => {
  expect(exactTime('2026-03-10T12:05:00Z')).toMatch(/Mar 10, 2026.*:05/)
})

test('a year beyond any calendar is still written', () => {
  expect(relativeTime('9999-12-31T00:00:00Z', now)).toMatch(/^in .* years$/)
})
