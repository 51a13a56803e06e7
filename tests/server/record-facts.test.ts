import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LearnerEvent, SUBJECTS } from '#contract/events.ts'
import type { PeopleAnswer, UseCountsAnswer, UsesAnswer } from '#contract/record-facts.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { catalogueOf, MENTORS, MISSIONS, mentorOf, PROTOCOLS } from '../support/catalogue.ts'
import { addWorld, eventsOf, tell, type World } from '../support/learners.ts'

const NOBODY = '01890a5d-ac96-774b-bcce-b302099a8057'
let server: TestApp
let world: World

beforeAll(async () => {
  server = await startApp({ env: { CONSOLE_ROLES: 'editor,support' } })
  world = await addWorld(server, 7)
  await tell(server, eventsOf(world, 11, 3000))
})
afterAll(() => server.close())

const ask = async <T>(path: string, token?: string) => {
  const answer = await server.call('GET', path, token === undefined ? {} : { token })
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body as T
}
const uses = (path: string, token?: string) => ask<UsesAnswer>(`${path}/uses`, token)
const people = (path: string, query = '') => ask<PeopleAnswer>(`${path}/people${query}`)
const sum = (numbers: readonly number[]) => numbers.reduce((before, one) => before + one, 0)

describe('where a record is used', () => {
  test('lists each referring record once, with the query that shows all', async () => {
    const { add, addField, addMission } = catalogueOf(server)
    const field = await addField('Surveying')
    const mission = await addMission('Measure a street', { careerFields: [field] })
    const milestones = [
      { title: 'a', missions: [mission] },
      { title: 'b', missions: [mission] },
    ]
    const phases = [{ title: 'A', milestones }]
    const protocol = await add(PROTOCOLS, { title: 'Outdoors', phases, careerFields: [field] })
    const mentors = []
    for (let at = 0; at < 21; at += 1)
      mentors.push(await add(MENTORS, mentorOf({ name: `M ${at}`, careerFields: [field] })))

    const ofField = await uses(`/career-fields/${field}`)
    expect(ofField).toEqual({
      hasOthers: false,
      uses: [
        {
          resource: 'mentors',
          path: 'careerFields.*',
          label: { one: 'Mentor', many: 'Mentors' },
          total: 21,
          records: mentors.slice(0, 20).map(({ _id, name }) => ({ _id, name })),
          query: `?careerFields=${field}`,
        },
        expect.objectContaining({
          resource: 'missions/templates',
          total: 1,
          records: [{ _id: mission, name: 'Measure a street' }],
        }),
        expect.objectContaining({ resource: 'protocols/templates', total: 1 }),
      ],
    })
    for (const { resource, total, query } of ofField.uses) {
      const { path } = server.store.records(String(resource)).resource.api
      const list = await server.call('GET', `${path}${query}`)
      expect(Object(list.body.pagination).total, resource).toBe(total)
    }

    const ofMission = await uses(`${MISSIONS}/${mission}`)
    expect(ofMission.uses).toMatchObject([
      {
        total: 1,
        records: [{ _id: protocol._id, name: 'Outdoors' }],
        query: `?ids=${protocol._id}`,
      },
    ])
    expect(ofMission.people).toEqual({ learners: { total: 0, open: 0 } })
    expect((await uses(`${PROTOCOLS}/${protocol._id}`)).uses).toEqual([])
    await server.call('DELETE', `${PROTOCOLS}/${protocol._id}`)
    expect((await uses(`${MISSIONS}/${mission}`)).uses).toEqual([])
  })

  test('counts the uses of a page of records in one answer', async () => {
    const { add, addField, addMission } = catalogueOf(server)
    const fields = [await addField('Mapping'), await addField('Drawing'), await addField('Unused')]
    const [mapping = '', drawing = '', unused = ''] = fields
    await addMission('Both', { careerFields: [mapping, drawing] })
    await addMission('One', { careerFields: [mapping] })
    const gone = await addMission('Gone', { careerFields: [drawing] })
    await server.call('DELETE', `${MISSIONS}/${gone}`)
    await add(MENTORS, mentorOf({ name: 'M', careerFields: [drawing] }))
    const counted = async (path: string, ids: readonly unknown[], token?: string) => {
      const { counts } = await ask<UseCountsAnswer>(`${path}/uses?ids=${ids.join()}`, token)
      return new Map(counts.map(({ _id, ...rest }) => [_id, rest]))
    }
    const ofFields = await counted('/career-fields', [...fields, 'none'])
    expect([...ofFields.keys()].sort()).toEqual([...fields].sort())
    expect(ofFields.get(mapping)?.uses).toEqual({
      'missions/templates': 2,
      mentors: 0,
      'protocols/templates': 0,
    })
    expect(ofFields.get(drawing)?.uses).toMatchObject({ 'missions/templates': 1, mentors: 1 })
    expect(ofFields.get(unused)).toEqual({
      uses: { 'missions/templates': 0, mentors: 0, 'protocols/templates': 0 },
    })
    const ids = world.missions.slice(0, 5)
    const learners = await counted(MISSIONS, ids)
    for (const id of ids) {
      const { learners: alone } = (await uses(`${MISSIONS}/${id}`)).people ?? {}
      expect(learners.get(String(id))?.learners).toBe(alone?.total)
    }
    expect(sum([...learners.values()].map((one) => one.learners ?? 0))).toBeGreaterThan(0)

    const { access } = server
    const mayRead = access.mayRead
    access.mayRead = (role, on) => (role !== 'editor' || on !== 'mentors') && mayRead(role, on)
    try {
      const { token } = await server.user({ role: 'editor' })
      const told = await counted('/career-fields', [drawing], token)
      expect(told.get(drawing)?.uses).not.toHaveProperty('mentors')
    } finally {
      access.mayRead = mayRead
    }
    for (const query of ['', '?ids=', `?ids=${'a,'.repeat(101)}a`, '?id=a'])
      expect((await server.call('GET', `${MISSIONS}/uses${query}`)).status, query).toBe(400)
    const { token } = await server.user({ role: 'editor' })
    expect((await server.call('GET', '/users/uses?ids=a', { token })).status).toBe(403)
  })

  test('says only that there are others if the role may not read them', async () => {
    const field = await catalogueOf(server).addField('Hidden')
    await catalogueOf(server).addMission('Behind it', { careerFields: [field] })
    const { access } = server
    const mayRead = access.mayRead
    access.mayRead = (role, on) => role !== 'editor' && mayRead(role, on)
    try {
      const { token } = await server.user({ role: 'editor' })
      expect(await uses(`/career-fields/${field}`, token)).toEqual({ uses: [], hasOthers: true })
    } finally {
      access.mayRead = mayRead
    }
  })

  test('is 404 for an unknown record and 403 without permission', async () => {
    const { token } = await server.user({ role: 'editor' })
    for (const [path, as, status] of [
      [`/users/${NOBODY}/uses`, undefined, 404],
      ['/users/none/people', undefined, 404],
      [`/users/${world.users[0]}/uses`, token, 403],
      [`${MISSIONS}/${world.missions[0]}/people`, token, 403],
      [`/career-fields/${NOBODY}/people`, undefined, 404],
    ] as const) {
      const answer = await server.call('GET', path, as ? { token: as } : {})
      expect(answer.status, path).toBe(status)
    }
    // The number of learners is public to readers of the mission, the names are not.
    expect(
      (await uses(`${MISSIONS}/${world.missions[0]}`, token)).people?.learners?.total,
    ).toBeGreaterThan(0)
  })
})

describe('the people of a record are those that analytics counts', () => {
  /** All days of that world. */
  const range = { start: '2023-10-01', end: '2024-11-05' }
  const pathOf = (kind: keyof typeof SUBJECTS) =>
    server.store.records(SUBJECTS[kind]).resource.api.path

  test.each([
    ['mission', 'missions'],
    ['protocol', 'protocols'],
  ] as const)('learners of each %s, by state', async (kind, tab) => {
    const data = await server.insight.figures.analytics(tab, range)
    const figures = 'byDifficulty' in data ? data.byDifficulty : data.byLevel
    const counts = await Promise.all(
      world[tab].map(async (id) => (await uses(`${pathOf(kind)}/${id}`)).people?.learners),
    )
    const assigned = sum(figures.map((one) => one.assignedCount))
    const total = sum(counts.map((one) => one?.total ?? 0))
    expect(total).toBe(assigned)
    expect(total).toBeGreaterThan(100)
    const done = total - sum(counts.map((one) => one?.open ?? 0))
    expect(done).toBe(sum(figures.map((one) => one.completedCount)))

    const [id] = world[tab]
    const path = `${pathOf(kind)}/${id}`
    const [first] = counts
    const all = await people(path, '?limit=100')
    expect(all.pagination.total).toBe(first?.total)
    expect(all.lines).toHaveLength(Math.min(100, first?.total ?? 0))
    expect((await people(path, '?state=open')).pagination.total).toBe(first?.open)
    const times = all.lines.map(({ at }) => at)
    expect([...times].sort().reverse()).toEqual(times)
    const names = all.lines.map(({ record }) => record?.name)
    expect(names.every((name) => /^(Ana|Bo|Cem) Nr \d+$/.test(String(name)))).toBe(true)
    expect(new Set(all.lines.map(({ record }) => record?.isLive))).toEqual(new Set([true, false]))
    const next = await people(path, '?page=2&limit=5')
    expect(next.lines).toEqual(all.lines.slice(5, 10))
  })

  test('a learner has a timeline, missions, protocols, mentors and sessions', async () => {
    const { id } = await server.user({ firstName: 'Zofia', lastName: 'Lind' })
    const [mission = '', other = ''] = world.missions
    const [protocol = ''] = world.protocols
    const [mentor = ''] = world.mentors
    const session = randomUUID()
    const at = (day: number) => `2024-05-0${day}T10:00:00.000Z`
    const said = (eventType: string, day: number, more: object) =>
      ({ id: randomUUID(), eventType, user: id, timestamp: at(day), ...more }) as LearnerEvent
    await tell(server, [
      said('mission_completed', 6, { mission }),
      said('mission_assigned', 1, { mission }),
      said('mission_progressed', 3, { mission: other, progress: 40 }),
      said('protocol_enrolled', 2, { protocol }),
      said('mentor_assigned', 4, { mentor }),
      said('mentor_reviewed', 5, { mentor, rating: 4 }),
      said('session_started', 7, { session }),
      said('session_ended', 8, { session }),
    ])
    const path = `/users/${id}`
    expect((await uses(path)).people).toEqual({
      timeline: { total: 6 },
      missions: { total: 2, open: 1 },
      protocols: { total: 1, open: 1 },
      mentors: { total: 1 },
      sessions: { total: 1, open: 0 },
    })
    const { lines } = await people(path)
    expect(lines.map(({ what, record }) => `${what} ${record?.name}`)).toEqual([
      'mission_completed Mission 0',
      'mentor_reviewed Mentor 0',
      'mentor_assigned Mentor 0',
      'mission_assigned Mission 1',
      'protocol_enrolled Protocol 0',
      'mission_assigned Mission 0',
    ])
    expect((await people(path, '?part=missions')).lines).toMatchObject([
      { at: at(3), state: 'open', progress: 40, record: { _id: other, isLive: true } },
      { at: at(1), state: 'completed', progress: 100, endedAt: at(6) },
    ])
    expect((await people(path, '?part=mentors')).lines).toMatchObject([{ at: at(4), rating: 4 }])
    expect((await people(path, '?part=sessions')).lines).toEqual([
      { at: at(7), endedAt: at(8), state: 'completed' },
    ])
    const ofMission = await people(`${MISSIONS}/${mission}`, '?state=completed&limit=100')
    expect(ofMission.lines.map(({ record }) => record?.name)).toContain('Zofia Lind')
  })
})
