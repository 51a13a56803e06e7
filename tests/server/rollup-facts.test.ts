import { afterAll, beforeAll, expect, test } from 'vitest'
import { EVENT_FACTS, type EventType, type LearnerEvent } from '#contract/events.ts'
import { query, startApp, type TestApp } from '../support/app.ts'
import { idOf } from '../support/random-events.ts'

let server: TestApp
beforeAll(async () => {
  server = await startApp()
})
afterAll(() => server.close())

const [USER, OTHER] = [idOf(1, 1), idOf(1, 2)]
const THING = idOf(2, 1)
let made = 0

/** The fields of an event besides type and subject. */
type Told = {
  timestamp: string
  user?: string
  progress?: number
  rating?: number
  feature?: string
}

function event(eventType: EventType, { user = USER, ...told }: Told): LearnerEvent {
  made += 1
  const kind = eventType.split('_')[0]
  const about = kind === 'mission' || kind === 'protocol' || kind === 'mentor' || kind === 'session'
  const given = { eventType, id: idOf(9, made), user, ...(about && { [kind]: THING }), ...told }
  // The caller passes the fields of the type; the route's schema checks other events.
  return given as LearnerEvent
}

async function tell(...events: LearnerEvent[]): Promise<void> {
  // One batch each, so that their order matters.
  for (const one of events) {
    await server.insight.facts.accept([one])
    await server.insight.facts.rollUp()
  }
}

const rows = (sql: string) => query<Record<string, unknown>>(server.connection, sql)
const daily = (metric: string) =>
  rows(`select day::text, dim, n, amount from daily where metric = '${metric}' order by day, dim`)
const assignment = (kind: string) =>
  rows(`select assigned_at, progress, completed_at from assignments where kind = '${kind}'`)
const at = (day: string, time = '12:00') => `${day}T${time}:00.000Z`

const facts: Record<EventType, () => Promise<void>> = {
  async user_signed_in() {
    const { id } = await server.user()
    const seen = async () =>
      rows(
        `select version, to_char(date_last_login at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
         from rec_users u left join rec_users_kept k on k.id = u.id where u.id = '${id}'`,
      )
    await rows(`delete from rec_users_kept where id = '${id}'`)
    await tell(event('user_signed_in', { user: id, timestamp: at('2026-05-02') }))
    expect(await seen()).toEqual([{ version: 1, at: at('2026-05-02') }])
    await tell(event('user_signed_in', { user: id, timestamp: at('2026-05-01') }))
    expect(await seen()).toEqual([{ version: 1, at: at('2026-05-02') }])
    // A deleted user does not change.
    expect((await server.call('DELETE', `/users/${id}`)).status).toBe(204)
    const [gone] = await seen()
    await tell(event('user_signed_in', { user: id, timestamp: at('2026-05-03') }))
    expect(await seen()).toEqual([gone])
    expect(gone?.at).toBe(at('2026-05-02'))
  },
  async session_started() {
    await tell(
      event('session_started', { timestamp: at('2026-05-01', '10:05') }),
      event('session_started', { timestamp: at('2026-05-01', '10:00') }),
    )
    expect(await rows('select started_at, ended_at from app_sessions')).toEqual([
      { started_at: new Date(at('2026-05-01', '10:00')), ended_at: null },
    ])
    expect(await daily('session')).toEqual([])
  },
  async session_ended() {
    await tell(event('session_ended', { timestamp: at('2026-05-01', '10:02') }))
    expect(await daily('session')).toEqual([
      { day: '2026-05-01', dim: '1-5 min', n: 1, amount: 120 },
    ])
    await tell(
      event('session_ended', { timestamp: at('2026-05-01', '10:30') }),
      event('session_ended', { timestamp: at('2026-05-01', '10:20') }),
    )
    expect(await daily('session')).toEqual([
      { day: '2026-05-01', dim: '30-60 min', n: 1, amount: 1800 },
    ])
    // A session belongs to one user; one that ends before it starts does not count.
    await tell(
      event('session_ended', { user: OTHER, timestamp: at('2026-05-01', '11:00') }),
      event('session_started', { user: OTHER, timestamp: at('2026-05-01', '11:01') }),
    )
    expect(await daily('session')).toHaveLength(1)
  },
  async feature_used() {
    const use = (day: string) =>
      event('feature_used', { feature: "Mentor's chat", timestamp: at(day) })
    await tell(use('2026-05-01'), use('2026-05-02'), use('2026-05-01'))
    expect(await daily('feature')).toEqual([
      { day: '2026-05-01', dim: "Mentor's chat", n: 2, amount: 0 },
      { day: '2026-05-02', dim: "Mentor's chat", n: 1, amount: 0 },
    ])
  },
  async mission_assigned() {
    await tell(
      event('mission_assigned', { timestamp: at('2026-05-04') }),
      event('mission_assigned', { timestamp: at('2026-05-03') }),
      event('mission_assigned', { timestamp: at('2026-05-05') }),
    )
    expect(await assignment('mission')).toEqual([
      { assigned_at: new Date(at('2026-05-03')), progress: 0, completed_at: null },
    ])
    expect(await rows('select assigned_day::text, n from assignment_days')).toEqual([
      { assigned_day: '2026-05-03', n: 1 },
    ])
    // It moved to the earliest day.
    expect(await daily('assigned')).toEqual([
      { day: '2026-05-03', dim: 'mission', n: 1, amount: 0 },
    ])
  },
  async mission_progressed() {
    await tell(
      event('mission_progressed', { timestamp: at('2026-05-06'), progress: 40 }),
      event('mission_progressed', { timestamp: at('2026-05-07'), progress: 30 }),
      event('mission_progressed', { timestamp: at('2026-05-02'), progress: 10 }),
    )
    expect(await assignment('mission')).toEqual([
      { assigned_at: new Date(at('2026-05-02')), progress: 40, completed_at: null },
    ])
  },
  async mission_completed() {
    await tell(
      event('mission_completed', { timestamp: at('2026-05-09') }),
      event('mission_completed', { timestamp: at('2026-05-08') }),
      event('mission_progressed', { timestamp: at('2026-05-10'), progress: 90 }),
    )
    const [assigned_at, completed_at] = [at('2026-05-02'), at('2026-05-08')].map((t) => new Date(t))
    expect(await assignment('mission')).toEqual([{ assigned_at, progress: 100, completed_at }])
    expect(
      await rows(`select assigned_day::text, completed_day::text, n from assignment_days`),
    ).toEqual([{ assigned_day: '2026-05-02', completed_day: '2026-05-08', n: 1 }])
    expect(
      await rows(`select assigned_month::text, completed_month::text, n from assignment_months`),
    ).toEqual([{ assigned_month: '2026-05-01', completed_month: '2026-05-01', n: 1 }])
    await tell(event('mission_completed', { user: OTHER, timestamp: at('2026-05-01') }))
    expect(await rows(`select 1 from assignments where assigned_at = completed_at`)).toHaveLength(1)
  },
  async protocol_enrolled() {
    await tell(
      event('protocol_enrolled', { timestamp: at('2026-05-04') }),
      event('protocol_enrolled', { timestamp: at('2026-05-03') }),
    )
    expect(await assignment('protocol')).toEqual([
      { assigned_at: new Date(at('2026-05-03')), progress: 0, completed_at: null },
    ])
    expect(await daily('progress')).toEqual([])
  },
  async protocol_progressed() {
    await tell(
      event('protocol_progressed', { timestamp: at('2026-05-06'), progress: 50 }),
      event('protocol_progressed', { timestamp: at('2026-05-07'), progress: 40 }),
    )
    expect(await daily('progress')).toEqual([{ day: '2026-05-06', dim: '', n: 1, amount: 50 }])
    // A late event moves progress from a later day to its own.
    await tell(event('protocol_progressed', { timestamp: at('2026-05-05'), progress: 20 }))
    expect(await daily('progress')).toEqual([
      { day: '2026-05-05', dim: '', n: 1, amount: 20 },
      { day: '2026-05-06', dim: '', n: 1, amount: 30 },
    ])
    await tell(event('protocol_progressed', { timestamp: at('2026-05-05', '13:00'), progress: 60 }))
    expect(await daily('progress')).toEqual([{ day: '2026-05-05', dim: '', n: 1, amount: 60 }])
  },
  async protocol_completed() {
    await tell(
      event('protocol_completed', { timestamp: at('2026-05-08') }),
      event('protocol_completed', { timestamp: at('2026-05-09') }),
    )
    const [assigned_at, completed_at] = [at('2026-05-03'), at('2026-05-08')].map((t) => new Date(t))
    expect(await assignment('protocol')).toEqual([{ assigned_at, progress: 100, completed_at }])
    expect(await daily('progress')).toEqual([
      { day: '2026-05-05', dim: '', n: 1, amount: 60 },
      { day: '2026-05-08', dim: '', n: 1, amount: 40 },
    ])
  },
  async mentor_assigned() {
    await tell(
      event('mentor_assigned', { timestamp: at('2026-05-04') }),
      event('mentor_assigned', { timestamp: at('2026-05-02') }),
    )
    expect(await assignment('mentor')).toEqual([
      { assigned_at: new Date(at('2026-05-02')), progress: 0, completed_at: null },
    ])
  },
  async mentor_reviewed() {
    const ratings = () => rows('select n, stars from mentor_ratings')
    await tell(
      event('mentor_reviewed', { timestamp: at('2026-05-04'), rating: 2 }),
      event('mentor_reviewed', { timestamp: at('2026-05-03'), rating: 5 }),
    )
    expect(await ratings()).toEqual([{ n: 1, stars: 2 }])
    await tell(
      event('mentor_reviewed', { timestamp: at('2026-05-05'), rating: 4 }),
      event('mentor_reviewed', { user: OTHER, timestamp: at('2026-05-01'), rating: 5 }),
    )
    expect(await ratings()).toEqual([{ n: 2, stars: 9 }])
    // Of two reviews at one moment the higher id counts, in any order of arrival.
    const twice = (user: string) => {
      const review = (rating: number) =>
        event('mentor_reviewed', { user, rating, timestamp: at('2026-05-06') })
      return [review(1), review(5)] as const
    }
    const [low, high] = twice(idOf(1, 3))
    await tell(high, low)
    expect(await ratings()).toEqual([{ n: 3, stars: 14 }])
    await tell(...twice(idOf(1, 4)))
    expect(await ratings()).toEqual([{ n: 4, stars: 19 }])
    await server.insight.facts.accept([...twice(idOf(1, 5))].reverse())
    await server.insight.facts.accept([...twice(idOf(1, 6))])
    await server.insight.facts.rollUp()
    expect(await ratings()).toEqual([{ n: 6, stars: 29 }])
    // A review is no assignment.
    expect(await rows("select 1 from assignments where kind = 'mentor'")).toHaveLength(1)
  },
}

// In this order: each test continues with the assignment of the one before.
test.each(Object.entries(EVENT_FACTS))('%s: %s', async (type) => {
  await facts[type as EventType]()
})

test('each event makes its user active on its day, once', async () => {
  const [before] = await rows('select count(*) as n from user_days')
  const use = (timestamp: string) => event('feature_used', { feature: 'Diary', timestamp })
  await tell(use('2026-06-03T23:59:59.999Z'), use('2026-06-05T00:00:00.000Z'))
  await tell(use('2026-06-04T12:00:00.000Z'), use('2026-06-04T13:00:00.000Z'))
  const june = `day >= '2026-06-01'`
  expect(
    await rows(`select day::text, prev_day::text from user_days where ${june} order by day`),
  ).toEqual([
    { day: '2026-06-03', prev_day: '2026-05-10' },
    { day: '2026-06-04', prev_day: '2026-06-03' },
    { day: '2026-06-05', prev_day: '2026-06-04' },
  ])
  const [after] = await rows('select count(*) as n, sum(n)::int as paired from day_pairs')
  expect(after?.paired).toBe(Number(before?.n) + 3)
})
