import { afterEach, expect, test, vi } from 'vitest'
import type { Wording } from './language.ts'

/** The module, in a language with these wordings. */
async function speaking(
  locale: string,
  wordings: Readonly<Record<string, Wording>>,
  withinSentence = (words: string) => words.toLowerCase(),
) {
  vi.resetModules()
  vi.doMock('./language.ts', () => ({
    LOCALE: locale,
    wordingIn: (english: string) => wordings[english],
    withinSentence,
  }))
  return { ...(await import('./translate.ts')), ...(await import('./numbers.ts')) }
}

afterEach(() => {
  vi.doUnmock('./language.ts')
  vi.resetModules()
})

test.each([
  [0, '0 missions'],
  [1, '1 mission'],
  [1234, '1,234 missions'],
])('English writes %s as %s', async (count, text) => {
  const { counted } = await speaking('en', {})
  expect(counted(count, '{count} mission', '{count} missions')).toBe(text)
})

test.each([
  [1, '1 mise'],
  [3, '3 mise, malo'],
  [5, '5 misí'],
  [12_345, '12\u00a0345 misí'],
])('one message has as many forms as a language needs: %s is %s', async (count, text) => {
  const { counted, translate } = await speaking('cs', {
    '{count} missions': { one: '{count} mise', few: '{count} mise, malo', other: '{count} misí' },
  })
  expect(counted(count, '{count} mission', '{count} missions')).toBe(text)
  expect(translate('{count} missions', { count })).toBe(text)
})

test('an untranslated text is shown in English, with its numbers in the language’s digits', async () => {
  const { translate } = await speaking('ar-EG', { Save: 'حفظ' })
  expect(translate('Save')).toBe('حفظ')
  expect(translate('Page {page} of {pages}', { page: 2, pages: 10 })).toBe('Page ٢ of ١٠')
})

test('placeholders without a value remain for the caller', async () => {
  const { translate, translateCount } = await speaking('en', {})
  expect(translate('Delete {name}?')).toBe('Delete {name}?')
  expect(translateCount(2, '{count} new message', '{count} new messages')).toBe(
    '{count} new messages',
  )
})

test('a noun within a sentence is written as the language requires', async () => {
  const wordings = { 'Career Field': 'Berufsfeld' }
  const german = await speaking('de', wordings, (words) => words)
  expect(german.translateWithin('Career Field')).toBe('Berufsfeld')
  vi.doUnmock('./language.ts')
  vi.resetModules()
  const { translateWithin } = await import('./translate.ts')
  expect(translateWithin('AI Mentor')).toBe('AI mentor')
})
