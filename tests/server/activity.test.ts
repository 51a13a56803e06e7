import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { EVENT_FACTS, TELLING_EVENTS } from '#contract/events.ts'
import { OVERVIEW_PATH, type SystemOverview } from '#contract/overview.ts'
import { query, startApp, type TestApp } from '../support/app.ts'
import { catalogueOf } from '../support/catalogue.ts'
import { eventOf, subjectsOf, tell } from '../support/events.ts'

let server: TestApp
let mission = ''
let protocol = ''
let mentor = ''
let learner: { id: string }
beforeAll(async () => {
  server = await startApp()
  ;({ mission, protocol, mentor } = await subjectsOf(server))
  learner = await server.user({ firstName: 'Lea', lastName: 'Learner' })
})
afterAll(() => server.close())
beforeEach(() => query(server.connection, 'delete from history; delete from events'))

const lea = { firstName: 'Lea', lastName: 'Learner' }
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const latest = async () => {
  const answer = await server.call('GET', OVERVIEW_PATH)
  expect(answer.status, answer.text).toBe(200)
  return (answer.body as unknown as SystemOverview).recentActivity
}

test('lists what learners did among the changes of admins, by time', async () => {
  const of = (
    eventType: 'mission_assigned' | 'mission_completed',
    minutes: number,
    more: object = {},
  ) => eventOf(learner.id, { eventType, mission, timestamp: ago(minutes), ...more })
  await server.call('PUT', `/missions/templates/${mission}`, { body: { isActive: true } })
  await query(server.connection, `update history set at = now() - interval '3 minutes'`)
  const { id } = learner
  await tell(server, [
    of('mission_completed', 2),
    of('mission_assigned', 4),
    eventOf(id, { eventType: 'protocol_enrolled', protocol, timestamp: ago(5) }),
    eventOf(id, { eventType: 'protocol_completed', protocol, timestamp: ago(1) }),
    eventOf(id, { eventType: 'mentor_assigned', mentor, timestamp: ago(6) }),
    eventOf(id, { eventType: 'mentor_reviewed', mentor, rating: 4, timestamp: ago(7) }),
  ])
  const record = (resource: string, one: string, name: string) => ({
    record: { resource, id: one, name, isLive: true },
  })
  const advert = record('missions/templates', mission, 'Read a job advert')
  const steps = record('protocols/templates', protocol, 'First steps')
  const noor = record('mentors', mentor, 'Noor')
  const found = (await latest()).map(({ id: _id, timestamp: _at, ...rest }) => rest)
  expect(found).toEqual([
    { eventType: 'protocol_completed', user: lea, ...steps },
    { eventType: 'mission_completed', user: lea, ...advert },
    { eventType: 'mission_updated', user: { firstName: 'Ada', lastName: 'Admin' }, ...advert },
    { eventType: 'mission_assigned', user: lea, ...advert },
    { eventType: 'protocol_enrolled', user: lea, ...steps },
    { eventType: 'mentor_assigned', user: lea, ...noor },
    { eventType: 'mentor_reviewed', user: lea, ...noor },
  ])
})

test('omits sessions, sign-ins, features and progress', async () => {
  const { id } = learner
  const session = randomUUID()
  await tell(server, [
    eventOf(id, { eventType: 'user_signed_in' }),
    eventOf(id, { eventType: 'session_started', session }),
    eventOf(id, { eventType: 'session_ended', session }),
    eventOf(id, { eventType: 'feature_used', feature: 'Map' }),
    eventOf(id, { eventType: 'mission_progressed', mission, progress: 50 }),
    eventOf(id, { eventType: 'protocol_progressed', protocol, progress: 50 }),
  ])
  expect(await latest()).toEqual([])
  expect(Object.keys(EVENT_FACTS)).toHaveLength(TELLING_EVENTS.length + 6)
})

test('deleted people and records keep their names and are marked as deleted', async () => {
  const other = await server.user({ firstName: 'Ola', lastName: 'Outgoing' })
  const old = await catalogueOf(server).addMission('Long ago')
  await tell(server, [eventOf(other.id, { eventType: 'mission_completed', mission: old })])
  await server.call('DELETE', `/users/${other.id}`)
  await server.call('DELETE', `/missions/templates/${old}`)
  await query(server.connection, 'delete from history')
  expect(await latest()).toMatchObject([
    {
      eventType: 'mission_completed',
      user: { firstName: 'Ola', lastName: 'Outgoing' },
      record: { name: 'Long ago', isLive: false },
    },
  ])
  // As after a reset of the sample data: user and mission are unknown.
  await query(
    server.connection,
    'update events set user_id = gen_random_uuid(), subject_id = gen_random_uuid()',
  )
  expect(await latest()).toMatchObject([
    {
      eventType: 'mission_completed',
      user: { firstName: '', lastName: '' },
      record: { name: '', isLive: false },
    },
  ])
})
