import { expect, test } from 'vitest'
import { containsPattern, fold } from './fold.ts'

test.each([
  ['Zoë', 'zoe'],
  ['ŁUKASZ Đorđe Søren', 'lukasz dorde soren'],
  ['Straße', 'strasse'],
  ['İstanbul', 'istanbul'],
  ['Adébáyọ̀', 'adebayo'],
  ['Nguyễn', 'nguyen'],
  ['ﬁ Ⅷ', 'fi viii'],
  ['  many \t spaces\n', 'many spaces'],
  ['欧阳', '欧阳'],
  ['عبد الرحمن', 'عبد الرحمن'],
  ['ЁЛКА', 'елка'],
])('%s folds to %s', (text, folded) => {
  expect(fold(text)).toBe(folded)
  expect(fold(fold(text))).toBe(folded)
})

test('a pattern finds signs of LIKE literally', () => {
  expect(containsPattern('100%_\\')).toBe('%100\\%\\_\\\\%')
})
