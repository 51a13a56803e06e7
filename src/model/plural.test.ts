import { expect, test } from 'vitest'
import { countOf, plural } from './plural.ts'

test.each([
  [0, '0 records'],
  [1, '1 record'],
  [2, '2 records'],
  [1.5, '1.5 records'],
])('%s is written as %s', (count, text) => {
  expect(countOf(count, 'record')).toBe(text)
})

test('an irregular plural can be passed', () => {
  expect(countOf(2, 'entry', 'entries')).toBe('2 entries')
  expect(plural(1, 'was', 'were')).toBe('was')
})
