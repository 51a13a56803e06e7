import { expect, test } from 'vitest'
import * as z from 'zod'
import { describe } from './describe.ts'
import { durationText, minutesOf } from './duration.ts'
import * as made from './schema.ts'
import { explainIssues } from './words.ts'

const shape = z.object({
  day: made.day(),
  moment: made.moment().optional(),
  colour: made.colour().default('#ffffff'),
  price: made.money('EUR').min(5),
  yen: made.money('JPY').optional(),
  length: made.duration({ min: 15 }),
  extra: made.json(),
  picture: made.imageAddress().nullable().optional(),
  half: z.number().multipleOf(0.5).max(9).optional(),
})

const right = { day: '2026-02-28', price: 7.77, length: 90, extra: { a: [1, null, 'x'] } }

/** What is wrong with the right values once one of them is another, by its key. */
function wrong(key: string, value: unknown): string | undefined {
  const body = { ...right, [key]: value }
  const parsed = z.safeParse(shape, body)
  return parsed.success ? undefined : explainIssues(parsed.error.issues, body, () => 'It')[key]
}

test.each([
  ['day', { kind: 'day', required: true }],
  ['moment', { kind: 'date', required: false }],
  ['colour', { kind: 'text', required: false, default: '#ffffff', format: 'colour' }],
  ['price', { kind: 'number', format: 'money', currency: 'EUR', min: 5, step: 0.01 }],
  ['yen', { kind: 'number', format: 'money', currency: 'JPY', step: 1 }],
  ['length', { kind: 'number', required: true, format: 'duration', min: 15, step: 1 }],
  ['extra', { kind: 'json', required: true, format: 'json' }],
  ['picture', { kind: 'text', required: false, format: 'image' }],
  ['half', { kind: 'number', step: 0.5, max: 9 }],
])('the description of %s is read from its schema', (key, described) => {
  expect(describe(shape, key)).toMatchObject(described)
})

test.each([
  ['day', '2026-02-29', 'It must be a date like 2026-11-20.'],
  ['day', '2026-03-01T00:00:00Z', 'It must be a date like 2026-11-20.'],
  ['day', '0026-03-01', 'It needs a year of four digits.'],
  ['day', undefined, 'It is required.'],
  ['moment', '2026-03-29T02:30', 'It must be a date and time like 2026-11-20T08:30:00Z.'],
  ['moment', '0026-03-29T02:30:00Z', 'It needs a year of four digits.'],
  ['colour', 'red', 'It must be a colour like #1a73e8.'],
  ['colour', '', 'It is required.'],
  ['price', 7.777, 'It may have at most 2 decimals.'],
  ['price', '7', 'It must be a number, like 1000 or 1.5.'],
  ['price', 4.99, 'It must be at least 5.'],
  ['yen', 7.5, 'It must be a whole number.'],
  ['half', 1.2, 'It must be a multiple of 0.5.'],
  ['length', 10, 'It must be at least 15 min.'],
  ['length', 2_000_000, 'It must be at most 16800 h.'],
  ['length', 'long', 'It must be a duration in whole minutes, like 1 h 30 min.'],
  ['length', undefined, 'It is required.'],
  ['extra', undefined, 'It is required.'],
  ['extra', null, 'It is required.'],
  ['extra', { a: 'x\u0000' }, 'It must be JSON, like {"key": "value"}.'],
  ['extra', { 'x\ud800': 1 }, 'It must be JSON, like {"key": "value"}.'],
  ['extra', new Date(0), 'It must be JSON, like {"key": "value"}.'],
  ['extra', 'x'.repeat(20_001), 'It may have at most 20000 characters.'],
  ['picture', 'javascript:alert(1)', 'It must be a web address that starts with https://.'],
])('%s refuses %j', (key, value, message) => {
  expect(wrong(key, value)).toBe(message)
})

test('a moment is stored as UTC, a colour in lower case', () => {
  const parsed = shape.parse({ ...right, moment: '2026-12-01T09:30:00+01:00', colour: ' #FFAA00' })
  expect(parsed).toMatchObject({ moment: '2026-12-01T08:30:00.000Z', colour: '#ffaa00' })
  expect(wrong('moment', '2026-12-01T08:30:15.5Z')).toBeUndefined()
})

test('no amount of cents is refused for what binary fractions are', () => {
  const price = made.money('EUR')
  for (let cents = 0; cents < 2_000_000; cents += 7)
    if (!price.safeParse(cents / 100).success) expect.fail(`${cents / 100} was refused`)
  expect(price.safeParse(999_999_999_999.99).success).toBe(true)
})

test('JSON that nests without end is refused, not followed', () => {
  let deep: unknown = 1
  for (let at = 0; at < 30_000; at += 1) deep = [deep]
  expect(wrong('extra', deep)).toBe('It must be JSON, like {"key": "value"}.')
})

test.each([
  ['90', 90],
  ['1:30', 90],
  ['1 h 30 min', 90],
  ['1h30', 90],
  ['1.5 h', 90],
  ['1,5h', 90],
  ['1.1 h', 66],
  ['2 hours', 120],
  [' 45 Minutes ', 45],
  ['0', 0],
  ['', undefined],
  ['h', undefined],
  ['1:75', undefined],
  ['1.01 h', undefined],
  ['-5', undefined],
  ['soon', undefined],
])('%j is a duration of %s minutes', (text, minutes) => {
  expect(minutesOf(text)).toBe(minutes)
})

test('a formatted duration parses to the same value', () => {
  for (const minutes of [0, 1, 59, 60, 61, 90, 1440, 1_008_000])
    expect(minutesOf(durationText(minutes))).toBe(minutes)
})
