import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { query, startApp, type TestApp } from '../support/app.ts'
import {
  type Catalogue,
  catalogueOf,
  MENTORS,
  MISSIONS,
  mentorOf,
  missionOf,
  PROTOCOLS,
} from '../support/catalogue.ts'
import type { Values } from '../support/values.ts'

const GONE = '01890a5d-ac96-774b-bcce-b302099a8057'

let server: TestApp
let catalogue: Catalogue
let field: string
const call: Catalogue['call'] = (...args) => catalogue.call(...args)
const add: Catalogue['add'] = (...args) => catalogue.add(...args)
const put: Catalogue['put'] = (...args) => catalogue.put(...args)
const addField: Catalogue['addField'] = (name) => catalogue.addField(name)
const addMission: Catalogue['addMission'] = (...args) => catalogue.addMission(...args)
const mentor = (more = {}) => mentorOf({ careerFields: [field], ...more })
const items = (value: unknown) => value as Values[]
const withoutVersion = ({ version, ...rest }: Values) => rest

beforeAll(async () => {
  server = await startApp()
  catalogue = catalogueOf(server)
  field = await addField('Cartography')
})
afterAll(() => server.close())

describe('missions', () => {
  test('what a form leaves out has its default', async () => {
    expect(await add(MISSIONS, missionOf('Bare'))).toMatchObject({
      difficulty: 'beginner',
      careerFields: [],
      skills: [],
      steps: [],
      rewards: { experience: 0, skillPoints: 0 },
      isActive: true,
    })
  })

  test('steps are numbered by their position, and each keeps its id', async () => {
    const steps = [{ title: 'a', order: 7 }, { title: 'b' }, { title: 'c', order: 0, _id: 'mine' }]
    const made = await add(MISSIONS, missionOf('Steps', { steps }))
    const [a, b, c] = items(made.steps)
    expect(items(made.steps).map(({ title, order }) => [title, order])).toEqual([
      ['a', 0],
      ['b', 1],
      ['c', 2],
    ])
    expect(c?._id).toBe('mine')
    expect(new Set([a?._id, b?._id, c?._id]).size).toBe(3)
    for (const id of [a?._id, b?._id]) expect(id).toMatch(/^[0-9a-f-]{36}$/)

    const turned = await put(MISSIONS, made, {
      steps: [c, { title: 'new' }, a, { ...b, _id: a?._id }],
    })
    const [first, second, third, fourth] = items(turned.steps)
    expect(items(turned.steps).map(({ title, order }) => [title, order])).toEqual([
      ['c', 0],
      ['new', 1],
      ['a', 2],
      ['b', 3],
    ])
    expect([first?._id, third?._id]).toEqual(['mine', a?._id])
    // An id that stands twice belongs to the first: two entries with one would be one to the console.
    for (const id of [second?._id, fourth?._id]) expect([a?._id, b?._id]).not.toContain(id)
    expect(await put(MISSIONS, turned, { title: 'Other' })).toMatchObject({ steps: turned.steps })
  })

  test('null clears what may be absent, also within, and leaves what stands beside it', async () => {
    const made = await add(
      MISSIONS,
      missionOf('Full', {
        description: 'Long',
        estimatedDuration: { value: 3, unit: 'days' },
        steps: [{ title: 'a', description: 'x', completionCriteria: 'y' }],
      }),
    )
    const [step] = items(made.steps)
    const cleared = await put(MISSIONS, made, {
      description: null,
      estimatedDuration: { value: null, unit: 'days' },
      steps: [{ ...step, description: null }],
    })
    expect(cleared).not.toHaveProperty('description')
    expect(cleared.estimatedDuration).toEqual({ unit: 'days' })
    expect(cleared.steps).toEqual([
      { _id: step?._id, title: 'a', completionCriteria: 'y', order: 0 },
    ])
    expect(await put(MISSIONS, made, { estimatedDuration: null })).not.toHaveProperty(
      'estimatedDuration',
    )
    expect((await call('GET', `${MISSIONS}/${made._id}`)).body.rewards).toEqual(made.rewards)
    const refused = await call('PUT', `${MISSIONS}/${made._id}`, { title: null })
    expect(Object(refused.body.error).fields).toEqual({ title: 'Title is required.' })
  })

  test('what a body does not name of an object stays', async () => {
    const rewards = { experience: 5, skillPoints: 7 }
    const made = await add(MISSIONS, missionOf('Rewarded', { rewards }))
    const at = `${MISSIONS}/${made._id}`
    const changed = await call('PUT', at, { rewards: { experience: 9 } })
    expect(changed.body.rewards).toEqual({ experience: 9, skillPoints: 7 })
  })

  test('missions are filtered by what the declaration names, together', async () => {
    const own = await addField('Filters')
    const more = { difficulty: 'expert', type: 'filtered', careerFields: [field, own] }
    const found = await addMission('Both', more)
    await addMission('Other level', { ...more, difficulty: 'advanced' })
    await addMission('Other field', { ...more, careerFields: [field] })
    const { body } = await call(
      'GET',
      `${MISSIONS}?careerFields=${own}&difficulty=expert&type=filtered&isActive=true`,
    )
    expect(items(body.missions).map(({ _id }) => _id)).toEqual([found])
    expect(body.pagination).toEqual({ page: 1, limit: 10, total: 1 })
  })

  test('several choices of one filter leave the records that have any of them, in lists, files and bulk changes', async () => {
    const level = (difficulty: string) =>
      addMission(`Several ${difficulty}`, { difficulty, type: 'several' })
    await level('expert')
    const [easy, harder] = [await level('beginner'), await level('intermediate')]
    const query = 'type=several&difficulty=beginner,intermediate'
    const { body } = await call('GET', `${MISSIONS}?${query}&sort=title`)
    expect(items(body.missions).map(({ _id }) => _id)).toEqual([easy, harder])
    expect(body.pagination).toMatchObject({ total: 2 })
    const file = await server.call('GET', `${MISSIONS}/export?format=csv&${query}`)
    expect(file.text.split('\r\n').filter((line) => line.includes('Several '))).toHaveLength(2)
    const plan = await call('POST', '/changes/plan', {
      resource: 'missions/templates',
      query,
      change: { action: 'update', values: { isActive: false } },
    })
    expect(items(plan.body.items)).toHaveLength(2)
    for (const wrong of ['beginner,legendary', 'beginner,', 'beginner,beginner']) {
      const refused = await call('GET', `${MISSIONS}?difficulty=${wrong}`)
      expect([refused.status, Object.keys(Object(refused.body.error).fields)]).toEqual([
        400,
        ['difficulty'],
      ])
    }
  })

  test('a body full of references is refused', async () => {
    const body = missionOf('Flood', { careerFields: Array.from({ length: 200_000 }, () => 'x') })
    expect((await call('POST', MISSIONS, body)).status).toBe(400)
  })
})

describe('protocols', () => {
  const milestone = (title: string, missions: unknown[] = []) => ({
    title,
    description: `About ${title}`,
    missions,
  })

  test('a new protocol has the first phase and milestone', async () => {
    const made = await add(PROTOCOLS, { title: 'Bare' })
    expect(made).toMatchObject({
      targetLevel: 'intermediate',
      estimatedDuration: { value: 6, unit: 'months' },
      phases: [
        {
          title: 'Fundamentals',
          order: 0,
          milestones: [{ title: 'Getting Started', order: 0, missions: [] }],
        },
      ],
      prerequisites: { skills: [] },
    })
    const [phase] = items(made.phases)
    expect(typeof phase?._id).toBe('string')
    expect(typeof items(phase?.milestones)[0]?._id).toBe('string')
  })

  test('four phases survive an edit of the title, and coming back as they were read', async () => {
    const missions = await Promise.all(['m1', 'm2', 'm3'].map((title) => addMission(title)))
    const phases = ['One', 'Two', 'Three', 'Four'].map((title) => ({
      title,
      description: `Phase ${title}`,
      milestones: [milestone(`${title} a`, missions), milestone(`${title} b`, [missions[1]])],
    }))
    const made = await add(PROTOCOLS, {
      title: 'Long way',
      phases,
      careerFields: [field],
      prerequisites: { skills: ['Reading'] },
    })
    expect(items(made.phases).map(({ order }) => order)).toEqual([0, 1, 2, 3])
    expect(made).toMatchObject({ phases })

    const renamed = await put(PROTOCOLS, made, { title: 'Longer way' })
    const same = (other: Values) => withoutVersion({ ...other, title: 'Longer way' })
    expect(withoutVersion(renamed)).toEqual(same(made))
    expect(withoutVersion(await put(PROTOCOLS, made, renamed))).toEqual(same(made))
    const read = (await call('GET', `${PROTOCOLS}/${made._id}`)).body
    expect(withoutVersion(read)).toEqual(same(made))

    const turned = await put(PROTOCOLS, made, { phases: items(read.phases).toReversed() })
    expect(items(turned.phases)).toEqual(
      items(made.phases)
        .toReversed()
        .map((phase, order) => ({ ...phase, order })),
    )
  })

  test('a mission that is not there is named at its place, whatever else is right', async () => {
    const [one, two] = [await addMission('one'), await addMission('two')]
    const phases = [
      { title: 'A', milestones: [milestone('a', [one]), milestone('b', [one, two, GONE])] },
      { title: 'B', milestones: [milestone('c', ['placeholder'])] },
    ]
    const body = { title: 'Wrong', phases, careerFields: [field, GONE] }
    const refused = await call('POST', PROTOCOLS, body)
    expect(refused.status).toBe(400)
    const noMission = 'The chosen mission does not exist, or was deleted.'
    const noField = 'The chosen career field does not exist, or was deleted.'
    expect(refused.body.error).toEqual({
      code: 'invalid',
      message: `${noField} ${noMission}`,
      fields: {
        'careerFields.1': noField,
        'phases.0.milestones.1.missions.2': noMission,
        'phases.1.milestones.0.missions.0': noMission,
      },
    })
  })
})

describe('mentors', () => {
  test('career fields are taken as ids or objects, stored as ids and shown as objects', async () => {
    const other = await addField('Sailing')
    const made = await add(MENTORS, mentor({ careerFields: [field, { _id: other, name: 'x' }] }))
    const shown = [
      { _id: field, name: 'Cartography' },
      { _id: other, name: 'Sailing' },
    ]
    expect(made.careerFields).toEqual(shown)
    const [row] = await query<{ data: Values }>(
      server.connection,
      'select data from rec_mentors where id = $1',
      [made._id],
    )
    expect(row?.data.careerFields).toEqual([field, other])
    const listed = (await call('GET', `${MENTORS}?careerFields=${other}`)).body.mentors
    expect(items(listed)).toEqual([made])
    expect(withoutVersion(await put(MENTORS, made, made))).toEqual(withoutVersion(made))

    const stale = await server.call('PUT', `${MENTORS}/${made._id}`, {
      body: { name: 'Late' },
      headers: { 'if-match': '"1"' },
    })
    expect(stale.status).toBe(412)
    expect(Object(stale.body.error).current).toMatchObject({ careerFields: shown, reviewCount: 0 })
    expect((await call('POST', MENTORS, mentor({ careerFields: [] }))).status).toBe(400)
  })

  test('rating, review count and the other id survive an edit, and reviews are not written', async () => {
    const made = await add(MENTORS, mentor({ manusAIMentorId: 'manus-7', reviewCount: 999 }))
    expect(made).toMatchObject({ rating: 5, reviewCount: 0, manusAIMentorId: 'manus-7' })
    // As learners' reviews will do it.
    await query(
      server.connection,
      `update rec_mentors set data = data || '{"reviewCount": 42, "rating": 4.5}' where id = $1`,
      [made._id],
    )
    const edited = await put(MENTORS, made, { name: 'Nora', reviewCount: 1 })
    const kept = { rating: 4.5, reviewCount: 42, manusAIMentorId: 'manus-7' }
    expect(edited).toMatchObject({ ...kept, name: 'Nora' })
    expect(await put(MENTORS, made, { rating: 3 })).toMatchObject({ ...kept, rating: 3 })
    expect(await put(MENTORS, made, { title: 'Guide' })).toMatchObject({ title: 'Guide' })
    const cleared = await put(MENTORS, made, { title: null, manusAIMentorId: null })
    expect(cleared).not.toHaveProperty('title')
    expect(cleared).not.toHaveProperty('manusAIMentorId')
    for (const rating of [-0.1, 5.1, '5', null])
      expect((await call('PUT', `${MENTORS}/${made._id}`, { rating })).status).toBe(400)
  })
})
