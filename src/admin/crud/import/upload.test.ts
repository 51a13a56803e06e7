import { expect, test } from 'vitest'
import { MOST_BYTES } from '#contract/imports.ts'
import { typeOf } from './upload.ts'

test.each([
  ['people.csv', 'text/csv'],
  ['People.TSV', 'text/csv'],
  ['people.json', 'application/json'],
])('%s is sent as %s', (name, type) => {
  expect(typeOf({ name, size: 1 })).toBe(type)
})

test.each([
  ['people.xls', 1, 'This is the former format of Excel. Save it as .xlsx there.'],
  ['people.pdf', 1, 'people.pdf is no CSV, Excel or JSON file.'],
  ['people.csv', 0, 'people.csv is empty.'],
  ['people.csv', MOST_BYTES + 1, /^people.csv is too large: /],
])('%s of %i bytes is refused before it is sent', (name, size, words) => {
  expect(() => typeOf({ name, size })).toThrow(words)
})
