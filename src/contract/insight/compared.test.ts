import { expect, test } from 'vitest'
import { comparedPeriod, isScarce } from './compared.ts'
import { addDays, lengthOf } from './days.ts'

const clock = { today: '2026-11-22', time: '10:14' }
const weekday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay()

test.each([
  ['30 days that are over', '2026-10-20', '2026-11-18', '2026-09-15', '2026-10-14', undefined],
  ['30 days up to today', '2026-10-24', '2026-11-22', '2026-09-19', '2026-10-18', '10:14'],
  ['7 days up to today', '2026-11-16', '2026-11-22', '2026-11-09', '2026-11-15', '10:14'],
  ['today', '2026-11-22', '2026-11-22', '2026-11-21', '2026-11-21', '10:14'],
  ['yesterday', '2026-11-21', '2026-11-21', '2026-11-20', '2026-11-20', undefined],
  ['a few days', '2026-11-10', '2026-11-12', '2026-11-07', '2026-11-09', undefined],
  ['this month', '2026-11-01', '2026-11-22', '2026-10-01', '2026-10-22', '10:14'],
  ['last month', '2026-10-01', '2026-10-31', '2026-09-01', '2026-09-30', undefined],
  ['a short month', '2026-02-01', '2026-02-28', '2026-01-01', '2026-01-31', undefined],
  ['the first of a month', '2026-11-01', '2026-11-01', '2026-10-31', '2026-10-31', undefined],
])('FIG-02 FIG-03 %s', (_, start, end, from, to, until) => {
  expect(comparedPeriod({ start, end }, clock)).toEqual({
    start: from,
    end: to,
    ...(until && { until }),
  })
})

test('FIG-02 days that a shorter month has not are compared with all of it', () => {
  const march = { start: '2026-03-01', end: '2026-03-30' }
  const all = { start: '2026-02-01', end: '2026-02-28' }
  expect(comparedPeriod(march, { today: march.end, time: '10:14' })).toEqual(all)
})

test('FIG-03 14 days or more begin on the same weekday, are as many, and end before the range', () => {
  for (let days = 14; days < 400; days += 1) {
    const range = { start: '2025-06-18', end: addDays('2025-06-18', days - 1) }
    const before = comparedPeriod(range, clock)
    expect(weekday(before.start)).toBe(weekday(range.start))
    expect(lengthOf(before)).toBe(days)
    expect(before.end < range.start).toBe(true)
    expect(lengthOf({ start: before.end, end: range.start })).toBeLessThanOrEqual(8)
  }
})

test('FIG-03 fewer than ten, or a period empty on two thirds of its days, is hardly any data', () => {
  const period = { start: '2026-10-01', end: '2026-10-30' }
  expect([9, 10].map((counted) => isScarce(counted))).toEqual([true, false])
  expect([9, 10].map((activeDays) => isScarce(50, { ...period, activeDays }))).toEqual([
    true,
    false,
  ])
  expect(isScarce(50, period)).toBe(false)
})
