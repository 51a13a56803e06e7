import { expect, test } from 'vitest'
import { compareTexts } from './text-order.ts'

test('texts are sorted by letters, then accents, ignoring case, and by the value of numbers in them', () => {
  const sorted = ['Apfel', 'apfel 2', 'apfel 10', 'Bär', 'Émile', 'émile3', 'Łukasz', 'Zoe', 'Иван']
  expect(sorted.toReversed().toSorted(compareTexts)).toEqual(sorted)
  expect(compareTexts('Ähre', 'ähre')).toBe(0)
  expect(compareTexts('e\u0301', 'é')).toBe(0)
  expect(compareTexts('resume', 'résumé')).toBeLessThan(0)
})
