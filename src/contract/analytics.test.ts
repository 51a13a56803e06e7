import { expect, test } from 'vitest'
import { comparedPeriod, isScarce } from './analytics.ts'
import { addDays, daysOf } from './days.ts'

const clock = { today: '2026-11-22', time: '10:14' }

test.each([
  ['30 days that are over', '2026-10-20', '2026-11-18', '2026-09-20', '2026-10-19', undefined],
  ['30 days up to today', '2026-10-24', '2026-11-22', '2026-09-24', '2026-10-23', '10:14'],
  ['7 days up to today', '2026-11-16', '2026-11-22', '2026-11-09', '2026-11-15', '10:14'],
  ['today', '2026-11-22', '2026-11-22', '2026-11-21', '2026-11-21', '10:14'],
  ['yesterday', '2026-11-21', '2026-11-21', '2026-11-20', '2026-11-20', undefined],
  ['this month', '2026-11-01', '2026-11-22', '2026-10-10', '2026-10-31', '10:14'],
  ['last month', '2026-10-01', '2026-10-31', '2026-08-31', '2026-09-30', undefined],
  ['a leap year', '2024-01-01', '2024-12-31', '2022-12-31', '2023-12-31', undefined],
])('the previous period of %s', (_, start, end, from, to, until) => {
  expect(comparedPeriod({ start, end }, clock)).toEqual({
    start: from,
    end: to,
    ...(until && { until }),
  })
})

test('a range and its previous period cover the days of both, each once', () => {
  for (const days of [1, 7, 13, 14, 28, 30, 31, 365]) {
    const range = { start: '2025-06-18', end: addDays('2025-06-18', days - 1) }
    const before = comparedPeriod(range, clock)
    const both = daysOf({ start: addDays(range.start, -days), end: range.end })
    expect([...daysOf(before), ...daysOf(range)]).toEqual(both)
  }
})

test('fewer than ten, or a period empty on two thirds of its days, has too little data', () => {
  const period = { start: '2026-10-01', end: '2026-10-30' }
  expect([9, 10].map((counted) => isScarce(counted))).toEqual([true, false])
  expect([9, 10].map((activeDays) => isScarce(50, { ...period, activeDays }))).toEqual([
    true,
    false,
  ])
  expect(isScarce(50, period)).toBe(false)
})
