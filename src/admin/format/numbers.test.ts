import { expect, test } from 'vitest'
import {
  formatBytes,
  formatMilliseconds,
  formatNumber,
  formatOpenRange,
  formatPercent,
  formatRange,
  formatSeconds,
  formatWholePercent,
  wordsForPeriod,
  wordsForRows,
} from './numbers.ts'

test.each([
  [0, '0'],
  [1_234_567, '1,234,567'],
  [null, '–'],
  [undefined, '–'],
  [Number.NaN, '–'],
])('the number %s is %s', (value, text) => {
  expect(formatNumber(value)).toBe(text)
})

test('a percentage has one decimal, none on a pie, and is a dash without a value', () => {
  expect(formatPercent(87.46)).toBe('87.5%')
  expect(formatPercent(100)).toBe('100%')
  expect(formatPercent(null)).toBe('–')
  expect(formatWholePercent(33.4)).toBe('33%')
})

test.each([
  [0, '0 s'],
  [59.9, '59 s'],
  [125, '2 min 5 s'],
  [3600, '1 h'],
  [86_399, '23 h 59 min'],
  [86_400, '1 day'],
  [273_600, '3 days 4 h'],
  [400 * 86_400 + 61, '400 days'],
  [-1, '–'],
  [undefined, '–'],
])('%s seconds are %s', (seconds, words) => {
  expect(formatSeconds(seconds)).toBe(words)
})

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1000, '1 kB'],
  [12_430_000, '12.4 MB'],
  [5e13, '50,000 GB'],
])('%s bytes are %s', (bytes, words) => {
  expect(formatBytes(bytes)).toBe(words)
})

test('milliseconds are whole', () => {
  expect(formatMilliseconds(12.4)).toBe('12 ms')
  expect(formatMilliseconds(null)).toBe('–')
})

/** Intl writes thin spaces around its dashes. */
const plain = (text: string) => text.replace(/\s/gu, ' ')

test('days are those of the report in every time zone', () => {
  expect(plain(formatRange({ start: '2026-10-22', end: '2026-11-20' }))).toBe(
    'Oct 22 – Nov 20, 2026',
  )
  expect(formatRange({ start: '2026-11-20', end: '2026-11-20' })).toBe('Nov 20, 2026')
  expect(formatRange({ start: 'x', end: 'y' })).toBe('x – y')
})

test.each([
  [{ start: '2026-09-19', end: '2026-10-18' }, 'Sep 19 – Oct 18'],
  [{ start: '2026-11-21', end: '2026-11-21', until: '10:14' }, 'Nov 21 until 10:14'],
  [{ start: '2025-11-16', end: '2025-11-22' }, 'Nov 16 – 22, 2025'],
])('the compared period is shown in days: %j is %s', (period, words) => {
  expect(plain(wordsForPeriod(period, { start: '2026-10-24', end: '2026-11-22' }))).toBe(words)
})

test.each([
  [undefined, undefined, ''],
  [undefined, 1, '1 row'],
  [undefined, 12_345, '12,345 rows'],
  [0, 1, '0 of 1 row'],
  [1, 2, '1 of 2 rows'],
])('%s of %s rows: %s', (done, whole, words) => {
  expect(wordsForRows(done, whole)).toBe(words)
})

test.each([
  ['2026-10-01', '2026-10-31', 'Oct 1 – 31, 2026'],
  ['2026-10-01', undefined, 'from Oct 1, 2026'],
  [undefined, '2026-10-31', 'until Oct 31, 2026'],
  [undefined, undefined, ''],
])('the days %s to %s of a filter read %s', (from, to, words) => {
  expect(formatOpenRange(from, to).replace(/\s/g, ' ')).toBe(words)
})
