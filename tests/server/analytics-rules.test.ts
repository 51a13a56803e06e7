import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEFINITIONS } from '#contract/charts.ts'
import { dayIn } from '#contract/days.ts'
import type { LearnerEvent } from '#contract/events.ts'
import { query, startApp, type TestApp } from '../support/app.ts'
import { tell } from '../support/learners.ts'

/*
 * What DEFINITIONS says of admins, inactive and deleted users, and of deleted missions: one small story,
 * told through the API, whose figures can be counted on the fingers.
 */

let server: TestApp
let ids: { admin: string; idle: string; gone: string; mission: string; protocol: string }
beforeAll(async () => {
  server = await startApp()
  const create = async (path: string, body: object) =>
    String((await server.call('POST', path, { body })).body._id)
  ids = {
    admin: (await server.user({ role: 'admin', segment: 'graduate' })).id,
    idle: (await server.user({ isActive: false, segment: 'student' })).id,
    gone: (await server.user({ segment: 'student' })).id,
    mission: await create('/missions/templates', { title: 'Walk', type: 'walk' }),
    protocol: await create('/protocols/templates', { title: 'Far', targetLevel: 'advanced' }),
  }
})
afterAll(() => server.close())

const today = dayIn('UTC', new Date())
const event = (user: string, more: object) =>
  ({ id: randomUUID(), user, timestamp: new Date().toISOString(), ...more }) as LearnerEvent
const analytics = async (tab: string) => {
  const path = `/analytics/${tab}?startDate=${today}&endDate=${today}`
  return Object((await server.call('GET', path)).body.data)
}
const widget = async (type: string) => {
  const path = `/admin/widget-data?widgetType=${type}&timeRange=today`
  return Object((await server.call('GET', path)).body.data)
}

/** The figures that a deletion must not change. */
async function past() {
  const [engagement, missions, protocols, users, stats] = await Promise.all([
    analytics('engagement'),
    analytics('missions'),
    analytics('protocols'),
    widget('userStats'),
    widget('missionStats'),
  ])
  return {
    active: engagement.dailyActiveUsers[0].count,
    features: engagement.featureUsage,
    rate: missions.completionRate[0].rate,
    beginner: missions.byDifficulty[0],
    types: missions.byType,
    progress: protocols.progressOverTime[0].avgProgress,
    advanced: protocols.byLevel[2],
    activeUsers: users.activeUsers,
    newUsers: users.newUsers,
    assigned: [stats.totalAssigned, stats.totalCompleted, stats.completionRate],
  }
}

test('admins, inactive and deleted users count; deleting changes no past figure', async () => {
  const { admin, idle, gone, mission, protocol } = ids
  await tell(server, [
    event(admin, { eventType: 'mission_assigned', mission }),
    event(idle, { eventType: 'mission_assigned', mission }),
    event(gone, { eventType: 'mission_completed', mission }),
    event(gone, { eventType: 'feature_used', feature: 'Map' }),
    event(gone, { eventType: 'feature_used', feature: 'Map' }),
    event(idle, { eventType: 'protocol_progressed', protocol, progress: 45 }),
    event(admin, { eventType: 'protocol_enrolled', protocol }),
    event(gone, { eventType: 'protocol_completed', protocol }),
  ])
  const expected = {
    active: 3,
    features: [{ feature: 'Map', count: 2 }],
    rate: 33.3,
    beginner: { difficulty: 'beginner', assignedCount: 3, completedCount: 1 },
    types: [{ type: 'walk', count: 3 }],
    progress: 48.3,
    advanced: { level: 'advanced', assignedCount: 3, completedCount: 1 },
    activeUsers: 3,
    // The first admin is the fourth user.
    newUsers: 4,
    assigned: [3, 1, 33.3],
  }
  expect(await past()).toEqual(expected)
  for (const path of [
    `/users/${gone}`,
    `/missions/templates/${mission}`,
    `/protocols/templates/${protocol}`,
  ])
    expect((await server.call('DELETE', path)).status).toBe(204)
  expect(await past()).toEqual(expected)
})

test('totals, segments and the catalogue follow changes at once', async () => {
  const count = async () => (await analytics('growth')).userDistribution
  expect((await analytics('growth')).userGrowth).toEqual([
    { date: today, totalUsers: 3, newUsers: 4 },
  ])
  expect(await count()).toEqual([
    { category: 'graduate', count: 1 },
    { category: 'student', count: 1 },
    { category: 'unspecified', count: 1 },
    { category: 'career-changer', count: 0 },
    { category: 'early-career', count: 0 },
  ])
  await server.call('PUT', `/users/${ids.idle}`, { body: { segment: 'graduate' } })
  expect((await count()).slice(0, 2)).toEqual([
    { category: 'graduate', count: 2 },
    { category: 'unspecified', count: 1 },
  ])
  expect((await widget('missionStats')).totalMissions).toBe(0)
  expect((await widget('userStats')).totalUsers).toBe(3)
})

test('a mission counts with its present difficulty and type', async () => {
  const create = await server.call('POST', '/missions/templates', {
    body: { title: 'Draw', type: 'art' },
  })
  const mission = String(create.body._id)
  await tell(server, [event(ids.admin, { eventType: 'mission_assigned', mission })])
  await server.call('PUT', `/missions/templates/${mission}`, {
    body: { difficulty: 'expert', type: 'craft' },
  })
  const { byDifficulty, byType } = await analytics('missions')
  expect(byDifficulty[3]).toEqual({ difficulty: 'expert', assignedCount: 1, completedCount: 0 })
  expect(byType).toEqual([
    { type: 'walk', count: 3 },
    { type: 'craft', count: 1 },
  ])
})

test('records without the property are left out, as the definitions say', async () => {
  const [missions, protocols] = [await analytics('missions'), await analytics('protocols')]
  const sum = (rows: { assignedCount: number }[]) =>
    rows.reduce((all, { assignedCount }) => all + assignedCount, 0)
  expect([sum(missions.byDifficulty), missions.byType.length, sum(protocols.byLevel)]).toEqual([
    4, 2, 3,
  ])
  const sql = (text: string) => query(server.connection, text)
  await sql("update rec_missions set data = data - 'difficulty' - 'type'")
  await sql("update rec_protocols set data = data - 'targetLevel'")
  const [later, then] = [await analytics('missions'), await analytics('protocols')]
  expect([sum(later.byDifficulty), later.byType, sum(then.byLevel)]).toEqual([0, [], 0])
  // They still count as assigned.
  expect((await widget('missionStats')).totalAssigned).toBe(4)
  for (const figure of ['byDifficulty', 'byType', 'byLevel', 'completionRateByLevel'] as const)
    expect(DEFINITIONS[figure]).toMatch(/ without a [a-z]+ are left out\.$/)
})
