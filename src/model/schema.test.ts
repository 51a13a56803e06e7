import { expect, test } from 'vitest'
import { isEmailAddress } from './describe.ts'
import { emailAddress, foldEmail, requiredLine, requiredText, text } from './schema.ts'

/** Spaces, marks of direction and joining, and the fillers of Hangul and Braille. */
const INVISIBLE =
  ' \t\n\u00a0\u00ad\u034f\u061c\u115f\u1160\u17b4\u180e\u200b\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2063\u2066\u2067\u2068\u2069\u2800\u3000\u3164\ufe0f\ufeff\uffa0\u{e0020}'

test('characters that nobody sees are blank, each alone and all together', () => {
  for (const one of [...INVISIBLE, INVISIBLE, '\u202e\u3164\u2069']) {
    const code = one.codePointAt(0)?.toString(16)
    for (const schema of [requiredText(), requiredLine()])
      expect(schema.safeParse(one).success, code).toBe(false)
    expect(text().parse(one), code).toBe('')
  }
})

test.each([
  ['Zoë', 'Zoë'],
  ['  a  ', 'a'],
  ['\u200bا\u200c', '\u200bا\u200c'],
  ['❤\ufe0f', '❤\ufe0f'],
  ['한글', '한글'],
  ['⠓⠊', '⠓⠊'],
  ['👩\u200d🔬', '👩\u200d🔬'],
  ['שלום\u200f', 'שלום\u200f'],
])('%j has something to see and keeps it', (value, kept) => {
  for (const schema of [requiredText(), requiredLine()]) expect(schema.parse(value)).toBe(kept)
})

test.each([
  [' Ada@Example.ORG ', 'ada@example.org'],
  ['adA@example.org\u200b', 'ada@example.org\u200b'],
  ['victİm@example.org', 'victİm@example.org'],
  ['ÉVA@example.org', 'Éva@example.org'],
])('%s is compared as %s', (typed, folded) => {
  expect(foldEmail(typed)).toBe(folded)
})

test('an email address is known by its schema, and has no letters that fold in another way', () => {
  expect(isEmailAddress(emailAddress())).toBe(true)
  expect(isEmailAddress(requiredText())).toBe(false)
  expect(isEmailAddress(undefined)).toBe(false)
  for (const foreign of ['victİm@example.org', 'ada@exämple.org', 'ａda@example.org'])
    expect(emailAddress().safeParse(foreign).success, foreign).toBe(false)
  expect(emailAddress().parse(' Ada@Example.org ')).toBe('Ada@Example.org')
})
