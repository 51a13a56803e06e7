import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findAt } from '#model/paths.ts'
import { referencesOf } from '#model/references.ts'
import { registry } from '#resources/index.ts'
import { rebuild } from '#server/analytics/rebuild.ts'
import { connectAlone } from '#server/db/pool.ts'
import { DEMO_USERS } from '#server/demo/learners.ts'
import { loadDemo, loadDemoOnce } from '#server/demo/load-demo.ts'
import { ensureAdmin } from '#server/first-admin.ts'
import { tableName } from '#server/records/shape.ts'
import { createDatabase, query, startApp, type TestApp } from '../support/app.ts'

const DAY = '2026-11-20'
const USERS = 60
const quiet = () => undefined

let server: TestApp
beforeAll(async () => {
  server = await startApp()
  await load()
})
afterAll(() => server.close())

/** Loads the sample data as of DAY, and returns the lines that were printed. */
async function load(reset = false, day = DAY): Promise<string[]> {
  const said: string[] = []
  const now = new Date(`${day}T16:00:00Z`)
  const options = { today: new Date(day), now, reset, users: USERS }
  await loadDemo(server.connection, options, (line) => said.push(line))
  return said
}

const rows = <Row extends object>(sql: string, values: unknown[] = []) =>
  query<Row>(server.connection, sql, values)
interface Sample {
  id: string
  data: Record<string, unknown>
}
/** The live samples of a resource. */
const samplesOf = (name: string) => {
  const resource = registry.find((one) => one.name === name)
  return resource
    ? rows<Sample>(
        `select id, data from ${tableName(resource)}
         where deleted_at is null and data @> '{"sample":true}' order by data::text`,
      )
    : []
}

/** All users and events in words: records have other ids after a reset, events have not. */
const story = async () => [
  await rows(
    `select data, created_at, date_last_login from rec_users u left join rec_users_kept k on k.id = u.id
     where data @> '{"sample":true}' order by data ->> 'email'`,
  ),
  await rows(
    `select concat_ws(' ', e.id, e.type, u.data ->> 'email', e.at, e.session_id, e.feature, e.amount) as line
     from events e join rec_users u on u.id = e.user_id order by e.id`,
  ),
]

test('sample data is loaded at the very first start only, and only if it is wanted', async () => {
  const connection = await createDatabase()
  await loadDemoOnce(connection, false, quiet)
  await loadDemoOnce(connection, true, quiet)
  expect(await query(connection, 'select 1 from rec_users')).toEqual([])
  const other = await createDatabase()
  await Promise.all([loadDemoOnce(other, true, quiet), loadDemoOnce(other, true, quiet)])
  expect(await query(other, 'select 1 from rec_users')).toHaveLength(DEMO_USERS)
})

test('every reference of a sample leads to a live record, and entries have ids and an order', async () => {
  let references = 0
  for (const resource of registry)
    for (const { path, to } of referencesOf(resource.create)) {
      const ids = (await samplesOf(to)).map(({ id }) => id)
      for (const { data } of await samplesOf(resource.name))
        for (const { value } of findAt(data, path)) {
          references += 1
          expect(ids).toContain(value)
        }
    }
  expect(references).toBeGreaterThan(100)
  for (const { data } of await samplesOf('protocols/templates')) {
    const phases = data.phases as { _id: string; order: number }[]
    expect(phases.map(({ order }) => order)).toEqual([...phases.keys()])
    for (const { _id } of phases) expect(_id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/)
  }
})

test('a sample can be edited in the console as it is', async () => {
  for (const [path, key] of [
    ['/missions/templates', 'missions'],
    ['/protocols/templates', 'protocols'],
    ['/mentors', 'mentors'],
  ] as const) {
    const list = await server.call('GET', `${path}?limit=50`)
    for (const row of list.body[key] as Record<string, unknown>[]) {
      const answer = await server.call('PUT', `${path}/${row._id}`, { body: row })
      expect(answer.body, answer.text).toEqual({ ...row, version: 2 })
    }
  }
})

describe('events of the samples', () => {
  test('happen after their user joined and their subject was made, and before the moment of loading', async () => {
    const wrong = await rows(
      `select e.id from events e left join rec_users u on u.id = e.user_id left join (
         select id, created_at from rec_missions union all select id, created_at from rec_protocols
         union all select id, created_at from rec_mentors
       ) s on s.id = e.subject_id
       where u.id is null or e.at <= u.created_at or e.at > '${DAY}T16:00:00Z'
         or (e.subject_id is not null and (s.id is null or e.at < s.created_at))`,
    )
    expect(wrong).toEqual([])
    expect((await rows('select 1 from events')).length).toBeGreaterThan(4000)
  })

  test('agree with each last login, and with a recount of all figures', async () => {
    const wrong = await rows(
      `select u.id from rec_users u left join rec_users_kept k on k.id = u.id
         left join events e on e.user_id = u.id and e.type = 'user_signed_in'
       where u.data @> '{"sample":true}' group by u.id, k.date_last_login
       having k.date_last_login is distinct from max(e.at)`,
    )
    expect(wrong).toEqual([])
    const client = await connectAlone(server.connection)
    await client.query('begin')
    expect(await rebuild(client, { registry })).toBe(0)
    await client.end()
  })
})

describe('another load', () => {
  test('without a reset adds nothing', async () => {
    const said = await load()
    expect(said).toHaveLength(7)
    for (const line of said) expect(line).toMatch(/^Added 0 sample /)
  })

  test('with a reset gives the same for the same day, and moves with the day', async () => {
    await load(true)
    const first = await story()
    await load(true)
    expect(await story()).toEqual(first)
    await load(true, '2026-11-21')
    const [people] = (await story()) as [{ created_at: Date }[]]
    const [before] = first as [{ created_at: Date }[]]
    for (const [at, { created_at }] of people.entries())
      expect(created_at.getTime() - Number(before[at]?.created_at.getTime())).toBe(86_400_000)
    await load(true)
  })

  test('with a reset keeps the samples that other records refer to, and those that these refer to', async () => {
    const add = async (path: string, body: object) => {
      const answer = await server.call('POST', path, { body })
      expect(answer.status, answer.text).toBe(201)
      return `${path}/${answer.body._id}`
    }
    const title = 'Keep a field notebook for seven days'
    const mission = (await samplesOf('missions/templates')).find(({ data }) => data.title === title)
    const trades = (await samplesOf('career-fields')).find(
      ({ data }) => data.name === 'Skilled Trades',
    )
    const own = [
      await add('/missions/templates', {
        ...{ title: 'Our own mission', type: 'research', careerFields: [trades?.id] },
      }),
      await add('/protocols/templates', {
        title: 'Our own protocol',
        phases: [{ title: 'One', milestones: [{ title: 'A', missions: [mission?.id] }] }],
      }),
    ]
    const said = await load(true)
    expect(said).toContain('Kept 1 sample missions that other records refer to.')
    // Skilled Trades, and the two fields of the mission that stays.
    expect(said).toContain('Kept 3 sample career fields that other records refer to.')
    const kept = (await samplesOf('missions/templates')).find(({ id }) => id === mission?.id)
    expect(kept?.data).toEqual(mission?.data)
    // Once nothing refers to them, the next reset deletes them.
    for (const path of own) await server.call('DELETE', path)
    expect(await load(true)).toContain('Deleted 24 sample missions.')
  })

  test('with a reset keeps samples with a password, and what other people did', async () => {
    const [sample] = await rows<{ id: string; email: string }>(
      `select u.id, u.data ->> 'email' as email from rec_users u
       where data @> '{"sample":true}' and exists (select from events where user_id = u.id)
       order by u.id limit 1`,
    )
    await rows('delete from credentials')
    await ensureAdmin(server, { email: sample?.email, password: undefined })
    const own = server.adminId
    const [mission] = await samplesOf('missions/templates')
    await server.insight.facts.accept([
      {
        ...{ eventType: 'mission_assigned', id: randomUUID(), user: own },
        ...{ timestamp: '2026-11-19T09:00:00Z', mission: mission?.id ?? '' },
      },
    ])
    await server.insight.facts.rollUp()
    const doingsOf = (id: string | undefined) =>
      rows('select * from events where user_id = $1 order by id', [id])
    const before = [await doingsOf(sample?.id), await doingsOf(own)]
    const said = await load(true)
    expect(said).toContain('Kept 1 sample users who have a password.')
    expect(said).toContain(`Deleted ${USERS - 1} sample users.`)
    expect([await doingsOf(sample?.id), await doingsOf(own)]).toEqual(before)
    expect(await rows('select 1 from rec_users')).toHaveLength(USERS + 1)
    const left =
      'select 1 from events e where not exists (select 1 from rec_users where id = user_id)'
    expect(await rows(left)).toEqual([])
  })
})
