import { expect, test } from 'vitest'
import { dateWords, numberWords } from './forms.ts'

test.each([
  ['1.000', 'comma', '1.000 means 1000 (comma is the decimal sign)'],
  ['1.000', 'point', '1.000 means 1 (point is the decimal sign)'],
  ['1,000', 'comma', '1,000 means 1 (comma is the decimal sign)'],
  ['-1,234.5', 'point', '-1,234.5 means -1234.5 (point is the decimal sign)'],
  ['1.234,5', 'point', 'Point is the decimal sign (1,234.5)'],
  ['about 3', 'comma', 'Comma is the decimal sign (1.234,5)'],
] as const)('numbers: %s with a decimal %s', (example, form, words) => {
  expect(numberWords(example, form)).toBe(words)
})

test.each([
  ['03/04/2026', 'dayFirst', '03/04/2026 means Apr 3 (day first)'],
  ['3.4.26', 'monthFirst', '3.4.26 means Mar 4 (month first)'],
  ['31/12/2026', 'monthFirst', 'Month first (12/31/2026)'],
  ['soon', 'dayFirst', 'Day first (31/12/2026)'],
] as const)('dates: %s, %s', (example, form, words) => {
  expect(dateWords(example, form)).toBe(words)
})
