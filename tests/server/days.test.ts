import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { TABS } from '#contract/analytics.ts'
import { WIDGET_TYPES } from '#contract/dashboards.ts'
import { dayIn, daysOf, TIME_RANGES, type TimeRange } from '#contract/days.ts'
import { registry } from '#resources/index.ts'
import { createInsight } from '#server/analytics/insight.ts'
import { startApp, type TestApp } from '../support/app.ts'

let server: TestApp
beforeAll(async () => {
  server = await startApp()
})
afterAll(() => server.close())
afterEach(() => vi.useRealTimers())

const seenAt = (now: string, zone = 'UTC') =>
  createInsight({ store: server.store, registry, zone: () => zone, now: () => new Date(now) })
    .figures

/** The trend has every day of the range. */
test.each<[now: string, range: TimeRange, start: string, end: string, days: number]>([
  ['2026-11-20T12:00:00Z', 'today', '2026-11-20', '2026-11-20', 1],
  ['2026-11-20T12:00:00Z', 'last7days', '2026-11-14', '2026-11-20', 7],
  ['2026-11-20T12:00:00Z', 'last30days', '2026-10-22', '2026-11-20', 30],
  ['2026-11-20T12:00:00Z', 'lastMonth', '2026-10-01', '2026-10-31', 31],
  ['2028-03-01T00:00:00Z', 'yesterday', '2028-02-29', '2028-02-29', 1],
  ['2028-03-31T23:59:59Z', 'lastMonth', '2028-02-01', '2028-02-29', 29],
  ['2027-01-01T00:00:00Z', 'lastMonth', '2026-12-01', '2026-12-31', 31],
])('at %s, %s is %s to %s', async (now, name, start, end, days) => {
  const { range, data, asOf } = await seenAt(now).widget('userStats', name)
  expect(range).toEqual({ start, end })
  expect(data.trend.map(({ date }) => date)).toEqual(daysOf({ start, end }))
  expect(data.trend).toHaveLength(days)
  expect(asOf).toBe(new Date(now).toISOString())
})

test('today is the day of the reporting zone', async () => {
  const now = '2026-10-24T23:30:00Z'
  const today = async (zone: string) => (await seenAt(now, zone).widget('userStats', 'today')).range
  expect(await today('America/Los_Angeles')).toEqual({ start: '2026-10-24', end: '2026-10-24' })
  expect(await today('Europe/Vienna')).toEqual({ start: '2026-10-25', end: '2026-10-25' })
  expect(await today('Pacific/Auckland')).toEqual({ start: '2026-10-25', end: '2026-10-25' })
  expect(await today('UTC')).toEqual({ start: '2026-10-24', end: '2026-10-24' })
})

const DAY = 'must be a day, like 2026-11-20.'
const TYPES = `Widget type must be one of ${WIDGET_TYPES.join(', ')}.`
const NAMES = `Time range must be one of ${TIME_RANGES.join(', ')}.`

test.each<[query: string, fields: Record<string, string>]>([
  ['startDate=2026-02-30', { startDate: `Start date ${DAY}` }],
  ['endDate=20261120', { endDate: `End date ${DAY}` }],
  ['startDate=a&startDate=b', { startDate: 'Start date may occur only once.' }],
  ['startDate=1899-12-31', { startDate: 'Start date must not be before 1900-01-01.' }],
  ['endDate=3000-01-01', { endDate: 'End date must not be after 2999-12-31.' }],
  [
    'startDate=2026-11-21&endDate=2026-11-20',
    { startDate: 'Start date must not be after the end date.' },
  ],
  ['startDate=2999-01-01', { startDate: 'Start date must not be in the future.' }],
  [
    'startDate=2021-01-01&endDate=2026-01-05',
    { endDate: 'End date must be at most 1830 days from the start.' },
  ],
])('analytics with %s is refused at the field', async (parameters, fields) => {
  for (const tab of TABS) {
    const { status, body } = await server.call('GET', `/analytics/${tab}?${parameters}`)
    expect(status, parameters).toBe(400)
    const message = Object.values(fields).join(' ')
    expect(body.error).toEqual({ code: 'invalid', message, fields })
  }
})

test.each<[query: string, fields: Record<string, string>]>([
  ['', { widgetType: TYPES }],
  ['widgetType=userStats&timeRange=last5days', { timeRange: NAMES }],
  ['widgetType=toString&timeRange=constructor', { widgetType: TYPES, timeRange: NAMES }],
  [
    'widgetType=userStats&timerange=today',
    {
      timerange: "The parameter 'timerange' is unknown. Known parameters: widgetType, timeRange.",
    },
  ],
])('widget-data with %s is refused at the field', async (parameters, fields) => {
  const { status, body } = await server.call('GET', `/admin/widget-data?${parameters}`)
  expect(status).toBe(400)
  expect(Object(body.error).fields).toEqual(fields)
})

test('the default range is the last 30 days; a single date gets a matching other', async () => {
  // A fixed clock: test and server have the same day.
  vi.useFakeTimers({ toFake: ['Date'] })
  const today = dayIn('UTC', new Date())
  const rangeOf = async (parameters: string) => {
    const { body, status, text } = await server.call('GET', `/analytics/growth${parameters}`)
    expect(status, text).toBe(200)
    return Object(body.data).range
  }
  const back = (days: number) => dayIn('UTC', new Date(Date.now() - days * 86_400_000))
  expect(await rangeOf('')).toEqual({ start: back(29), end: today })
  expect(await rangeOf(`?startDate=${back(3)}`)).toEqual({ start: back(3), end: today })
  expect(await rangeOf('?endDate=2024-03-01')).toEqual({ start: '2024-02-01', end: '2024-03-01' })
  expect(await rangeOf('?startDate=2021-01-01&endDate=2026-01-04')).toEqual({
    start: '2021-01-01',
    end: '2026-01-04',
  })
  expect((await server.call('GET', '/analytics/growth?from=2024-03-01')).status).toBe(400)
})

test('a range that ends in the future is cut to today', async () => {
  // A fixed clock: test and server have the same day.
  vi.useFakeTimers({ toFake: ['Date'] })
  const today = dayIn('UTC', new Date())
  const back = (days: number) => dayIn('UTC', new Date(Date.now() - days * 86_400_000))
  const ask = async (parameters: string) =>
    Object((await server.call('GET', `/analytics/growth?${parameters}`)).body.data)
  const { range, userGrowth } = await ask(`startDate=${back(3)}&endDate=${back(-3)}`)
  expect(range).toEqual({ start: back(3), end: today })
  expect(userGrowth.map(({ date }: { date: string }) => date)).toEqual(daysOf(range))
  expect((await ask(`startDate=${today}&endDate=2999-12-31`)).range).toEqual({
    start: today,
    end: today,
  })
  expect((await ask('endDate=2999-12-31')).range).toEqual({ start: back(29), end: today })
  for (const type of ['growth', 'users']) {
    const dates = `startDate=${back(3)}&endDate=2999-12-31`
    const file = await server.call('GET', `/analytics/export?dataType=${type}&format=json&${dates}`)
    expect(file.body.range).toEqual({ start: back(3), end: today })
    expect(file.headers['content-disposition']).toContain(`${type}_${back(3)}_to_${today}.json`)
  }
})

test('an unknown tab is 404 for admins and 401 without a token', async () => {
  for (const tab of ['users', 'Growth', 'toString', 'engagement%2F'])
    expect(await server.call('GET', `/analytics/${tab}`)).toMatchObject({
      status: 404,
      body: { error: { code: 'not_found', message: 'Invalid analytics tab' } },
    })
  expect((await server.call('GET', '/analytics/users', { token: '' })).status).toBe(401)
})
