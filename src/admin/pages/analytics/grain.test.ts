import { describe, expect, test } from 'vitest'
import { CHARTS, type Figure } from '#contract/charts.ts'
import { addDays, daysOf } from '#contract/days.ts'
import type { Report } from './report.ts'
import { type Grain, grainOf, seriesOf } from './series.ts'

const plain = (text: string) => text.replace(/\s/gu, ' ')
const up = (start: string, days: number) => ({ start, end: addDays(start, days - 1) })

/** Of days that are over. */
const none = { timeZone: 'UTC', compared: undefined, summary: undefined, today: '2026-12-31' }

/** A chart of days, each with the values that `of` gives for its place. */
function rolled(
  key: Figure,
  range: { start: string; end: string },
  of: (at: number) => (number | null)[],
  grain: Grain,
  more: Partial<Report> = {},
) {
  const chart = CHARTS.find((one) => one.key === key)
  if (!chart) throw new Error(`no chart ${key}`)
  const data = daysOf(range).map((day, at) => ({ key: day, values: of(at) }))
  const report = { ...none, range, data: { [key]: data }, ...more }
  const { entries, measures, place } = seriesOf(chart, report, undefined, grain)
  return {
    place,
    measures,
    rows: entries.map(({ label, values }) => [plain(label), ...values]),
    isPartial: entries.map((entry) => entry.isPartial === true),
  }
}

test.each([
  [120, 'day'],
  [121, 'week'],
  [400, 'week'],
  [401, 'month'],
])('%i days are shown by %s', (days, grain) => {
  expect(grainOf(up('2025-01-01', days))).toBe(grain)
})

describe('days put together', () => {
  // A Wednesday.
  const range = up('2026-10-21', 17)

  test('daily users are averaged, and partial weeks are marked', () => {
    const { rows, measures, place, isPartial } = rolled(
      'dailyActiveUsers',
      range,
      (at) => [at],
      'week',
    )
    expect(rows).toEqual([
      ['Oct 21 – 25, 2026', 2],
      ['Oct 26 – Nov 1, 2026', 8],
      ['Nov 2 – 6, 2026', 14],
    ])
    expect(isPartial).toEqual([true, false, true])
    expect(measures).toEqual(['Active users, daily average'])
    expect(place).toBe('Week')
  })

  test('new users are summed up, all users are those at the end', () => {
    const { rows, measures } = rolled('userGrowth', range, (at) => [100 + at, 2], 'month')
    expect(rows).toEqual([
      ['Oct 21 – 31, 2026', 110, 22],
      ['Nov 1 – 6, 2026', 116, 12],
    ])
    expect(measures).toEqual(['Total users, on the last day', 'New users'])
  })

  test('a retrospective rate is that of the last day, and gaps have none', () => {
    const rates = (at: number) => [at === 4 || at > 11 ? null : 40 + at]
    expect(rolled('completionRate', range, rates, 'week').rows.map(([, rate]) => rate)).toEqual([
      43,
      51,
      null,
    ])
  })

  test("an unfinished day counts in no mean, and the week shows 'so far'", () => {
    const counts = (at: number) => [at === 16 ? 1 : 10]
    const { rows } = rolled('dailyActiveUsers', range, counts, 'week', { today: range.end })
    expect(rows.at(-1)).toEqual(['Nov 2 – 6, 2026 (so far)', 10])
  })

  test('the previous period is grouped in the same positions', () => {
    const chart = CHARTS.find(({ key }) => key === 'dailyActiveUsers')
    if (!chart) throw new Error('no chart')
    const of = (days: typeof range, value: number): Report => ({
      ...none,
      range: days,
      data: { dailyActiveUsers: daysOf(days).map((key) => ({ key, values: [value] })) },
    })
    const before = { start: addDays(range.start, -21), end: addDays(range.end, -21) }
    const { entries } = seriesOf(chart, of(range, 6), of(before, 3), 'week')
    expect(entries.map(({ before: one }) => [plain(one?.label ?? ''), one?.values[0]])).toEqual([
      ['Sep 30 – Oct 4, 2026', 3],
      ['Oct 5 – 11, 2026', 3],
      ['Oct 12 – 16, 2026', 3],
    ])
  })
})
