import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registry } from '#resources/index.ts'
import { rebuild } from '#server/analytics/rebuild.ts'
import { connectAlone } from '#server/db/pool.ts'
import { loadDemo } from '#server/demo/load-demo.ts'
import { query, startApp, type TestApp } from '../support/app.ts'

const DAY = '2026-11-20'
let server: TestApp
let first: string[]
beforeAll(async () => {
  server = await startApp()
  await load({ reset: false })
  first = await story()
})
afterAll(() => server.close())

test('it is there, of a size that a start can bear', () => {
  expect(first.length).toBeGreaterThan(20_000)
  expect(first.length).toBeLessThan(60_000)
})

test('the same day and moment give the same events, to the byte, after each reset', async () => {
  await load({ reset: true })
  expect(await story()).toEqual(first)
})

test('nothing happens before a user joined or long after they left, after the moment, or before what it is about was made', async () => {
  const [late] = await rows<{ n: number }>(
    `select count(*) as n from events e left join rec_users u on u.id = e.user_id
     where u.id is null or e.at <= u.created_at or e.at > '${DAY}T16:00:00Z'`,
  )
  expect(late?.n).toBe(0)
  const [early] = await rows<{ n: number }>(
    `select count(*) as n from events e left join (
       select id, created_at from rec_missions union all select id, created_at from rec_protocols
       union all select id, created_at from rec_mentors
     ) s on s.id = e.subject_id where e.subject_id is not null and (s.id is null or e.at < s.created_at)`,
  )
  expect(early?.n).toBe(0)
  const [gone] = await rows<{ n: number }>(
    `select count(*) as n from events e join rec_users u on u.id = e.user_id
     where u.data @> '{"isActive":false}' and e.at > date '${DAY}' - 44`,
  )
  expect(gone?.n).toBe(0)
  const [twice] = await rows<{ n: number }>(
    `select count(*) as n from app_sessions a join app_sessions b on a.user_id = b.user_id
     and a.id < b.id and a.started_at < b.ended_at and b.started_at < a.ended_at`,
  )
  expect(twice?.n).toBe(0)
})

test('the last login of each is the last time that the app told of, and something happened just now', async () => {
  const wrong = await rows(
    `select u.id from rec_users u left join rec_users_kept k on k.id = u.id
       left join events e on e.user_id = u.id and e.type = 'user_signed_in'
     where u.data @> '{"sample":true}' group by u.id, k.date_last_login
     having k.date_last_login is distinct from max(e.at)`,
  )
  expect(wrong).toEqual([])
  const [recent] = await rows<{ hours: number; last: Date }>(
    `select count(distinct date_trunc('hour', at)) as hours, max(at) as last
     from events where at > '2026-11-19T16:00:00Z'`,
  )
  expect(recent?.hours).toBeGreaterThan(12)
  expect(recent?.last.getTime()).toBeGreaterThan(Date.parse(`${DAY}T14:00:00Z`))
})

describe('it reads like a year of learning', () => {
  test('more and more people are active', async () => {
    const by = await activeBy<string>("to_char(day, 'YYYY-MM')")
    expect(by.get('2026-10')).toBeGreaterThan(4 * Number(by.get('2025-11')))
    expect(by.get('2026-10')).toBeGreaterThan(Number(by.get('2026-06')))
    const [most] = await rows<{ n: number }>(
      `select max(n) as n from (select count(*) as n from user_days group by day) as days`,
    )
    expect(most?.n).toBeGreaterThan(40)
    expect(most?.n).toBeLessThan(80)
  })

  test('the middle of the week is lively, Saturdays are not', async () => {
    const by = await activeBy<number>('extract(isodow from day)::int')
    for (const middle of [2, 3, 4]) {
      expect(by.get(middle)).toBeGreaterThan(1.4 * Number(by.get(6)))
      expect(by.get(middle)).toBeGreaterThan(Number(by.get(1)))
    }
    for (const other of [1, 2, 3, 4, 5, 7]) expect(by.get(6)).toBeLessThan(Number(by.get(other)))
  })

  test('people leave', async () => {
    const share = async (after: number) => {
      const [row] = await rows<{ share: number }>(
        `select avg((exists (
           select 1 from user_days d where d.user_id = u.id
           and d.day > u.created_at::date + ${after} and d.day <= u.created_at::date + ${after + 7}
         ))::int)::float as share
         from rec_users u where data @> '{"sample":true}' and created_at < date '${DAY}' - 190`,
      )
      return Number(row?.share)
    }
    const shares = [await share(1), await share(30), await share(180)]
    expect(shares).toEqual([...shares].sort((one, other) => other - one))
    expect(shares[2]).toBeLessThan(0.6 * Number(shares[0]))
    expect(shares[2]).toBeGreaterThan(0.1)
  })

  test.each([
    ['rec_missions', 'difficulty', ['beginner', 'intermediate', 'advanced', 'expert']],
    ['rec_protocols', 'targetLevel', ['beginner', 'intermediate', 'advanced']],
  ])('%s: the harder the fewer are completed, and the later', async (table, key, levels) => {
    const found = await rows<{ level: string; share: number; days: number }>(
      `select s.data ->> '${key}' as level, avg((completed_at is not null)::int)::float as share,
         avg(extract(epoch from completed_at - assigned_at))::float / 86400 as days
       from assignments join ${table} s on s.id = subject_id
       where assigned_at < '2026-10-01' group by 1 order by 2 desc`,
    )
    expect(found.map(({ level }) => level)).toEqual(levels)
    const days = found.map((one) => one.days)
    expect(days).toEqual([...days].sort((one, other) => one - other))
  })

  test('mentors are reviewed, mostly with four and five stars', async () => {
    const [stars] = await rows<{ n: number; good: number; least: number }>(
      `select count(*) as n, avg((rating >= 4)::int)::float as good, min(rating) as least from reviews`,
    )
    expect(stars?.n).toBeGreaterThan(100)
    expect(stars?.good).toBeGreaterThan(0.7)
    expect(stars?.least).toBeLessThan(3)
  })

  test('each feature has its share, and sessions last minutes', async () => {
    const features = await rows<{ feature: string }>(
      `select feature from events where type = 'feature_used' group by 1 order by count(*) desc`,
    )
    expect(features.map(({ feature }) => feature)).toEqual([
      'mission-center',
      'tell-matching',
      'protocol-system',
      'mentor-chat',
      'team-hub',
      'transfer-session',
    ])
    const [length] = await rows<{ median: number; most: number; open: number }>(
      `select percentile_cont(0.5) within group (order by extract(epoch from ended_at - started_at)) / 60 as median,
         max(extract(epoch from ended_at - started_at))::float / 60 as most,
         avg((ended_at is null)::int)::float as open from app_sessions`,
    )
    expect(length?.median).toBeGreaterThan(5)
    expect(length?.median).toBeLessThan(15)
    expect(length?.most).toBeLessThan(120)
    expect(length?.open).toBeLessThan(0.1)
  })
})

test('what is counted is what a rebuild counts', async () => {
  const client = await connectAlone(server.connection)
  await client.query('begin')
  expect(await rebuild(client, { registry })).toBe(0)
  await client.query('rollback')
  await client.end()
})

function load(options: { reset: boolean }): Promise<void> {
  const today = new Date(DAY)
  const now = new Date(`${DAY}T16:00:00Z`)
  return loadDemo(server.connection, { today, now, users: 240, ...options }, () => undefined)
}

function rows<Row extends object>(sql: string): Promise<Row[]> {
  return query<Row>(server.connection, sql)
}

/** Active people on an average day, by something about the day. */
async function activeBy<Key>(what: string): Promise<Map<Key, number>> {
  const found = await rows<{ key: Key; n: number }>(
    `select key, avg(n)::float as n from (
       select ${what} as key, count(*) as n from user_days where day < '${DAY}' group by day
     ) as days group by key`,
  )
  return new Map(found.map(({ key, n }) => [key, n]))
}

/** Every event in words: records have other ids after a reset, events and sessions have not. */
async function story(): Promise<string[]> {
  const found = await rows<{ line: string }>(
    `select concat_ws(' ', e.id, e.type, u.data ->> 'email', e.at, s.name, e.session_id, e.feature, e.amount) as line
     from events e join rec_users u on u.id = e.user_id left join (
       select id, data ->> 'title' as name from rec_missions
       union all select id, data ->> 'title' from rec_protocols
       union all select id, data ->> 'name' from rec_mentors
     ) s on s.id = e.subject_id order by e.id`,
  )
  return found.map(({ line }) => line)
}
