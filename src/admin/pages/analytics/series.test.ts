import { describe, expect, test } from 'vitest'
import { TABS } from '#contract/insight/analytics.ts'
import { CHARTS } from '#contract/insight/charts.ts'
import { readReport } from './read-report.ts'
import { labelOf, seriesOf } from './series.ts'
import { sliceLabel, slicesOf } from './slices.ts'

const range = { start: '2026-11-01', end: '2026-11-03' }
const chartOf = (key: string) => {
  const chart = CHARTS.find((one) => one.key === key)
  if (!chart) throw new Error(`no chart ${key}`)
  return chart
}

describe('WIRE-02 answers of any backend', () => {
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
    expect(report?.data.dailyActiveUsers).toEqual([
      { key: '2026-11-01', values: [null] },
      { key: '2026-11-02', values: [5] },
      { key: '2026-11-03', values: [null] },
    ])
    expect(report?.data.featureUsage).toEqual([])
  })

  test('days come in any order and form, and what is no value is none', () => {
    const dailyActiveUsers = [
      { date: '2026-11-03T00:00:00Z', count: '7' },
      { date: '2026-11-02', count: Number.NaN },
      { date: '2026-11-01', count: -1 },
      { date: '2026-02-30', count: 4 },
      { date: '1970-01-01', count: 9 },
      null,
      'x',
      { count: 3 },
    ]
    const report = readReport('engagement', { dailyActiveUsers }, range)
    expect(report?.data.dailyActiveUsers?.map(({ values }) => values[0])).toEqual([null, null, 7])
  })

  test('a backend that goes by other days shows those', () => {
    const body = { dailyActiveUsers: [{ date: '2020-01-02', count: 1 }] }
    expect(readReport('engagement', body, range)?.data.dailyActiveUsers).toEqual([
      { key: '2020-01-02', values: [1] },
    ])
  })

  test('a range or a zone that is none is not believed', () => {
    const body = { dailyActiveUsers: [], range: { start: 'x', end: 1 }, timeZone: 'Moon/Crater' }
    expect(readReport('engagement', body, range)).toMatchObject({ range, timeZone: undefined })
    const told = { start: '2026-10-01', end: '2026-10-02' }
    const right = { dailyActiveUsers: [], range: told, timeZone: 'Europe/Paris' }
    expect(readReport('engagement', right, range)).toMatchObject({
      range: told,
      timeZone: 'Europe/Paris',
    })
  })

  test.each([undefined, null, '', [], 7, {}, { data: null }, { dailyActiveUsers: {} }])(
    '%j has no charts in it',
    (body) => {
      for (const tab of TABS) expect(readReport(tab, body, range)).toBeUndefined()
    },
  )
})

describe('beside the previous period', () => {
  const report = (data: object, of = range) => {
    const found = readReport('engagement', { range: of, ...data }, of)
    if (!found) throw new Error('unreadable')
    return found
  }

  test('days stand beside days from the first; entries beside their own', () => {
    const earlier = { start: '2026-10-29', end: '2026-10-31' }
    const now = report({ dailyActiveUsers: [{ date: '2026-11-03', count: 3 }] })
    const before = report({ dailyActiveUsers: [{ date: '2026-10-31', count: 2 }] }, earlier)
    const days = seriesOf(chartOf('dailyActiveUsers'), now, before)
    expect(days.entries.at(-1)).toMatchObject({
      label: 'Nov 3, 2026',
      values: [3],
      before: { label: 'Oct 31, 2026', values: [2] },
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
      ['goals', [4], [0]],
      ['journal', [2], [5]],
      ['old-chat', [0], [1]],
    ])
  })
})

describe('ANA-02 pies', () => {
  const entry = (key: string, value: number | null) => ({
    key,
    label: key,
    short: key,
    values: [value],
    before: undefined,
  })

  test('a label is name and whole percent', () => {
    const slices = slicesOf([entry('Goals', 2), entry('Journal', 1), entry('Rare', 0.001)])
    expect(slices.map(sliceLabel)).toEqual(['Goals 67%', 'Journal 33%', 'Rare <1%'])
  })

  test('of more than six, the smallest stand together, and nothing is lost', () => {
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
    expect(slices.at(-1)?.key).toBeUndefined()
    expect(slicesOf(many.slice(0, 6)).some(({ label }) => label === 'Other')).toBe(false)
  })

  test('what is nothing has no slice', () => {
    expect(slicesOf([entry('Goals', 0), entry('Chat', 1)]).map(sliceLabel)).toEqual(['Chat 100%'])
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
