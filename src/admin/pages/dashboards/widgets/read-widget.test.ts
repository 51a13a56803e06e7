import fc from 'fast-check'
import { expect, test } from 'vitest'
import { WIDGET_TYPES } from '#contract/insight/widgets.ts'
import { readWidget } from './read-widget.ts'

const range = { start: '2026-10-22', end: '2026-11-20' }
const users = {
  totalUsers: 5012,
  newUsers: 312,
  activeUsers: 1840,
  previous: { totalUsers: 4700, newUsers: 250, activeUsers: 1901 },
  trend: [{ date: '2026-11-20', count: 7 }],
}

test('an answer of this program is read whole', () => {
  const compared = { start: '2026-09-17', end: '2026-10-16', until: '10:14', activeDays: 30 }
  expect(
    readWidget('userStats', {
      data: users,
      range,
      compared,
      timeZone: 'UTC',
      asOf: '2026-11-21T00:00:00Z',
    }),
  ).toEqual({
    kind: 'stats',
    figures: { totalUsers: 5012, newUsers: 312, activeUsers: 1840 },
    previous: { totalUsers: 4700, newUsers: 250, activeUsers: 1901 },
    trend: users.trend,
    range,
    compared,
    isSoFar: false,
  })
})

test('the small line ends with the last whole day, in the reporting zone', () => {
  const trend = [
    { date: '2026-11-19', count: 45 },
    { date: '2026-11-20', count: 7 },
  ]
  const daysOf = (timeZone: string, asOf: string) => {
    const answer = readWidget('userStats', { data: { ...users, trend }, range, timeZone, asOf })
    return answer?.kind === 'stats' ? answer.trend.map(({ date }) => date) : []
  }
  expect(daysOf('UTC', '2026-11-20T17:00:00Z')).toEqual(['2026-11-19'])
  expect(daysOf('Asia/Tokyo', '2026-11-20T17:00:00Z')).toEqual(['2026-11-19', '2026-11-20'])
  expect(daysOf('UTC', 'soon')).toEqual(['2026-11-19', '2026-11-20'])
})

test.each([
  ['2026-11-20T17:00:00Z', true],
  ['2026-11-21T00:00:00Z', false],
])('at %s a range up to Nov 20 is not over: %s', (asOf, isSoFar) => {
  const answer = readWidget('userStats', { data: users, range, timeZone: 'UTC', asOf })
  expect(answer).toMatchObject({ isSoFar })
})

test.each([
  ['bare', { totalUsers: 3, newUsers: '2' }],
  ['under data', { success: true, data: { totalUsers: 3, newUsers: 2, activeUsers: null } }],
  ['twice under data', { data: { data: { totalUsers: 3, newUsers: 2, activeUsers: -4 } } }],
])('the keys of the specification are enough, %s', (_, body) => {
  expect(readWidget('userStats', body)).toEqual({
    kind: 'stats',
    figures: { totalUsers: 3, newUsers: 2 },
    previous: {},
    trend: [],
    range: undefined,
    compared: undefined,
    isSoFar: false,
  })
})

test('a rate without a base is absent, and one that is a text is read', () => {
  const rate = (completionRate: unknown) => {
    const answer = readWidget('missionStats', { totalMissions: 4, completionRate })
    return answer?.kind === 'stats' ? answer.figures.completionRate : 'none'
  }
  expect([rate(null), rate('77.5'), rate(101)]).toEqual([undefined, 77.5, 101])
})

test('recent users are five at most, under any of the usual keys', () => {
  const one = (at: number) => ({ _id: `u${at}`, firstName: 'Ada', lastName: `No ${at}` })
  const list = Array.from({ length: 8 }, (_, at) => one(at))
  for (const body of [list, { data: list }, { users: list }, { data: { recentUsers: list } }]) {
    const answer = readWidget('recentUsers', body)
    expect(answer?.kind === 'users' && answer.users.map(({ name }) => name)).toEqual(
      [0, 1, 2, 3, 4].map((at) => `Ada No ${at}`),
    )
  }
})

test('half a user is still one; times come in any form', () => {
  const odd = [null, 'x', { id: 7, name: 'Zoë', createdAt: 1_763_625_600 }, { firstName: null }]
  expect(readWidget('recentUsers', odd)).toEqual({
    kind: 'users',
    users: [
      { key: '7:0', id: '7', name: 'Zoë', createdAt: '2025-11-20T08:00:00.000Z' },
      { key: ':1', id: '', name: '', createdAt: '' },
    ],
  })
})

test('the state of the system, also within an envelope that has a status of its own', () => {
  const data = {
    status: 'healthy',
    uptime: 273_600,
    apiRequests: { lastHour: 48_210, avgResponseTime: null },
    databaseMs: 1.2,
    lastBackup: '2026-11-22T03:00:00.000Z',
    warnings: ['TRUST_PROXY is off.', '', {}],
  }
  const read = {
    kind: 'system',
    status: 'healthy',
    uptime: 273_600,
    lastHour: 48_210,
    avgResponseTime: undefined,
    lastBackup: '2026-11-22T03:00:00.000Z',
    warnings: ['TRUST_PROXY is off.'],
  }
  expect(readWidget('systemStatus', { data })).toEqual(read)
  expect(readWidget('systemStatus', { status: 'success', data })).toEqual(read)
  expect(readWidget('systemStatus', { status: 'down' })).toMatchObject({
    status: 'down',
    warnings: [],
  })
})

test.each([undefined, null, '', 7, 'text', {}, { data: null }, { error: { message: 'no' } }])(
  '%j is no answer of any widget',
  (body) => {
    for (const type of WIDGET_TYPES) expect(readWidget(type, body)).toBeUndefined()
  },
)

test('whatever is sent, the reader does not throw', () => {
  const keys = ['totalUsers', 'previous', 'trend', 'range', 'status', 'uptime', 'apiRequests']
  const body = fc.dictionary(fc.constantFrom(...keys, 'data', 'users'), fc.jsonValue())
  fc.assert(
    fc.property(fc.constantFrom(...WIDGET_TYPES), body, (type, value) => {
      readWidget(type, value)
      readWidget(type, { data: value, range: value })
    }),
  )
})
