import { expect, test } from 'vitest'
import { WIDGET_TYPES } from '#contract/dashboards.ts'
import { readDashboard } from '../dashboard.ts'
import { intervalOf, readWidget } from './use-widget.ts'

test.each([
  [300, 300],
  ['300', 300],
  [1, 30],
  [-5, 30],
  [1e9, 3600],
  [null, 300],
  ['soon', 300],
  [{}, 300],
])('a stored refreshInterval of %s is read as %s s', (refreshInterval, seconds) => {
  const widgets = [{ dataSource: { refreshInterval } }]
  const [widget] = readDashboard({ id: '1', _id: '1', widgets }).widgets
  expect(intervalOf(widget?.dataSource.refreshInterval ?? 0) / 1000).toBe(seconds)
})

const range = { start: '2026-10-22', end: '2026-11-20' }

test('an answer of our server contains its days, and which of them is unfinished', () => {
  const compared = { start: '2026-09-17', end: '2026-10-16', until: '10:14', activeDays: 30 }
  const data = { totalUsers: 5012 }
  const frame = { range, compared, timeZone: 'Asia/Tokyo', asOf: '2026-11-20T17:00:00Z' }
  expect(readWidget('userStats', { data, ...frame })).toEqual({
    data,
    users: [],
    frame,
    today: '2026-11-21',
  })
})

test.each([
  ['bare', { totalUsers: 3 }],
  ['under data', { success: true, data: { totalUsers: 3 } }],
  ['twice under data', { data: { data: { totalUsers: 3 } } }],
])('the keys of the specification are enough, %s', (_, body) => {
  const data = { totalUsers: 3 }
  expect(readWidget('userStats', body)).toEqual({ data, users: [] })
})

test('recent users are found under any of the usual keys', () => {
  const users = [{ _id: '1', firstName: 'Ada' }]
  for (const body of [users, { data: users }, { users }, { data: { recentUsers: users } }])
    expect(readWidget('recentUsers', body)?.users).toEqual(users)
})

test('the state of the system is found within an envelope that has a status of its own', () => {
  const data = { status: 'healthy', warnings: [] }
  expect(readWidget('systemStatus', { status: 'success', data })?.data).toEqual(data)
})

test.each([undefined, null, '', 7, 'text', {}, { data: null }, { error: { message: 'no' } }])(
  '%j is no answer of any widget',
  (body) => {
    for (const type of WIDGET_TYPES) expect(readWidget(type, body)).toBeUndefined()
  },
)
