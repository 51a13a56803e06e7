import { expect, test } from 'vitest'
import { exactTime, shownTime } from './time.ts'

const NOW = '2026-03-10T12:00:00'
const now = Date.parse(NOW)
/** A time of day in the zone that the tests run in. */
const at = (local: string) => new Date(local).toISOString()
const shown = (local: string) => shownTime(at(local), now)

test('days with equal relative words are distinguished', () => {
  const days = ['2026-02-27T10:14:00', '2026-03-01T10:14:00', '2026-03-02T10:14:00'].map(shown)
  expect(days.map((one) => one?.day)).toEqual(['Feb 27, 2026', 'Mar 1, 2026', 'Mar 2, 2026'])
})

test.each([
  [NOW, 'Today 12:00', ''],
  ['2026-03-10T00:00:00', 'Today 00:00', ''],
  ['2026-03-10T23:59:59', 'Today 23:59', ''],
  ['2026-03-09T23:59:59', 'Mar 9, 2026', ', 23:59'],
  ['2026-03-11T00:00:00', 'Mar 11, 2026', ', 00:00'],
  ['2025-03-10T12:00:00', 'Mar 10, 2025', ', 12:00'],
])('%s is shown as %s%s', (local, day, time) => {
  expect(shown(local)).toEqual({ day, time, isToday: day.startsWith('Today') })
})

test.each([
  ['2026-03-10T11:59:30', 'Mar 10, 2026, 11:59 (now)'],
  ['2026-03-10T09:30:00', 'Mar 10, 2026, 09:30 (2 hours ago)'],
  ['2026-03-09T10:00:00', 'Mar 9, 2026, 10:00 (yesterday)'],
  ['2026-02-20T12:00:00', 'Feb 20, 2026, 12:00 (2 weeks ago)'],
  ['2023-01-10T12:00:00', 'Jan 10, 2023, 12:00 (3 years ago)'],
  ['2026-03-11T13:00:00', 'Mar 11, 2026, 13:00 (tomorrow)'],
])('on hover %s is %s', (local, words) => {
  expect(exactTime(at(local), now)).toBe(words)
})

test.each([null, undefined, '', 'Invalid', '2026-13-45', 42, {}])(
  '%s is not a time, which is reported without throwing',
  (value) => {
    expect(shownTime(value, now)).toBeUndefined()
    expect(exactTime(value, now)).toBeUndefined()
  },
)

test('a year beyond any calendar is still written', () => {
  expect(exactTime('9999-12-31T12:00:00Z', now)).toMatch(/9999, .* \(in .* years\)$/)
})
