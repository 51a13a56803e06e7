import { expect, test } from 'vitest'
import { compareTexts, fold, hasWords, MOST_WORDS, searchText, searchWords } from './search.ts'

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

test.each([
  ['Navarro, María', ['navarro', 'maria']],
  ['maria  NAVARRO', ['navarro', 'maria']],
  ['"close reading" (skills)', ['reading', 'skills', 'close']],
  ['What? «Why»…', ['what', 'why']],
  ['C++ C# .NET 50%', ['.net', 'c++', '50%', 'c#']],
  ["O'Neill-Smith", ["o'neill-smith"]],
  ['.12345@', ['.12345@']],
  ['maria mar maria', ['maria']],
  ['伟 李', ['伟', '李']],
  ['100%_\\', ['100%_\\']],
  [' , ', [',']],
  ['\u200bMaria\u200b, \ufeffNavarro', ['navarro', 'maria']],
  ['  ', []],
  ['\u200b', []],
])('%s is searched for the words %j', (search, words) => {
  expect(searchWords(search)).toEqual(words)
})

test('with too many words, the longest are compared', () => {
  const letters = [...'abcdefghijklmnopqrst'].map((letter, index) => letter.repeat(index + 1))
  const words = searchWords(letters.join(' '))
  expect(words).toHaveLength(MOST_WORDS)
  expect(words[0]).toBe('t'.repeat(20))
})

test('a text is found by all words of a search, in any order', () => {
  const text = 'María del Carmen Navarro'
  expect(hasWords(text, searchWords('navarro maria'))).toBe(true)
  expect(hasWords(text, searchWords('Navarro, María'))).toBe(true)
  expect(hasWords(text, searchWords('navarro pedro'))).toBe(false)
})

test('a search text holds texts, lists of texts, and texts within lists', () => {
  const search = ['title', 'skills', 'phases.*.milestones.*.title', 'absent', 'count']
  const record = {
    title: 'Zoë',
    skills: ['Reading', 'Ęye'],
    count: 3,
    phases: [{ milestones: [{ title: 'One' }, {}] }, {}, { milestones: [{ title: 'Two' }] }],
  }
  expect(searchText({ search }, record)).toBe('zoe reading eye one two')
})

test('texts are sorted by letters, then accents, ignoring case, and by the value of numbers in them', () => {
  const sorted = ['Apfel', 'apfel 2', 'apfel 10', 'Bär', 'Émile', 'émile3', 'Łukasz', 'Zoe', 'Иван']
  expect(sorted.toReversed().toSorted(compareTexts)).toEqual(sorted)
  expect(compareTexts('Ähre', 'ähre')).toBe(0)
  expect(compareTexts('e\u0301', 'é')).toBe(0)
  expect(compareTexts('resume', 'résumé')).toBeLessThan(0)
})
