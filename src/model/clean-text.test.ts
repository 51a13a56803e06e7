import { expect, test } from 'vitest'
import { cleanText, trimUnseen } from './clean-text.ts'

/** Spaces, controls, marks of direction and joining, the fillers of Hangul and Braille, selectors and tags. */
const UNSEEN = [
  ...' \t\n\u0001\u001f\u007f\u0085\u0096\u00a0\u00ad\u034f\u061c\u115f\u1160\u17b4\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202e',
  ...'\u2028\u2060\u2064\u2066\u2069\u206f\u2800\u3000\u3164\ufe0f\ufeff\uffa0\ufffb\u{e0001}\u{e0020}',
]

test('invisible characters are removed from both ends, alone and combined', () => {
  for (const one of [...UNSEEN, UNSEEN.join('')]) {
    const code = [...one].map((sign) => sign.codePointAt(0)?.toString(16)).join(' ')
    expect(cleanText(one), code).toBe('')
    expect(cleanText(`${one}Ann Lee${one}`), code).toBe('Ann Lee')
    expect(cleanText(`Ann${one}Lee`), code).toBe(`Ann${one}Lee`)
  }
})

test.each([
  ['a heart that a selector colours', '❤\ufe0f'],
  ['a keycap', '1\ufe0f\u20e3'],
  ['a profession', '👩\u200d🔬'],
  ['a skin tone', '👍🏽'],
  ['a heart with a joiner', '❤\ufe0f\u200d'],
  ['the flag of Scotland', '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
  ['a flag of two letters', '🇫🇷'],
  ['an ideograph in a variant', '葛\u{e0100}'],
  ['a letter of Malayalam that a joiner shapes', 'അവന്\u200d'],
  ['the Arabic sign of a year', '١٤٠٠ ه\u200d'],
  ['the end of an ayah, which is seen', '\u06dd'],
  ['Braille', '⠓⠊'],
])('%s stays whole at the end', (_, text) => {
  expect(cleanText(text)).toBe(text)
  expect(cleanText(`\u200b${text} \u200b`)).toBe(text)
})

test('letters and marks are composed, so that equal texts are equal', () => {
  expect(cleanText('e\u0301mile')).toBe('émile')
  expect(cleanText('\u1112\u1161\u11ab')).toBe('한')
  // What an address leads to would be another page.
  expect(trimUnseen('\u200bhttps://example.org/e\u0301\ufeff')).toBe('https://example.org/e\u0301')
})

test('cleaning is idempotent', () => {
  const texts = [
    'e\u0301\u200d',
    ' \u0301x',
    '\ud800 ',
    '❤ \ufe0f',
    '\u212b\u200b',
    'ه\u200d\u200d',
  ]
  for (const text of texts) expect(cleanText(cleanText(text))).toBe(cleanText(text))
})

test('the worst long text takes no longer than others', () => {
  const marks = `a${'\u0301'.repeat(200_000)}${'\u0316'.repeat(200_000)}`
  const gaps = `a${' '.repeat(500_000)}b${' '.repeat(500_000)}`
  const start = performance.now()
  expect(cleanText(marks)).toBe(marks)
  expect(cleanText(gaps)).toHaveLength(500_002)
  // The quadratic way takes minutes.
  expect(performance.now() - start).toBeLessThan(5000)
})
