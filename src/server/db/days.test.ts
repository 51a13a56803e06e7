import { expect, test } from 'vitest'
import { startOfDay } from './days.ts'

test.each([
  ['2026-01-31', 'UTC', 0, '2026-01-31T00:00:00.000Z'],
  ['2026-01-31', 'UTC', 1, '2026-02-01T00:00:00.000Z'],
  ['2024-02-29', 'UTC', 0, '2024-02-29T00:00:00.000Z'],
  ['2026-12-31', 'Pacific/Kiritimati', 0, '2026-12-30T10:00:00.000Z'],
  ['2026-07-01', 'America/St_Johns', 0, '2026-07-01T02:30:00.000Z'],
  // The clocks go forward on the 29th and back on 25 October: days of 23 and 25 hours.
  ['2026-03-29', 'Europe/Vienna', 0, '2026-03-28T23:00:00.000Z'],
  ['2026-03-29', 'Europe/Vienna', 1, '2026-03-29T22:00:00.000Z'],
  ['2026-10-25', 'Europe/Vienna', 0, '2026-10-24T22:00:00.000Z'],
  ['2026-10-25', 'Europe/Vienna', 1, '2026-10-25T23:00:00.000Z'],
  // Where the clocks change at midnight: one that is left out, one that comes twice, a day that never was.
  ['2018-11-04', 'America/Sao_Paulo', 0, '2018-11-04T03:00:00.000Z'],
  ['2018-02-18', 'America/Sao_Paulo', 0, '2018-02-18T03:00:00.000Z'],
  ['2025-11-02', 'America/Havana', 0, '2025-11-02T04:00:00.000Z'],
  ['2011-12-30', 'Pacific/Apia', 0, '2011-12-30T10:00:00.000Z'],
  ['2011-12-31', 'Pacific/Apia', 0, '2011-12-30T10:00:00.000Z'],
])('%s in %s, %i days later, begins at %s', (day, zone, plus, instant) => {
  expect(startOfDay(day, zone, plus)?.toISOString()).toBe(instant)
})

test.each([
  '2026-02-30',
  '2025-02-29',
  '2026-13-01',
  '2026-1-1',
  '20260101',
  'today',
  '',
  '2026-01-01T00:00:00Z',
])("'%s' is no day", (text) => expect(startOfDay(text, 'UTC')).toBeUndefined())
