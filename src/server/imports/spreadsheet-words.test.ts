import { expect, test } from 'vitest'
import { trimUnseen } from '#model/clean-text.ts'
import { errorIn, NO, YES } from './spreadsheet-words.ts'

test('no word means both yes and no', () => {
  expect([...YES].filter((word) => NO.has(word))).toEqual([])
})

test.each([
  '#N/A',
  '#nv',
  ' #BEZUG! ',
  '\u200b#REF!\ufeff',
  '#¡DIV/0!',
  '#ДЕЛ/0!',
  '#スピル!',
  '########',
  'Err:502',
])('%s is an error of a spreadsheet', (text) => {
  expect(errorIn(text)).toContain(trimUnseen(text))
})

test.each(['#', '#1', '# Title', '#N/A is not here', '###', 'N/A', '#tag', 'Err:', 'Err:5020'])(
  '%s is a text',
  (text) => {
    expect(errorIn(text)).toBeUndefined()
  },
)
