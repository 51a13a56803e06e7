import { expect, test } from 'vitest'
import type { DateForm, NumberForm } from '#contract/imports.ts'
import { readDate, readNumber } from './number-date-formats.ts'

const number = (text: string, form?: NumberForm) => Object.values(readNumber(text, form))[0]
const date = (text: string, form?: DateForm) => Object.values(readDate(text, form))[0]
test.each<[string, unknown, unknown, unknown]>([
  // What it says in no known form, with a decimal point, with a decimal comma.
  ['12', 12, 12, 12],
  ['-12', -12, -12, -12],
  ['−12', -12, -12, -12],
  ['12-', -12, -12, -12],
  ['+12', 12, 12, 12],
  ['007', 7, 7, 7],
  ['1.5', 1.5, 1.5, 'otherForm'],
  ['3,5', 3.5, 'otherForm', 3.5],
  ['.5', 0.5, 0.5, 'otherForm'],
  ['0.125', 0.125, 0.125, 'otherForm'],
  ['1234.567', 1234.567, 1234.567, 'otherForm'],
  ['1.000', 'ambiguous', 1, 1000],
  ['1,000', 'ambiguous', 1000, 1],
  ['-12.345', 'ambiguous', -12.345, -12345],
  ['1.234.567', 1_234_567, 'otherForm', 1_234_567],
  ['1.234,5', 1234.5, 'otherForm', 1234.5],
  ['1,234.5', 1234.5, 1234.5, 'otherForm'],
  ['1 000', 1000, 1000, 1000],
  ['1\u00A0000', 1000, 1000, 1000],
  ['1\u202F234,567', 1234.567, 'otherForm', 1234.567],
  ["1'234.50", 1234.5, 1234.5, 'otherForm'],
  ['1’000', 1000, 1000, 1000],
  ['１２', 12, 12, 12],
  ['١٢', 12, 12, 12],
  // As JavaScript writes very large and very small numbers, and so an export.
  ['1.5e+21', 1.5e21, 1.5e21, 1.5e21],
  ['-1e-7', -1e-7, -1e-7, -1e-7],
  ...['0x1F', '0b1', '1e3', '1E+21', 'Infinity', 'NaN', '1.000.00', '1,00,000', '1 00', '5²'].map(
    (text): [string, unknown, unknown, unknown] => [text, 'none', 'none', 'none'],
  ),
  ...['', '-', '.', '-5-', '12 000.000.000', '1_000', 'many', '1.', '½'].map(
    (text): [string, unknown, unknown, unknown] => [text, 'none', 'none', 'none'],
  ),
  ...['12 %', '€ 5', '5,00 €', '$1,000'].map((text): [string, unknown, unknown, unknown] => [
    text,
    ...(['sign', 'sign', 'sign'] as const),
  ]),
])('the number %j', (text, unknown, point, comma) => {
  expect([number(text), number(text, 'point'), number(text, 'comma')]).toEqual([
    unknown,
    point,
    comma,
  ])
})

test.each<[string, unknown, unknown, unknown]>([
  // What it says in no known order, day first, month first.
  ['2026-03-01', '2026-03-01', '2026-03-01', '2026-03-01'],
  ['2026/3/1', '2026-03-01', '2026-03-01', '2026-03-01'],
  ['1.3.2026', '2026-03-01', '2026-03-01', '2026-03-01'],
  ['01. 03. 2026', '2026-03-01', '2026-03-01', '2026-03-01'],
  ['31/12/2026', '2026-12-31', '2026-12-31', 'otherForm'],
  ['12/31/2026', '2026-12-31', 'otherForm', '2026-12-31'],
  ['3-4-2026', 'ambiguous', '2026-04-03', '2026-03-04'],
  ['4/4/2026', '2026-04-04', '2026-04-04', '2026-04-04'],
  ['1.3.2026 9:05', ...three('2026-03-01 09:05')],
  ['12/31/2026, 11:59:30 PM', '2026-12-31 23:59:30', 'otherForm', '2026-12-31 23:59:30'],
  ['2026-03-01 12:00 a.m.', ...three('2026-03-01 00:00')],
  ['1.3.26', ...three('year')],
  ...['31.2.2026', '1.13.2026', '1/3-2026', '1.3.2026 24:00', '1.3.2026 13:00 PM', 'March'].map(
    (text): [string, unknown, unknown, unknown] => [text, ...three('none')],
  ),
])('the date %j', (text, unknown, dayFirst, monthFirst) => {
  expect([date(text), date(text, 'dayFirst'), date(text, 'monthFirst')]).toEqual([
    unknown,
    dayFirst,
    monthFirst,
  ])
})

function three(value: unknown): [unknown, unknown, unknown] {
  return [value, value, value]
}
