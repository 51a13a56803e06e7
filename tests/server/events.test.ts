import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  CLOCK_TOLERANCE,
  EVENT_FACTS,
  EVENTS_PATH,
  type EventType,
  MOST_EVENTS,
} from '#contract/events.ts'
import { query, startApp, type TestApp } from '../support/app.ts'
import { MENTORS } from '../support/catalogue.ts'
import { addMentor, eventOf, sendEvents, subjectsOf, tell } from '../support/events.ts'

let server: TestApp
let user = ''
let mission = ''
let protocol = ''
let mentor = ''
beforeAll(async () => {
  server = await startApp()
  ;({ user, mission, protocol, mentor } = await subjectsOf(server))
})
afterAll(() => server.close())

const rows = (sql: string, values: unknown[]) => query<object>(server.connection, sql, values)
const morning = '2026-03-10T08:00:00.000Z'
const noon = '2026-03-10T12:00:00.000Z'
const evening = '2026-03-10T20:00:00.000Z'

describe('what each event writes', () => {
  const assignment = (subject: string, who: string) =>
    rows(
      `select kind, progress, assigned_at, completed_at from assignments
       where subject_id = $1 and user_id = $2`,
      [subject, who],
    )
  const session = (id: string) =>
    rows('select user_id, started_at, ended_at from app_sessions where id = $1', [id])
  const at = (iso: string) => new Date(iso)
  const shownMentor = async (id: string) => {
    const { body } = await server.call('GET', `${MENTORS}/${id}`)
    return [body.rating, body.reviewCount]
  }

  const facts: Record<EventType, (who: string) => Promise<void>> = {
    async user_signed_in(who) {
      const signIn = (timestamp: string) =>
        tell(server, [eventOf(who, { eventType: 'user_signed_in', timestamp })])
      const before = (await server.call('GET', `/users/${who}`)).body
      const lastLogin = async () => (await server.call('GET', `/users/${who}`)).body.lastLogin
      const later = new Date(Date.parse(String(before.lastLogin)) + 1).toISOString()
      await signIn(later)
      const after = (await server.call('GET', `/users/${who}`)).body
      expect(after).toEqual({ ...before, lastLogin: later })
      await signIn(noon)
      expect(await lastLogin()).toBe(later)
      // The sender's clock is ahead; that of the database is this one.
      await signIn(new Date(Date.now() + 240_000).toISOString())
      expect(Date.parse(String(await lastLogin()))).toBeLessThanOrEqual(Date.now())
      expect(Date.parse(String(await lastLogin()))).toBeGreaterThan(Date.parse(later))
    },
    async session_started(who) {
      const id = randomUUID()
      const start = (timestamp: string) =>
        eventOf(who, { eventType: 'session_started', session: id, timestamp })
      await tell(server, [start(noon), start(evening), start(morning)])
      expect(await session(id)).toEqual([{ user_id: who, started_at: at(morning), ended_at: null }])
    },
    async session_ended(who) {
      const id = randomUUID()
      const end = (timestamp: string) =>
        eventOf(who, { eventType: 'session_ended', session: id, timestamp })
      await tell(server, [end(noon), end(evening), end(morning)])
      expect(await session(id)).toEqual([{ user_id: who, started_at: null, ended_at: at(evening) }])
    },
    async feature_used(who) {
      const use = () =>
        eventOf(who, { eventType: 'feature_used', feature: ' Skill map ', timestamp: noon })
      await tell(server, [use(), use(), use()])
      const counted = `select n from daily where metric = 'feature' and dim = 'Skill map' and day = '2026-03-10'`
      expect(await rows(counted, [])).toEqual([{ n: 3 }])
    },
    async mission_assigned(who) {
      const assign = (timestamp: string) =>
        eventOf(who, { eventType: 'mission_assigned', mission, timestamp })
      await tell(server, [assign(noon), assign(morning)])
      expect(await assignment(mission, who)).toEqual([
        { kind: 'mission', progress: 0, assigned_at: at(morning), completed_at: null },
      ])
    },
    async mission_progressed(who) {
      const progress = (percent: number, timestamp: string) =>
        eventOf(who, { eventType: 'mission_progressed', mission, progress: percent, timestamp })
      await tell(server, [progress(40, noon), progress(30, evening)])
      expect(await assignment(mission, who)).toEqual([
        { kind: 'mission', progress: 40, assigned_at: at(noon), completed_at: null },
      ])
    },
    async mission_completed(who) {
      const complete = (timestamp: string) =>
        eventOf(who, { eventType: 'mission_completed', mission, timestamp })
      await tell(server, [complete(evening), complete(noon)])
      expect(await assignment(mission, who)).toEqual([
        { kind: 'mission', progress: 100, assigned_at: at(noon), completed_at: at(noon) },
      ])
    },
    async protocol_enrolled(who) {
      await tell(server, [
        eventOf(who, { eventType: 'protocol_enrolled', protocol, timestamp: noon }),
      ])
      expect(await assignment(protocol, who)).toEqual([
        { kind: 'protocol', progress: 0, assigned_at: at(noon), completed_at: null },
      ])
    },
    async protocol_progressed(who) {
      await tell(server, [
        eventOf(who, {
          eventType: 'protocol_progressed',
          protocol,
          progress: 55,
          timestamp: noon,
        }),
      ])
      expect(await assignment(protocol, who)).toEqual([
        { kind: 'protocol', progress: 55, assigned_at: at(noon), completed_at: null },
      ])
    },
    async protocol_completed(who) {
      await tell(server, [
        eventOf(who, { eventType: 'protocol_enrolled', protocol, timestamp: morning }),
        eventOf(who, { eventType: 'protocol_completed', protocol, timestamp: evening }),
      ])
      expect(await assignment(protocol, who)).toEqual([
        { kind: 'protocol', progress: 100, assigned_at: at(morning), completed_at: at(evening) },
      ])
    },
    async mentor_assigned(who) {
      await tell(server, [eventOf(who, { eventType: 'mentor_assigned', mentor, timestamp: noon })])
      expect(await assignment(mentor, who)).toEqual([
        { kind: 'mentor', progress: 0, assigned_at: at(noon), completed_at: null },
      ])
    },
    async mentor_reviewed(who) {
      const reviewed = await addMentor(server)
      expect(await shownMentor(reviewed)).toEqual([5, 0])
      const review = (by: string, rating: number, timestamp: string) =>
        eventOf(by, { eventType: 'mentor_reviewed', mentor: reviewed, rating, timestamp })
      await tell(server, [review(who, 1, noon), review(who, 4, evening), review(who, 2, morning)])
      expect(await shownMentor(reviewed)).toEqual([4, 1])
      const others = [(await server.user()).id, (await server.user()).id]
      await tell(
        server,
        others.map((other) => review(other, 5, noon)),
      )
      // 14 stars of 3 people.
      expect(await shownMentor(reviewed)).toEqual([4.7, 3])
    },
  }

  test.each(Object.entries(facts))('%s', async (eventType, check) => {
    const who = (await server.user()).id
    await check(who)
    const days = await rows('select distinct type from events where user_id = $1', [who])
    expect(days).toContainEqual({ type: eventType })
    const active = await rows('select 1 from user_days where user_id = $1', [who])
    expect(active.length).toBeGreaterThan(0)
  })

  test('a line of the table stands for each', () => {
    expect(Object.keys(facts)).toEqual(Object.keys(EVENT_FACTS))
  })
})

test('an event that is sent again is accepted again and stored once, in whatever writing', async () => {
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
  expect(await rows('select user_id, at from events where id = $1', [event.id])).toEqual([
    { user_id: user, at: new Date(noon) },
  ])
  expect(await rows(`select n from daily where dim = 'Twice'`, [])).toEqual([{ n: 1 }])
})

test('a time in another zone, or a little ahead of ours, is kept as the instant it is', async () => {
  const soon = new Date(Date.now() + CLOCK_TOLERANCE - 5000).toISOString()
  const ahead = eventOf(user, { eventType: 'feature_used', feature: 'Ahead', timestamp: soon })
  const abroad = eventOf(user, {
    eventType: 'feature_used',
    feature: 'Abroad',
    timestamp: '2026-03-10T23:30:00.123456-05:00',
  })
  await tell(server, [ahead, abroad])
  const at = 'select at from events where id = $1'
  expect(await rows(at, [ahead.id])).toEqual([{ at: new Date(soon) }])
  expect(await rows(at, [abroad.id])).toEqual([{ at: new Date('2026-03-11T04:30:00.123Z') }])
})

test('a batch is looked up with one query for each kind of record', async () => {
  const spy = vi.spyOn(server.store.pool, 'query')
  const batch = Array.from({ length: 100 }, () => [
    eventOf(user, { eventType: 'mission_assigned', mission }),
    eventOf(user, { eventType: 'protocol_enrolled', protocol }),
    eventOf(server.adminId, { eventType: 'mentor_assigned', mentor }),
  ]).flat()
  const answer = await sendEvents(server, batch)
  const statements = spy.mock.calls.map(([first]) => String(Object(first).text ?? first))
  spy.mockRestore()
  expect(answer.status).toBe(202)
  // The session, four kinds of records, and the batch itself.
  expect(statements.filter((text) => text.includes('= any('))).toHaveLength(4)
  expect(statements).toHaveLength(6)
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
