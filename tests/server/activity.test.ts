import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { EVENT_FACTS, TELLING_EVENTS } from '#contract/events.ts'
import { MOST_ACTIVITY, OVERVIEW_PATH, type SystemOverview } from '#contract/overview.ts'
import { connectAlone } from '#server/db/pool.ts'
import { query, startApp, type TestApp } from '../support/app.ts'
import { catalogueOf } from '../support/catalogue.ts'
import { eventOf, subjectsOf, tell } from '../support/events.ts'
import { statementsOf } from '../support/statements.ts'

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

test('names the learner and what was done to what, among what admins wrote, by time', async () => {
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

test('tells of what is news: no sessions, sign-ins, features or progress', async () => {
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

test('people and records that are gone keep their names, and say that they are gone', async () => {
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
  // Sample data that was made anew: neither the person nor the mission is known any more.
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

test('an event from a clock ahead of ours waits for its time', async () => {
  await tell(server, [
    eventOf(learner.id, { eventType: 'mission_completed', mission, timestamp: ago(-3) }),
    eventOf(learner.id, { eventType: 'mission_assigned', mission, timestamp: ago(3) }),
  ])
  expect((await latest()).map(({ eventType }) => eventType)).toEqual(['mission_assigned'])
})

test('of many events the ten latest come straight from an index of just these types', async () => {
  await query(
    server.connection,
    `insert into events (id, type, user_id, at, subject_id)
     select gen_random_uuid(),
       case when n % 50 = 0 then 'mission_completed' else 'feature_used' end,
       $1, now() - n * interval '1 second', case when n % 50 = 0 then $2::uuid end
     from generate_series(1, 20000) n`,
    [learner.id, mission],
  )
  await query(server.connection, 'analyze events')
  const spy = vi.spyOn(server.store.pool, 'query')
  expect(await latest()).toHaveLength(MOST_ACTIVITY)
  const read = statementsOf(spy).filter(({ text }) => text.includes('from events'))
  spy.mockRestore()
  expect(read).toHaveLength(1)
  const client = await connectAlone(server.connection)
  const [{ text, values } = { text: '', values: [] }] = read
  const { rows } = await client.query({ text: `explain (analyze) ${text}`, values })
  await client.end()
  const plan = JSON.stringify(rows)
  expect(plan).toContain('events_telling')
  expect(plan).not.toMatch(/Seq Scan|Sort|Rows Removed/)
})
