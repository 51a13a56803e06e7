import { expect, test } from 'vitest'
import { typedNumber } from './typed-number.ts'

test.each([
  ['3,5', 3.5],
  ['3.5', 3.5],
  [' 12 ', 12],
  ['-4,25', -4.25],
  [',5', 0.5],
  ['1234,567', 1234.567],
  ['0,125', 0.125],
  ['48.125', 48.125],
  ['1000', 1000],
  ['1000.50', 1000.5],
  ['0', 0],
  ['007', 7],
])('%j is the number %d', (text, number) => {
  expect(typedNumber(text)).toBe(number)
})

test.each([
  ...['1,000', '1.000', '-12.500', '1.000,5', '1,000.5', '1.000.000', '1 000', "1'000"],
  ...[
    '0x10',
    '1e3',
    '1E3',
    'Infinity',
    'NaN',
    '',
    ' ',
    '-',
    '5.',
    '--1',
    '1-',
    '3,5,1',
    '½',
    '12 €',
  ],
  ...['12345678901234567', '0.12345678901234567'],
])('%j is no plain number', (text) => {
  expect(typedNumber(text)).toBeUndefined()
})
