import { expect, test } from 'vitest'
import { isEmailAddress } from './describe.ts'
import {
  colour,
  emailAddress,
  foldEmail,
  requiredLine,
  requiredText,
  text,
  textList,
  webAddress,
} from './schema.ts'

test('a text is stored normalized, in NFC, and invisible characters alone count as blank', () => {
  for (const schema of [text(), requiredText(), requiredLine()])
    expect(schema.parse('\u200b\u00a0Zoe\u0308 \ufeff')).toBe('Zoë')
  expect(requiredLine().parse('two\nlines\u2028')).toBe('two lines')
  expect(textList().parse(['a\u200b', 'A', 'e\u0301', 'é'])).toEqual(['a', 'é'])
  expect(text().parse('\u202e\u3164')).toBe('')
  for (const schema of [requiredText(), requiredLine()])
    expect(schema.safeParse('\u202e\u3164').success).toBe(false)
})

test('addresses and colours are stored without invisible characters around them', () => {
  const around = (value: string) => `\u200b ${value}\u2060\ufeff`
  expect(emailAddress().parse(around('Ada@Example.org'))).toBe('Ada@Example.org')
  expect(webAddress().parse(around('https://example.org/e\u0301'))).toBe(
    'https://example.org/e\u0301',
  )
  expect(colour().parse(around('#1A73E8'))).toBe('#1a73e8')
})

test.each([
  [' Ada@Example.ORG ', 'ada@example.org'],
  ['\ufeffadA@example.org\u200b', 'ada@example.org'],
  ['\u212aim@example.org', '\u212aim@example.org'],
  ['victİm@example.org', 'victİm@example.org'],
  ['ÉVA@example.org', 'Éva@example.org'],
])('%s is compared as %s', (typed, folded) => {
  expect(foldEmail(typed)).toBe(folded)
})

test('an email schema is recognized, and refuses letters that fold differently', () => {
  expect(isEmailAddress(emailAddress())).toBe(true)
  expect(isEmailAddress(requiredText())).toBe(false)
  expect(isEmailAddress(undefined)).toBe(false)
  for (const foreign of ['victİm@example.org', 'ada@exämple.org', 'ａda@example.org'])
    expect(emailAddress().safeParse(foreign).success, foreign).toBe(false)
  expect(emailAddress().parse(' Ada@Example.org ')).toBe('Ada@Example.org')
})
