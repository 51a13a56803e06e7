import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dayIn, rangeOf } from '#contract/days.ts'
import { MOST_ACTIVITY, OVERVIEW_PATH, type SystemOverview } from '#contract/overview.ts'
import { registry as wholeRegistry } from '#resources/index.ts'
import { moveToZone } from '#server/analytics/rebuild.ts'
import { startOfDay } from '#server/db/days.ts'
import { PASSWORD, query, startApp, type TestApp } from '../support/app.ts'

let server: TestApp
let careerField: string
beforeAll(async () => {
  server = await startApp()
  careerField = await create('/career-fields', { name: 'Cartography' })
})
afterAll(() => server.close())

async function create(path: string, body: object, token?: string): Promise<string> {
  const answer = await server.call('POST', path, { body, ...(token && { token }) })
  expect(answer.status, answer.text).toBe(201)
  return String(answer.body._id)
}

async function overview(): Promise<SystemOverview> {
  const answer = await server.call('GET', OVERVIEW_PATH)
  expect(answer.status, answer.text).toBe(200)
  return answer.body as unknown as SystemOverview
}

const user = (firstName: string) => ({
  ...{ firstName, lastName: 'User', password: PASSWORD },
  email: `${firstName.toLowerCase()}@example.org`,
})
const mission = (title: string) => ({ title, type: 'research' })
const protocol = (title: string) => ({ title })
const mentor = (name: string) => ({
  name,
  careerFields: [careerField],
  specialization: 'Finding the way',
  bio: 'I walk beside you.',
  geminiMentorId: `gemini-${name}`,
})

test('counts follow creations, deletions and deactivated mentors', async () => {
  const before = (await overview()).counts
  const plus = async (by: Partial<SystemOverview['counts']>) => {
    const expected = Object.entries(before).map(([key, n]) => [key, n + (Object(by)[key] ?? 0)])
    expect((await overview()).counts).toEqual(Object.fromEntries(expected))
  }
  const { id: user } = await server.user()
  const map = await create('/missions/templates', mission('Draw a map'))
  await create('/missions/templates', mission('Walk it'))
  const path = await create('/protocols/templates', protocol('Find a path'))
  const ayo = await create('/mentors', mentor('Ayo'))
  await create('/mentors', mentor('Bea'))
  await plus({ users: 1, missions: 2, protocols: 1, mentors: 2 })

  await server.call('PUT', `/mentors/${ayo}`, { body: { isActive: false } })
  await plus({ users: 1, missions: 2, protocols: 1, mentors: 1 })
  await server.call('PUT', `/mentors/${ayo}`, { body: { isActive: true } })
  for (const gone of [`/missions/templates/${map}`, `/protocols/templates/${path}`])
    expect((await server.call('DELETE', gone)).status).toBe(204)
  expect((await server.call('DELETE', `/users/${user}`)).status).toBe(204)
  await plus({ missions: 1, mentors: 2 })
})

describe('a figure has the same value on the home page, on dashboards and in analytics', () => {
  const zone = 'Europe/Vienna'
  let base: TestApp
  /** A server on the same database, with days of Vienna. */
  let vienna: TestApp
  let start: string
  let end: string
  beforeAll(async () => {
    base = await startApp()
    end = dayIn(zone, new Date())
    start = rangeOf('last30days', end).start
    const first = startOfDay(start, zone)?.getTime() ?? Number.NaN
    const field = await base.call('POST', '/career-fields', { body: { name: 'Cartography' } })
    const sources = [
      ['/users', 'rec_users', '/auth/register', user],
      ['/missions/templates', 'rec_missions', '/missions/templates', mission],
      ['/protocols/templates', 'rec_protocols', '/protocols/templates', protocol],
      ['/mentors', 'rec_mentors', '/mentors', mentor],
    ] as const
    for (const [list, table, path, bodyOf] of sources) {
      const made = async (name: string, at: number) => {
        const body = {
          ...bodyOf(name),
          ...(list === '/mentors' && { careerFields: [field.body._id] }),
        }
        const answer = await base.call('POST', path, { body })
        expect(answer.status, answer.text).toBe(201)
        const { _id } = answer.body
        await query(base.connection, `update ${table} set created_at = $2 where id = $1`, [
          _id,
          new Date(at),
        ])
        return `${list}/${_id}`
      }
      await made('Before', first - 1)
      await made('First', first)
      const gone = await made('Deleted', first + 3_600_000)
      const erased = await made('Erased', first + 3_600_000)
      for (const one of [gone, erased, `${erased}/erase`])
        expect((await base.call('DELETE', one)).status, one).toBe(204)
    }
    await moveToZone(base.connection, zone, { registry: wholeRegistry })
    vienna = await startApp({ connection: base.connection, env: { REPORTING_TIME_ZONE: zone } })
  })
  afterAll(async () => {
    await vienna.close()
    await base.close()
  })

  const read = async (path: string) => {
    const answer = await vienna.call('GET', path, { token: base.token })
    expect(answer.status, answer.text).toBe(200)
    return answer.body
  }
  const widget = async (type: string) => {
    const { data, range } = await read(`/admin/widget-data?widgetType=${type}&timeRange=last30days`)
    expect(range).toEqual({ start, end })
    return Object(data)
  }
  const tab = async (name: string) => {
    const { data } = await read(`/analytics/${name}?startDate=${start}&endDate=${end}`)
    return Object(Object(data).summary)
  }

  test('new records of the last 30 days count whole days, and records deleted since', async () => {
    // The admin is a user as well.
    const added = { days: 30, users: 4, missions: 3, protocols: 3, mentors: 3 }
    expect((await read(OVERVIEW_PATH)).added).toEqual(added)
    const [users, growth] = [await widget('userStats'), await tab('growth')]
    expect([users.newUsers, growth.newUsers]).toEqual([4, 4])
    await base.user()
    expect((await read(OVERVIEW_PATH)).added).toEqual({ ...added, users: 5 })
    expect((await widget('userStats')).newUsers).toBe(5)
  })

  test('totals, active mentors, active users and completed missions agree', async () => {
    const counts = Object((await read(OVERVIEW_PATH)).counts)
    const [users, growth] = [await widget('userStats'), await tab('growth')]
    expect([users.totalUsers, growth.totalUsers]).toEqual([counts.users, counts.users])
    expect((await widget('missionStats')).totalMissions).toBe(counts.missions)
    expect((await widget('protocolStats')).totalProtocols).toBe(counts.protocols)
    expect((await widget('mentorStats')).activeMentors).toBe(counts.mentors)
    expect(users.activeUsers).toBe((await tab('engagement')).activeUsers)
    expect(await widget('missionStats')).toMatchObject(await tab('missions'))
  })
})

describe('recent activity', () => {
  beforeEach(() => query(server.connection, 'delete from history'))
  const ada = { firstName: 'Ada', lastName: 'Admin' }
  const latest = async () => (await overview()).recentActivity

  test('shows what was done by whom, the latest first', async () => {
    expect(await latest()).toEqual([])
    const field = await create('/career-fields', { name: 'Sailing' })
    await server.call('PUT', `/career-fields/${field}`, { body: { name: 'Seafaring' } })
    const draft = await create('/missions/templates', mission('Tie a knot'))
    await server.call('DELETE', `/missions/templates/${draft}`)
    const steps = (await latest()).map(({ id, timestamp, ...rest }) => {
      expect(id).toMatch(/^[0-9a-f-]{36}$/)
      expect(Math.abs(Date.parse(timestamp) - Date.now())).toBeLessThan(60_000)
      return rest
    })
    const of = (resource: string, id: string, name: string, isLive: boolean) => ({
      user: ada,
      record: { resource, id, name, isLive },
    })
    expect(steps).toEqual([
      { eventType: 'mission_deleted', ...of('missions/templates', draft, 'Tie a knot', false) },
      { eventType: 'mission_created', ...of('missions/templates', draft, 'Tie a knot', false) },
      { eventType: 'career_field_updated', ...of('career-fields', field, 'Seafaring', true) },
      { eventType: 'career_field_created', ...of('career-fields', field, 'Sailing', true) },
    ])
  })

  test('names a deleted author, and nobody for the system', async () => {
    const other = await server.user({ firstName: 'Ola', lastName: 'Outgoing', role: 'admin' })
    await create('/protocols/templates', protocol('Leave well'), other.token)
    await server.call('DELETE', `/users/${other.id}`)
    const { changes, adminId } = server
    await changes.update('users', adminId, { lastName: 'Admin' }, undefined, {
      id: null,
      requestId: null,
      role: null,
      via: 'command',
    })
    expect((await latest()).map(({ eventType, user }) => [eventType, user])).toEqual([
      ['user_updated', null],
      ['user_deleted', ada],
      ['protocol_created', { firstName: 'Ola', lastName: 'Outgoing' }],
      ['user_created', ada],
    ])
  })

  test('has at most ten entries, also of a removed resource', async () => {
    await query(
      server.connection,
      `insert into history (id, resource, record_id, version, action, at, data)
       select gen_random_uuid(), 'old-tags', gen_random_uuid(), 1, 'create',
         now() - n * interval '1 minute', '{"name":"Remote"}' from generate_series(1, 12) n`,
    )
    const found = await latest()
    expect(found).toHaveLength(MOST_ACTIVITY)
    expect(found[0]).toMatchObject({
      eventType: 'old_tags_created',
      user: null,
      record: { resource: 'old-tags', name: 'Remote', isLive: false },
    })
  })

  test('shows edits in a row, and a change of many records, as one entry', async () => {
    const field = await create('/career-fields', { name: 'Knots' })
    for (const name of ['Bends', 'Hitches', 'Splices'])
      await server.call('PUT', `/career-fields/${field}`, { body: { name } })
    const write = (change: string | null, minutes: number, rows: number) =>
      query(
        server.connection,
        `insert into history (id, resource, record_id, version, action, at, actor_id, data, change_id)
         select gen_random_uuid(), 'users', gen_random_uuid(), 2, 'update',
           now() - $2 * interval '1 minute', $1, '{}', $3::uuid from generate_series(1, $4::int)`,
        [server.adminId, minutes, change, rows],
      )
    // More than are looked through, and older ones behind them.
    await write('01890a5d-ac96-774b-bcce-b302099a8057', 5, 143)
    await write(null, 9, 2)
    const found = (await latest()).map(({ eventType, times, records }) => [
      eventType,
      times,
      records,
    ])
    expect(found).toEqual([
      ['career_field_updated', 3, undefined],
      ['career_field_created', undefined, undefined],
      ['user_updated', undefined, 143],
      ['user_updated', undefined, undefined],
      ['user_updated', undefined, undefined],
    ])
  })
})
