import { describe, expect, test } from 'vitest'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { dayRange } from './day-range.ts'
import { filterFields } from './filter-fields.ts'
import { readFilters } from './read-filters.ts'

const named = (name: string) => registry.find((one) => one.page === name) as Resource
const missions = named('missions')
const users = named('users')

const is = (field: string, value: unknown, operator = 'eq') => ({ field, operator, value })

test('each declared filter has the control that its schema calls for, in its order', () => {
  const of = (resource: Resource) =>
    filterFields(resource).map(({ label, kind }) => `${label}: ${kind}`)
  expect(of(missions)).toEqual([
    'Status: choice',
    'Difficulty: choice',
    'Type: values',
    'Career Fields: reference',
  ])
  expect(of(users)).toEqual(['Role: choice', 'Status: choice', 'Segment: choice', 'Created: days'])
  expect(of(named('protocols'))[1]).toBe('Target Level: choice')
  expect(of(named('mentors'))[1]).toBe('Career Field: reference')
})

describe('what the address asks for', () => {
  test('declared filters pass, in the declared order, whatever the address has', () => {
    const asked = [is('type', 'research'), is('search', 'a'), is('difficulty', 'expert')]
    expect(readFilters(missions, asked)).toEqual([is('difficulty', 'expert'), asked[0]])
  })

  test.each([
    ['an unknown field', is('password', 'x')],
    ['an unknown value of a choice', is('difficulty', 'legendary')],
    ['no status', is('isActive', 'maybe')],
    ['another operator', is('difficulty', 'expert', 'ne')],
    ['a range of what is no day', is('difficulty', 'expert', 'gte')],
    ['an object for a value', is('type', { $gt: '' })],
    ['a list for a value', is('type', ['a', 'b'])],
    ['an empty value', is('type', '  ')],
    ['an endless value', is('type', 'x'.repeat(201))],
    ['a character that cannot be stored', is('type', 'a\0')],
    ['nothing', null],
    ['a text', 'difficulty'],
  ])('%s is left out', (_, asked) => {
    expect(readFilters(missions, [asked])).toEqual([])
  })

  test('of two conditions of a kind the first counts', () => {
    expect(readFilters(users, [is('role', 'admin'), is('role', 'user')])).toEqual([
      is('role', 'admin'),
    ])
  })

  test('days pass as a stretch, open or closed; what is no day or no stretch does not', () => {
    const from = is('createdAt', '2026-10-01', 'gte')
    const to = is('createdAt', '2026-10-31', 'lte')
    expect(readFilters(users, [to, from])).toEqual([from, to])
    expect(readFilters(users, [to])).toEqual([to])
    expect(readFilters(users, [is('createdAt', '2026-02-30', 'gte')])).toEqual([])
    expect(readFilters(users, [is('createdAt', '1 Oct', 'gte')])).toEqual([])
    expect(readFilters(users, [is('createdAt', '9999-12-31', 'lte')])).toEqual([])
    expect(readFilters(users, [is('createdAt', '2026-10-01')])).toEqual([])
    expect(readFilters(users, [{ ...from, value: '2026-11-01' }, to])).toEqual([])
  })
})

test.each([
  ['2026-10-01', '2026-10-31', '1–31 Oct 2026'],
  ['2026-10-01', '2026-10-01', '1 Oct 2026'],
  ['2025-12-31', '2026-01-01', '31 Dec 2025 – 1 Jan 2026'],
  ['2026-10-01', undefined, 'from 1 Oct 2026'],
  [undefined, '2026-10-31', 'until 31 Oct 2026'],
  [undefined, undefined, ''],
])('the days %s to %s read %s', (from, to, words) => {
  // Engines differ in the spaces around the dash.
  const tight = (text: string) => text.replace(/\s*–\s*/, '–')
  expect(tight(dayRange(from, to, 'en-GB'))).toBe(tight(words))
})
