import { describe, expect, test } from 'vitest'
import { CHARTS } from '#contract/insight/charts.ts'
import type { Figure } from '#contract/insight/definitions.ts'
import type { Datum, Report } from './read-report.ts'
import { sentenceOf } from './sentence.ts'
import { pendingBefore, seriesOf } from './series.ts'

const range = { start: '2026-11-01', end: '2026-11-03' }
const before = { start: '2026-10-29', end: '2026-10-31' }

function report(key: Figure, data: readonly Datum[], of = range): Report {
  return { range: of, timeZone: 'UTC', data: { [key]: data } }
}

const days = (...counts: (number | null)[]) =>
  counts.map((value, index) => ({ key: `2026-11-0${index + 1}`, values: [value] }))

/** Intl writes thin spaces around its dashes. */
const plain = (text: string) => text.replace(/\s/gu, ' ')

function say(key: Figure, data: readonly Datum[], earlier?: readonly Datum[]): string {
  const chart = CHARTS.find((one) => one.key === key)
  if (!chart) throw new Error(`no chart ${key}`)
  const compared = earlier && report(key, earlier, before)
  return plain(sentenceOf(seriesOf(chart, report(key, data), compared)))
}

describe('a line over time', () => {
  test('says mean, change, the highest and the lowest with their days', () => {
    expect(say('dailyActiveUsers', days(400, 520, 500))).toBe(
      'Active users: 473.3 a day on average; highest 520 on Nov 2, lowest 400 on Nov 1.',
    )
  })

  test('rates change by points, and days without a value are left out', () => {
    expect(say('completionRate', days(50, null, 47.5))).toBe(
      'Completion rate: highest 50% on Nov 1, lowest 47.5% on Nov 3.',
    )
  })

  test('one point is that point', () => {
    expect(say('completionRate', days(null, 61.2, null))).toBe('Completion rate: 61.2% on Nov 2.')
  })

  test('what never changes is said once; a rate of zero is a fact', () => {
    expect(say('completionRate', days(0, 0, 0))).toBe('Completion rate: 0% on every day.')
    expect(say('dailyActiveUsers', days(7, 7, 7))).toBe('Active users: 7 on every day.')
  })

  test('counts of zero, rates without any value and no days at all are an empty chart', () => {
    expect(say('dailyActiveUsers', days(0, 0, 0))).toBe('No active users in this range.')
    expect(say('completionRate', days(null, null, null))).toBe(
      'No missions assigned in this range.',
    )
    expect(say('dailyActiveUsers', [])).toBe('No active users in this range.')
  })

  test('totals and levels stand in a sentence each', () => {
    const data = [
      { key: '2026-11-01', values: [100, 2] },
      { key: '2026-11-02', values: [104, 4] },
    ]
    expect(say('userGrowth', data)).toBe(
      'Total users: highest 104 on Nov 2, lowest 100 on Nov 1. New users: 6 in total; highest 4 on Nov 2, lowest 2 on Nov 1.',
    )
  })

  test('today, which is not over, is told apart', () => {
    const chart = CHARTS.find(({ key }) => key === 'dailyActiveUsers')
    if (!chart) throw new Error('no chart')
    const sayToday = (counts: readonly (number | null)[], earlier?: readonly number[]) => {
      const now = { ...report('dailyActiveUsers', days(...counts)), today: range.end }
      const compared = earlier && report('dailyActiveUsers', days(...earlier), before)
      return plain(sentenceOf(seriesOf(chart, now, compared)))
    }
    expect(sayToday([45, 50, 24])).toBe(
      'Active users: 47.5 a day on average; highest 50 on Nov 2, lowest 45 on Nov 1; 24 so far today.',
    )
    expect(sayToday([7, 7, 3])).toContain('7 on every day before; 3 so far today.')
    expect(sayToday([null, null, 3])).toBe('Active users: 3 so far today.')
    expect(sayToday([20, 20, 1], [10, 10, 99])).toMatch(/: up 100% against Oct 29 – 31; /)
  })

  test('a share today is told as of now', () => {
    const chart = CHARTS.find(({ key }) => key === 'completionRate')
    if (!chart) throw new Error('no chart')
    const now = { ...report('completionRate', days(40, 50, 41.2)), today: range.end }
    expect(plain(sentenceOf(seriesOf(chart, now)))).toBe(
      'Completion rate: highest 50% on Nov 2, lowest 40% on Nov 1; 41.2% as of now.',
    )
  })

  test('a range over the turn of the year says the year; weeks are named by their Monday', () => {
    const data = [
      { key: '2025-12-29', values: [60] },
      { key: '2026-01-05', values: [70] },
    ]
    expect(say('retentionRate', data)).toBe(
      'Retention rate: highest 70% in the week of Jan 5, 2026, lowest 60% in the week of Dec 29, 2025.',
    )
  })
})

describe('a choice of entries', () => {
  const levels = (...values: (number | null)[][]) =>
    values.map((row, index) => ({ key: ['beginner', 'advanced'][index] ?? '', values: row }))

  test('says total, most and least with their shares; what is there is never none', () => {
    expect(
      say('sessionDuration', [
        { key: 'under 1 min', values: [995] },
        { key: '1-5 min', values: [4] },
      ]),
    ).toBe(
      'Sessions: 999 in total; most under 1 min with 995 (99.6% of all sessions), least 1-5 min with 4 (0.4% of all sessions).',
    )
  })

  test('a sentence for each value; rates have no total', () => {
    expect(say('byLevel', levels([30, 20], [10, 0]))).toBe(
      'Assigned: 40 assignments in total; most Beginner with 30 (75% of all assigned), least Advanced with 10 (25% of all assigned). Completed: 20 assignments in total; most Beginner with 20 (100% of all completed).',
    )
    expect(say('completionRateByLevel', levels([66.7], [0]))).toBe(
      'Completion rate: highest Beginner with 66.7%, lowest Advanced with 0%.',
    )
    expect(say('completionRateByLevel', levels([66.7], [null]))).toBe(
      'Completion rate: 66.7% for Beginner.',
    )
  })

  test('none of a value, all of one entry, the same for each', () => {
    expect(say('byLevel', levels([3, 0], [3, 0]))).toBe(
      'Assigned: 6 assignments in total; 3 for each. Completed: 0 assignments in total.',
    )
    expect(say('featureUsage', [{ key: 'goals', values: [20] }])).toBe(
      'Uses: 20 in total; all goals.',
    )
  })
})

describe('beside the previous period', () => {
  test('counts change by percent, rates by points', () => {
    expect(say('dailyActiveUsers', days(10, 20, 30), days(10, 10, 10))).toMatch(
      /: up 100% against Oct 29 – 31; /,
    )
    expect(say('completionRate', days(50, 50, 53), days(50, 50, 50))).toBe(
      'Completion rate: up 3 points against Oct 29 – 31; highest 53% on Nov 3, lowest 50% on Nov 1.',
    )
  })

  test('rates without a mean say how the highest and the lowest have changed', () => {
    const levels = (...rates: number[]) =>
      rates.map((rate, at) => ({ key: at === 0 ? 'beginner' : 'advanced', values: [rate] }))
    expect(say('completionRateByLevel', levels(60, 40), levels(50, 41))).toBe(
      'Completion rate: highest Beginner with 60%, lowest Advanced with 40%; Beginner +10 points, Advanced −1 point against Oct 29 – 31.',
    )
  })

  test('a name that turns the direction does so within itself', () => {
    const turned = { key: 'goals\u202E', values: [3] }
    expect(say('featureUsage', [turned, { key: 'notes', values: [1] }])).toBe(
      'Uses: 4 in total; most \u2068goals\u202E\u2069 with 3 (75% of all uses), least notes with 1 (25% of all uses).',
    )
  })

  test('nothing now, something before', () => {
    expect(say('dailyActiveUsers', days(0, 0, 0), days(10, 20, 30))).toBe(
      'Active users: down 100% against Oct 29 – 31; 0 on every day.',
    )
  })

  test('nothing is said of it before it is there', () => {
    const [chart] = CHARTS
    if (!chart) throw new Error('no chart')
    const now = report('dailyActiveUsers', days(1, 2, 3))
    expect(sentenceOf(seriesOf(chart, now, pendingBefore(now)))).not.toContain('before')
  })
})

describe('FIG-01 the range’s own figures', () => {
  const compared = { start: '2026-09-27', end: '2026-09-29', activeDays: 3 }
  const tell = (key: Figure, data: readonly Datum[], more: Partial<Report>) => {
    const chart = CHARTS.find((one) => one.key === key)
    if (!chart) throw new Error(`no chart ${key}`)
    return plain(sentenceOf(seriesOf(chart, { ...report(key, data), compared, ...more })))
  }
  const summary = (now: Record<string, number>, before: Record<string, number>) => ({
    summary: { now, before },
  })

  test('lead, with their change, and no mean of a rolling rate is said', () => {
    const rates = summary(
      { completionRate: 37.1, totalAssigned: 300 },
      { completionRate: 40, totalAssigned: 280 },
    )
    expect(tell('completionRate', days(38, 39, 41), rates)).toBe(
      'Completion rate: 37.1% in the range; down 2.9 points against Sep 27 – 29; highest 41% on Nov 3, lowest 38% on Nov 1.',
    )
    expect(
      tell('dailyActiveUsers', days(8, 9, 7), summary({ activeUsers: 19 }, { activeUsers: 16 })),
    ).toBe(
      'Active users: 19 in the range; up 19% against Sep 27 – 29; 8 a day on average; highest 9 on Nov 2, lowest 7 on Nov 3.',
    )
  })

  test('FIG-02 say so far while the last day is not over, and until when the other counts', () => {
    const told = tell('byLevel', [{ key: 'beginner', values: [12, 0] }], {
      ...summary(
        { totalAssigned: 15, totalCompleted: 0 },
        { totalAssigned: 20, totalCompleted: 3 },
      ),
      compared: { ...compared, until: '10:14' },
      today: range.end,
    })
    expect(told).toBe(
      'Assigned: 15 assignments in total so far; down 25% against Sep 27 – 29 until 10:14; all Beginner; 3 of them without a level. Completed: 0 assignments in total so far; 3 in Sep 27 – 29 until 10:14, too little data to compare.',
    )
  })

  test('FIG-03 against few people, or days with nobody, no percentage is told', () => {
    const people = (before: number) => summary({ activeUsers: 99 }, { activeUsers: before })
    expect(tell('dailyActiveUsers', days(8, 9, 7), people(9))).toContain(
      '9 in Sep 27 – 29, too little data to compare',
    )
    const empty = { ...people(50), compared: { ...compared, start: '2026-08-01', activeDays: 5 } }
    expect(tell('dailyActiveUsers', days(8, 9, 7), empty)).toContain(
      '50 in Aug 1 – Sep 29, too little data to compare',
    )
    expect(tell('dailyActiveUsers', days(8, 9, 7), people(10))).toContain('up 890% against')
  })
})
