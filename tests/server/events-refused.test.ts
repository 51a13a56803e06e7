import { afterAll, beforeAll, expect, test } from 'vitest'
import { CLOCK_TOLERANCE, EVENT_FACTS, EVENTS_PATH, MOST_EVENTS } from '#contract/events.ts'
import { query, startApp, type TestApp } from '../support/app.ts'
import { catalogueOf } from '../support/catalogue.ts'
import { eventOf, sendEvents, subjectsOf, tell } from '../support/events.ts'

let server: TestApp
let user = ''
let mission = ''
beforeAll(async () => {
  server = await startApp()
  ;({ user, mission } = await subjectsOf(server))
})
afterAll(() => server.close())

const stored = (id: string) => query(server.connection, 'select id from events where id = $1', [id])

const good = () => eventOf(user, { eventType: 'mission_assigned', mission })
const fieldsOf = async (events: unknown) => {
  const answer = await sendEvents(server, events)
  expect(answer.status, answer.text).toBe(400)
  return Object(answer.body.error).fields as Record<string, string>
}
const nobody = '01890a5d-ac96-774b-bcce-b302099a8057'
const inFuture = () => new Date(Date.now() + CLOCK_TOLERANCE + 5000).toISOString()

test.each<[field: string, words: string, change: () => object]>([
  ['eventType', 'Event 2 event type is required.', () => ({ eventType: undefined })],
  ['id', 'Event 2 id must be a UUID.', () => ({ id: '7' })],
  ['user', 'Event 2 user does not exist.', () => ({ user: nobody })],
  ['mission', 'Event 2 mission does not exist.', () => ({ mission: nobody })],
  [
    'mentor',
    'Event 2 mentor does not exist.',
    () => ({ eventType: 'mentor_assigned', mentor: nobody }),
  ],
  ['session', 'Event 2 session is required.', () => ({ eventType: 'session_started' })],
  [
    'timestamp',
    'Event 2 timestamp must be a date and time like 2026-11-20T08:30:00Z.',
    () => ({ timestamp: '2026-02-30T08:30:00Z' }),
  ],
  ['timestamp', 'Event 2 timestamp must not be in the future.', () => ({ timestamp: inFuture() })],
  [
    'timestamp',
    'Event 2 timestamp must not be before the year 2000.',
    () => ({ timestamp: '1999-12-31T23:59:59.999Z' }),
  ],
  [
    'progress',
    'Event 2 progress must be at most 100.',
    () => ({ eventType: 'mission_progressed', progress: 101 }),
  ],
  ['feature', 'Event 2 feature is required.', () => ({ eventType: 'feature_used', feature: ' ' })],
])('a wrong %s: %s', async (field, words, change) => {
  const first = good()
  expect(await fieldsOf([first, { ...good(), ...change() }])).toEqual({
    [`events.1.${field}`]: words,
  })
  // A batch is all or nothing.
  await server.insight.facts.rollUp()
  expect(await stored(first.id)).toEqual([])
})

test('a body without a valid list of events is refused with a reason', async () => {
  const types = Object.keys(EVENT_FACTS).join(', ')
  expect(await fieldsOf([5, { eventType: 'mission_lost' }])).toEqual({
    'events.0': 'Event 1 must be an object.',
    'events.1.eventType': `Event 2 event type must be one of ${types}.`,
  })
  expect(await fieldsOf([])).toEqual({ events: 'The list of events needs at least one event.' })
  expect(await fieldsOf({})).toEqual({ events: 'The list of events must be a list.' })
  const post = (body?: unknown) => server.call('POST', EVENTS_PATH, { body })
  expect((await post()).status).toBe(400)
  expect((await post([])).status).toBe(400)
  const { status, body } = await post('{"events":')
  expect([status, body.error]).toEqual([
    415,
    expect.objectContaining({ code: 'unsupported_media_type' }),
  ])
  const headers = { 'content-type': 'application/json' }
  const broken = await server.call('POST', EVENTS_PATH, { body: '{"events":', headers })
  expect([broken.status, Object(broken.body.error).code]).toEqual([400, 'invalid'])
})

test('1,000 events are accepted, 1,001 or more than 1 MB are not', async () => {
  const many = Array.from({ length: MOST_EVENTS }, () => good())
  const taken = await sendEvents(server, many)
  expect([taken.status, taken.body]).toEqual([202, { accepted: MOST_EVENTS }])
  expect(await fieldsOf([...many, good()])).toEqual({
    events: 'The list of events may hold at most 1000 events.',
  })
  const heavy = await sendEvents(server, [{ ...good(), note: 'x'.repeat(1_048_576) }])
  expect([heavy.status, Object(heavy.body.error).code]).toEqual([413, 'too_large'])
})

test('events about deleted records are accepted', async () => {
  const gone = await server.user()
  const old = await catalogueOf(server).addMission('Long ago')
  await server.call('DELETE', `/users/${gone.id}`)
  await server.call('DELETE', `/missions/templates/${old}`)
  const event = eventOf(gone.id, { eventType: 'mission_completed', mission: old })
  await tell(server, [event])
  expect(await stored(event.id)).toHaveLength(1)
})
