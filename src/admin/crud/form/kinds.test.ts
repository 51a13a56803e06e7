import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toDraft } from '#admin/providers/adapters/draft.ts'
import { readItem } from '#admin/providers/adapters/read-records.ts'
import { completeRegistry } from '#model/complete.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import careerFields from '#resources/career-fields.ts'
import mentors from '#resources/mentors.ts'
import visits from '../../../../tests/fixtures/visits.ts'
import { checkDraft, isChanged } from './check-draft.ts'

const resource = completeRegistry([careerFields, mentors, visits]).at(-1) as Resource
const read = (sent: object) => readItem(resource, { _id: 'r1', version: 1, ...sent }) as Row

const whole = {
  title: 'Observatory',
  on: '2026-12-01',
  startsAt: '2026-12-01T08:30:15.250Z',
  length: 90,
  seats: 7,
  price: 19.99,
  isPublic: true,
  colour: '#1a73e8',
  extra: { rooms: ['A', 'B'], isOpen: true },
}

/** What is sent of a record of which these were typed, or what is wrong. */
function edited(sent: object, typed: Record<string, unknown>) {
  const row = read(sent)
  const checked = checkDraft(resource, 'edit', { ...toDraft(resource, 'edit', row), ...typed }, row)
  return checked.ok ? checked.body : checked.errors
}

describe('an untouched value is never rewritten', () => {
  /** As other backends keep them, and as nobody should. */
  const values = fc.record({
    title: fc.constant('Observatory'),
    on: fc.constantFrom('2026-12-01', '2026-12-01T00:00:00.000Z', 1_764_547_200, 'soon', null),
    startsAt: fc.constantFrom('2026-12-01T09:30:15+01:00', 1_764_577_800_000, 'tomorrow', '', null),
    endsAt: fc.constantFrom('2026-12-01 10:00', {}, null, undefined),
    length: fc.constantFrom(90, '90', 90.5, -5, 'long', null),
    seats: fc.constantFrom(7, '7', 0, 4000, null),
    price: fc.constantFrom(19.99, '19.99', 1.005, 'free', null),
    isPublic: fc.constantFrom(true, 1, 'yes', null),
    colour: fc.constantFrom('#1A73E8', 'red', null),
    picture: fc.constantFrom('a.png', 'javascript:x', null),
    extra: fc.oneof(fc.jsonValue(), fc.constant('{"a": 1}')),
  })
  // No answer holds what JSON cannot say: -0 is 0 there, and undefined is not there.
  const foreign = values.map((one): typeof one => JSON.parse(JSON.stringify(one)))

  test('for any value of a backend', () => {
    fc.assert(
      fc.property(foreign, (sent) => {
        const { title: _, ...rest } = sent
        expect(edited(sent, { title: 'Planetarium' })).toMatchObject({
          ...rest,
          title: 'Planetarium',
        })
        expect(isChanged(resource, 'edit', toDraft(resource, 'edit', read(sent)), read(sent))).toBe(
          false,
        )
      }),
    )
  })

  test('and typing the present value counts as unchanged', () => {
    expect(edited(whole, { length: '1:30', extra: '{"isOpen":true,"rooms":["A","B"]}' })).toEqual(
      whole,
    )
  })
})

test('days stored as midnights, and times in any format, are shown', () => {
  const shown = (sent: object) => toDraft(resource, 'edit', read(sent))
  expect(shown({ on: '2026-12-01T00:00:00.000Z', startsAt: 1_764_577_800 })).toMatchObject({
    on: '2026-12-01',
    startsAt: '2025-12-01T08:30:00.000Z',
  })
  expect(shown({ on: 'soon', startsAt: 'tomorrow' })).toMatchObject({ on: '', startsAt: '' })
})

test('a typed value is converted by the field’s kind', () => {
  const typed = {
    on: '2026-12-24',
    startsAt: '2026-12-24T17:00:00.000Z',
    endsAt: '2026-12-24T18:00:00.000Z',
    length: '1 h 15 min',
    seats: '12',
    price: '7,50',
    isPublic: 'false',
    colour: '#FFAA00',
    extra: '[1, null]',
  }
  expect(edited(whole, typed)).toMatchObject({
    ...typed,
    length: 75,
    seats: 12,
    price: 7.5,
    isPublic: false,
    colour: '#ffaa00',
    extra: [1, null],
  })
})

test('cleared optional values are removed, and required ones are refused', () => {
  expect(edited({ ...whole, endsAt: '2026-12-01T10:00:00Z' }, blank)).toEqual({
    on: 'Day is required.',
    startsAt: 'Starts is required.',
    length: 'Length is required.',
  })
  const { on: _on, startsAt: _startsAt, length: _length, ...free } = blank
  const cleared = edited({ ...whole, endsAt: '2026-12-01T10:00:00Z' }, free)
  expect(cleared).toMatchObject({ endsAt: null, price: null, colour: null, extra: null, seats: 12 })
})

const blank = {
  on: '',
  startsAt: '',
  endsAt: '',
  length: '',
  seats: '',
  price: '',
  colour: '',
  extra: '',
}

test.each([
  ['on', '?', 'Day must be a date like 2026-11-20.'],
  ['startsAt', '?', 'Starts must be a date and time like 2026-11-20T08:30:00Z.'],
  ['length', 'an hour', 'Length must be a duration in whole minutes, like 1 h 30 min.'],
  ['length', '10', 'Length must be at least 15 min.'],
  ['seats', '?', 'Seats must be a number, like 1000 or 1.5.'],
  ['seats', '1.5', 'Seats must be a whole number.'],
  ['seats', '1,000', 'Seats must be a number, like 1000 or 1.5.'],
  ['seats', '0x10', 'Seats must be a number, like 1000 or 1.5.'],
  ['price', '1.000,5', 'Price must be a number, like 1000 or 1.5.'],
  ['price', '1.005', 'Price may have at most 2 decimals.'],
  ['colour', 'red', 'Colour must be a colour like #1a73e8.'],
  ['extra', '{"a": }', 'Extra must be JSON, like {"key": "value"}.'],
  ['extra', 'plain', 'Extra must be JSON, like {"key": "value"}.'],
])('%s typed as %j shows an error at its field', (key, typed, message) => {
  expect(edited(whole, { [key]: typed })).toEqual({ [key]: message })
})
