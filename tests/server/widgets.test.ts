import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WIDGET_TYPES, widgetData } from '#contract/dashboards.ts'
import { dayIn, daysOf, TIME_RANGES } from '#contract/days.ts'
import { registry } from '#resources/index.ts'
import { createFigures, createInsight } from '#server/analytics/insight.ts'
import { query, startApp, type TestApp } from '../support/app.ts'

let server: TestApp
beforeAll(async () => {
  server = await startApp()
})
afterAll(() => server.close())

test('without data every figure is 0 or null, and every day is listed', async () => {
  const { figures } = createInsight({ store: server.store, registry, zone: () => 'UTC' })
  const range = { start: '2026-01-01', end: '2026-03-01' }
  const engagement = await figures.analytics('engagement', range)
  expect(engagement.dailyActiveUsers).toEqual(daysOf(range).map((date) => ({ date, count: 0 })))
  expect(engagement.sessionDuration.map(({ count }) => count)).toEqual([0, 0, 0, 0, 0, 0])
  expect(engagement.featureUsage).toEqual([])
  const missions = await figures.analytics('missions', range)
  expect(missions.completionRate).toEqual(daysOf(range).map((date) => ({ date, rate: null })))
  expect(missions.byDifficulty).toEqual(
    ['beginner', 'intermediate', 'advanced', 'expert'].map((difficulty) => ({
      difficulty,
      assignedCount: 0,
      completedCount: 0,
    })),
  )
  expect(missions.byType).toEqual([])
  const protocols = await figures.analytics('protocols', range)
  expect(protocols.progressOverTime).toEqual(
    daysOf(range).map((date) => ({ date, avgProgress: null })),
  )
  const levels = ['beginner', 'intermediate', 'advanced']
  expect(protocols.byLevel.map(({ level }) => level)).toEqual(levels)
  expect(protocols.completionRateByLevel).toEqual(levels.map((level) => ({ level, rate: null })))
  const growth = await figures.analytics('growth', range)
  expect(growth.userGrowth).toHaveLength(60)
  expect(growth.retentionRate.map(({ week }) => week)[0]).toBe('2025-12-29')
  expect(growth.retentionRate.at(-1)).toEqual({ week: '2026-02-23', rate: null })
  expect(growth.userDistribution.every(({ count }) => count === 0)).toBe(true)
  const { data } = await figures.widget('missionStats', 'last7days')
  expect(data).toMatchObject({
    totalMissions: 0,
    totalAssigned: 0,
    completionRate: null,
    previous: { totalAssigned: 0, totalCompleted: 0, completionRate: null },
  })
})

test.each(WIDGET_TYPES)('%s answers admins only, with range and zone', async (type) => {
  const path = `/admin/widget-data?widgetType=${type}`
  const { token } = await server.user()
  expect((await server.call('GET', path, { token: '' })).status).toBe(401)
  expect((await server.call('GET', path, { token })).status).toBe(403)
  for (const range of [undefined, ...TIME_RANGES]) {
    const answer = await server.call('GET', range ? `${path}&timeRange=${range}` : path)
    expect(answer.status, answer.text).toBe(200)
    const { data, ...frame } = answer.body
    // The schema drops what it does not know.
    expect(widgetData[type].parse(data)).toEqual(data)
    expect(frame).toMatchObject({ timeZone: 'UTC', range: { end: expect.any(String) } })
    expect(Math.abs(Date.parse(String(frame.asOf)) - Date.now())).toBeLessThan(60_000)
  }
  const answer = await server.call('GET', path)
  const start = Object(answer.body.range).start
  const asOf = Date.parse(String(answer.body.asOf))
  expect(start).toBe(dayIn('UTC', new Date(asOf - 29 * 86_400_000)))
})

test('recentUsers has the newest five users of the range, without deleted ones', async () => {
  const ids: string[] = []
  for (const firstName of ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven'])
    ids.push((await server.user({ firstName })).id)
  await server.call('DELETE', `/users/${ids[5]}`)
  const path = '/admin/widget-data?widgetType=recentUsers&timeRange='
  const { body } = await server.call('GET', `${path}last7days`)
  const rows = body.data as { _id: string; firstName: string }[]
  expect(rows.map(({ firstName }) => firstName)).toEqual(['Seven', 'Five', 'Four', 'Three', 'Two'])
  expect(rows[0]?._id).toBe(ids[6])
  expect((await server.call('GET', `${path}lastMonth`)).body.data).toEqual([])
})

test('recentUsers counts whole days of the reporting zone', async () => {
  const moments = [
    ...['2024-05-09T21:59:59.999Z', '2024-05-09T22:00:00.000Z'],
    ...['2024-05-10T21:59:59.999Z', '2024-05-10T22:00:00.000Z'],
  ]
  await query(
    server.connection,
    `insert into rec_users (id, version, created_at, updated_at, data, search_text)
     select gen_random_uuid(), 1, at, at, '{"firstName":"On","lastName":"Edge"}', ''
     from unnest($1::timestamptz[]) at`,
    [moments],
  )
  const now = () => new Date('2024-05-10T12:00:00Z')
  const { figures } = createInsight({
    store: server.store,
    registry,
    zone: () => 'Europe/Vienna',
    now,
  })
  const { data } = await figures.widget('recentUsers', 'today')
  expect(data.map(({ createdAt }) => createdAt)).toEqual([moments[2], moments[1]])
  await query(server.connection, `delete from rec_users where data ->> 'lastName' = 'Edge'`)
})

test('systemStatus counts requests and probes the database; unhealthy without one', async () => {
  const path = '/admin/widget-data?widgetType=systemStatus'
  const first = Object((await server.call('GET', path)).body.data)
  const second = Object((await server.call('GET', path)).body.data)
  expect(second).toMatchObject({ status: 'healthy', uptime: expect.any(Number) })
  expect(second.apiRequests.lastHour).toBe(first.apiRequests.lastHour + 1)
  expect(second.apiRequests.avgResponseTime).toBeGreaterThan(0)
  expect(second.databaseMs).toBeGreaterThan(0)
  const figures = createFigures({
    store: server.store,
    registry,
    zone: () => 'UTC',
    now: () => new Date(),
    facts: { backlog: () => Promise.reject(new Error('not asked')) },
    warnings: () => ['Something to mend.'],
    requests: {
      probe: () => Promise.resolve(null),
      lastHour: () => Promise.reject(new Error('not asked')),
    },
  })
  const asked = vi.spyOn(server.store.pool, 'query')
  const { data } = await figures.widget('systemStatus', 'today')
  expect(asked).not.toHaveBeenCalled()
  asked.mockRestore()
  expect(data).toEqual({
    status: 'unhealthy',
    uptime: expect.any(Number),
    apiRequests: { lastHour: 0, avgResponseTime: null },
    databaseMs: null,
    lastBackup: null,
    warnings: ['Something to mend.'],
  })
})
