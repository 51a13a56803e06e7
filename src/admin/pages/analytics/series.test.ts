import { describe, expect, test } from 'vitest'
import { TABS } from '#contract/analytics.ts'
import { CHARTS } from '#contract/charts.ts'
import { readReport } from './report.ts'
import { type Entry, labelOf, seriesOf, slicesOf } from './series.ts'

const range = { start: '2026-11-01', end: '2026-11-03' }
const chartOf = (key: string) => {
  const chart = CHARTS.find((one) => one.key === key)
  if (!chart) throw new Error(`no chart ${key}`)
  return chart
}

describe('answers of any backend', () => {
  const list = [{ date: '2026-11-02', count: 5 }]

  test.each([
    ['bare', { dailyActiveUsers: list }],
    ['under data', { data: { dailyActiveUsers: list }, success: true }],
    ['under data twice', { data: { data: { dailyActiveUsers: list } } }],
    ['under the name of the tab', { engagement: { dailyActiveUsers: list } }],
  ])('are read %s', (_, body) => {
    const report = readReport('engagement', body, range)
    expect(report?.range).toEqual(range)
    expect(report?.timeZone).toBeUndefined()
    expect(report?.data.dailyActiveUsers).toEqual([{ key: '2026-11-02', values: [5] }])
    expect(report?.data.featureUsage).toEqual([])
  })

  test('a day may be an instant, what is no day is left out, and what is no number is no value', () => {
    const dailyActiveUsers = [
      { date: '2026-11-02', count: 'many' },
      { date: '2026-11-03T00:00:00Z', count: '7' },
      { date: '2026-02-30', count: 4 },
      null,
      { count: 3 },
    ]
    const report = readReport('engagement', { dailyActiveUsers }, range)
    expect(report?.data.dailyActiveUsers).toEqual([
      { key: '2026-11-02', values: [null] },
      { key: '2026-11-03', values: [7] },
    ])
  })

  test('the range and the zone in the answer are used', () => {
    const told = { start: '2026-10-01', end: '2026-10-02' }
    const body = { dailyActiveUsers: [], range: told, timeZone: 'Europe/Paris' }
    expect(readReport('engagement', body, range)).toMatchObject({
      range: told,
      timeZone: 'Europe/Paris',
    })
    const odd = { dailyActiveUsers: [], range: { start: 'x', end: 1 } }
    expect(readReport('engagement', odd, range)).toMatchObject({ range, timeZone: undefined })
  })

  test.each([undefined, null, '', [], 7, {}, { data: null }, { dailyActiveUsers: {} }])(
    '%j has no charts',
    (body) => {
      for (const tab of TABS) expect(readReport(tab, body, range)).toBeUndefined()
    },
  )
})

describe('beside the previous period', () => {
  const report = (data: object, of = range) => {
    const found = readReport('engagement', data, of)
    if (!found) throw new Error('unreadable')
    return found
  }

  test('days align with days from the first; entries align with the same entry', () => {
    const earlier = { start: '2026-10-29', end: '2026-10-31' }
    const days = (...all: [date: string, count: number][]) => ({
      dailyActiveUsers: all.map(([date, count]) => ({ date, count })),
    })
    const now = report(days(['2026-11-01', 1], ['2026-11-02', 3]))
    const before = report(days(['2026-10-29', 4], ['2026-10-30', 2]), earlier)
    const daily = seriesOf(chartOf('dailyActiveUsers'), now, before)
    expect(daily.entries.at(-1)).toMatchObject({
      label: 'Nov 2, 2026',
      values: [3],
      before: { label: 'Oct 30, 2026', values: [2] },
    })

    const uses = (feature: string, count: number) => ({ feature, count })
    const features = seriesOf(
      chartOf('featureUsage'),
      report({ featureUsage: [uses('goals', 4), uses('journal', 2)] }),
      report({ featureUsage: [uses('journal', 5), uses('old-chat', 1)] }, earlier),
    )
    expect(
      features.entries.map(({ label, values, before: b }) => [label, values, b?.values]),
    ).toEqual([
      ['goals', [4], undefined],
      ['journal', [2], [5]],
    ])
  })
})

describe('pies', () => {
  const entry = (key: string, value: number | null): Entry => ({
    key,
    label: key,
    short: key,
    values: [value],
    before: undefined,
  })

  test('with more than six slices, the smallest are combined, and nothing is lost', () => {
    const many = [5, 40, 1, 30, 2, 20, 10, null].map((value, at) => entry(`e${at}`, value))
    const slices = slicesOf(many)
    expect(slices.map(({ label, value }) => [label, value])).toEqual([
      ['e1', 40],
      ['e3', 30],
      ['e5', 20],
      ['e6', 10],
      ['e0', 5],
      ['Other', 3],
    ])
    expect(slices.at(-1)).toMatchObject({ key: '', isRest: true })
    expect(slicesOf(many.slice(0, 6)).some(({ label }) => label === 'Other')).toBe(false)
  })

  test('a zero value has no slice', () => {
    const [chat, ...others] = slicesOf([entry('Goals', 0), entry('Chat', 1)])
    expect([chat, others]).toMatchObject([{ label: 'Chat', share: 100 }, []])
    expect(slicesOf([entry('Goals', 0)])).toEqual([])
  })
})

test('keys have words', () => {
  expect(labelOf(chartOf('userDistribution'), 'early-career')).toBe('Early career')
  expect(labelOf(chartOf('userDistribution'), '')).toBe('Unknown')
  expect(labelOf(chartOf('retentionRate'), '2026-W45')).toBe('2026-W45')
  // As the product names them, else as they were sent.
  expect(labelOf(chartOf('featureUsage'), 'tell-matching')).toBe('TELL matching')
  for (const sent of ['=HYPERLINK', 'UX-Lab', 'constructor'])
    for (const key of ['featureUsage', 'byType']) expect(labelOf(chartOf(key), sent)).toBe(sent)
})
