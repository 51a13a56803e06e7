import { expect, test } from 'vitest'
import { isoTime } from '#server/db/pool.ts'
import { identifier } from './shape.ts'

test.each([
  ['2026-11-19 23:22:12.241+00', '2026-11-19T23:22:12.241Z'],
  ['2026-11-19 23:22:12.2+00', '2026-11-19T23:22:12.200Z'],
  ['2026-11-19 23:22:12+00', '2026-11-19T23:22:12.000Z'],
  ['2026-11-19 23:22:12.5+05:30', '2026-11-19T17:52:12.500Z'],
  ['2026-11-19 23:22:12-03', '2026-11-20T02:22:12.000Z'],
])('%s is %s on the wire', (stored, wire) => {
  expect(isoTime(stored)).toBe(wire)
})

test('paths that differ in case, and long ones, have identifiers of their own', () => {
  expect(identifier('rec', 'createdAt', 'sort')).toBe('rec_created_at_sort')
  expect(identifier('rec', 'createdat', 'sort')).toBe('rec_createdat_sort')
  const long = ['a', 'b'].map((end) => identifier('rec', `${'x'.repeat(80)}${end}`))
  expect(new Set(long).size).toBe(2)
  expect(long.every((name) => name.length <= 60)).toBe(true)
})
