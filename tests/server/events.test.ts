import { afterAll, beforeAll, expect, test } from 'vitest'
import { CLOCK_TOLERANCE, EVENT_FACTS, EVENTS_PATH, MOST_EVENTS } from '#contract/events.ts'
import { query, startApp, type TestApp } from '../support/app.ts'
import { eventOf, sendEvents, subjectsOf, tell } from '../support/events.ts'

let server: TestApp
let user = ''
let mission = ''
beforeAll(async () => {
  server = await startApp()
  ;({ user, mission } = await subjectsOf(server))
})
afterAll(() => server.close())

const rows = (sql: string, values: unknown[]) => query<object>(server.connection, sql, values)
const noon = '2026-03-10T12:00:00.000Z'

test('an event that is sent again is accepted and stored once, as it came first', async () => {
  const event = eventOf(user, { eventType: 'feature_used', feature: 'Twice', timestamp: noon })
  const again = {
    ...event,
    id: event.id.toUpperCase(),
    user: user.toUpperCase(),
    timestamp: '2026-03-10T13:00:00.000+01:00',
  }
  for (const batch of [[event], [again], [event, event, again]]) {
    const { status, body } = await sendEvents(server, batch)
    expect([status, body]).toEqual([202, { accepted: batch.length }])
  }
  await server.insight.facts.rollUp()
  const other = { ...event, feature: 'Thrice' }
  await tell(server, [other])
  expect(await rows(`select n from daily where dim = 'Thrice'`, [])).toEqual([])
  expect(await rows('select user_id, at from events where id = $1', [event.id])).toEqual([
    { user_id: user, at: new Date(noon) },
  ])
  expect(await rows(`select n from daily where dim = 'Twice'`, [])).toEqual([{ n: 1 }])
})

test('a time in another zone, or a little ahead of ours, is stored as that moment; nobody’s last login lies ahead', async () => {
  const soon = new Date(Date.now() + CLOCK_TOLERANCE - 5000).toISOString()
  const ahead = eventOf(user, { eventType: 'feature_used', feature: 'Ahead', timestamp: soon })
  const abroad = eventOf(user, {
    eventType: 'feature_used',
    feature: 'Abroad',
    timestamp: '2026-03-10T23:30:00.123456-05:00',
  })
  const signedIn = eventOf(user, { eventType: 'user_signed_in', timestamp: soon })
  await tell(server, [ahead, abroad, signedIn])
  const { lastLogin } = (await server.call('GET', `/users/${user}`)).body
  expect(Date.parse(String(lastLogin))).toBeLessThanOrEqual(Date.now())
  const at = 'select at from events where id = $1'
  expect(await rows(at, [ahead.id])).toEqual([{ at: new Date(soon) }])
  expect(await rows(at, [abroad.id])).toEqual([{ at: new Date('2026-03-11T04:30:00.123Z') }])
})

test('the description says what each event writes, and its example is true', async () => {
  const { body } = await server.call('GET', '/openapi.json', { token: '' })
  const { schemas } = Object(body.components)
  const kinds = schemas.Event.oneOf as {
    description: string
    properties: { eventType: { enum: [string] } }
  }[]
  expect(
    Object.fromEntries(kinds.map((one) => [one.properties.eventType.enum[0], one.description])),
  ).toEqual(EVENT_FACTS)
  const call = Object(body.paths)[`/api/v1${EVENTS_PATH}`].post
  expect(Object.keys(call.responses).sort()).toEqual(
    ['202', '400', '401', '403', '413', '415', '503', '507'].sort(),
  )
  const { schema, example } = call.requestBody.content['application/json']
  expect(schema.properties.events).toMatchObject({
    maxItems: MOST_EVENTS,
    items: { $ref: '#/components/schemas/Event' },
  })
  const event = { ...example.events[0], user, mission }
  expect((await sendEvents(server, [event])).status).toBe(202)
})
