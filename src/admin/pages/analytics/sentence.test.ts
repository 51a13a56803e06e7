import { describe, expect, test } from 'vitest'
import { CHARTS, chartsOf, type Figure } from '#contract/charts.ts'
import { type Datum, figuresOf, type Report } from './report.ts'
import { sentenceOf, seriesOf } from './series.ts'

const range = { start: '2026-11-01', end: '2026-11-03' }

const report = (key: Figure, data: readonly Datum[], more: Partial<Report> = {}): Report => ({
  ...{ range, timeZone: 'UTC', data: { [key]: data }, today: '2026-11-20' },
  ...{ compared: undefined, summary: undefined },
  ...more,
})

const days = (...counts: (number | null)[]) =>
  counts.map((value, index) => ({ key: `2026-11-0${index + 1}`, values: [value] }))

/** Intl writes thin spaces around its dashes. */
const plain = (text: string) => text.replace(/\s/gu, ' ')

function say(key: Figure, data: readonly Datum[], more: Partial<Report> = {}): string {
  const chart = CHARTS.find((one) => one.key === key)
  if (!chart) throw new Error(`no chart ${key}`)
  return plain(sentenceOf(seriesOf(chart, report(key, data, more))))
}

describe('the sentence of a chart', () => {
  test.each<[Figure, readonly Datum[], string]>([
    [
      'dailyActiveUsers',
      days(400, 520, 500),
      'Active users: highest 520 (Nov 2), lowest 400 (Nov 1).',
    ],
    [
      'completionRate',
      days(50, null, 47.5),
      'Completion rate: highest 50% (Nov 1), lowest 47.5% (Nov 3).',
    ],
    ['completionRate', days(null, 61.2, null), 'Completion rate: 61.2% (Nov 2).'],
    ['completionRate', days(0, 0, 0), 'Completion rate: 0% each.'],
    ['dailyActiveUsers', days(0, 0, 0), 'No data in this range.'],
    ['completionRate', days(null, null, null), 'No data in this range.'],
    ['dailyActiveUsers', [], 'No data in this range.'],
    [
      'byDifficulty',
      [
        { key: 'beginner', values: [120, 60] },
        { key: 'expert', values: [14, 2] },
      ],
      'Assigned: highest 120 (Beginner), lowest 14 (Expert).',
    ],
  ])('of %s', (key, data, words) => {
    expect(say(key, data)).toBe(words)
  })

  test('excludes an unfinished day, unless it is the only one', () => {
    expect(say('dailyActiveUsers', days(45, 50, 4), { today: range.end })).toBe(
      'Active users: highest 50 (Nov 2), lowest 45 (Nov 1).',
    )
    expect(say('dailyActiveUsers', days(null, null, 3), { today: range.end })).toBe(
      'Active users: 3 (Nov 3).',
    )
  })
})

describe('the figures of a range', () => {
  const compared = { start: '2026-10-29', end: '2026-10-31', activeDays: 3 }
  const figures = (more: Partial<Report>) =>
    figuresOf(chartsOf('missions'), report('byDifficulty', [], more))

  test('appear once each, with their comparison', () => {
    const summary = {
      ...{ totalAssigned: 150, totalCompleted: 30, completionRate: 20 },
      previous: { totalAssigned: 100, totalCompleted: 4, completionRate: 22.5 },
    }
    expect(
      figures({ summary, compared }).map(({ label, text, change }) => [label, text, change]),
    ).toEqual([
      ['Completion rate', '20%', { now: 20, before: 22.5, unit: 'points', isScarce: false }],
      ['Assigned', '150', { now: 150, before: 100, unit: 'count', isScarce: false }],
      ['Completed', '30', { now: 30, before: 4, unit: 'count', isScarce: true }],
    ])
  })

  test('say so far while the range is not over, and a dash where there was nothing', () => {
    const summary = { completionRate: null }
    expect(figures({ summary, today: range.end })[0]).toMatchObject({
      label: 'Completion rate so far',
      text: '–',
    })
  })

  test('are summed up from the charts of a backend without a summary', () => {
    const data = {
      byDifficulty: [
        { key: 'beginner', values: [5, 2] },
        { key: 'expert', values: [4, null] },
      ],
    }
    expect(figures({ data }).map(({ text }) => text)).toEqual(['–', '9', '2'])
  })
})
