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
  test('omitted fields get their defaults', async () => {
    expect(await add(MISSIONS, missionOf('Bare'))).toMatchObject({
      difficulty: 'beginner',
      careerFields: [],
      skills: [],
      steps: [],
      rewards: { experience: 0, skillPoints: 0 },
      isActive: true,
    })
  })

  test('null clears optional fields, also nested ones, and keeps the others', async () => {
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

  test('omitted keys of an object keep their values', async () => {
    const rewards = { experience: 5, skillPoints: 7 }
    const made = await add(MISSIONS, missionOf('Rewarded', { rewards }))
    const at = `${MISSIONS}/${made._id}`
    const changed = await call('PUT', at, { rewards: { experience: 9 } })
    expect(changed.body.rewards).toEqual({ experience: 9, skillPoints: 7 })
  })

  test('several choices of one filter match any of them, in lists, exports and bulk changes', async () => {
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
})

describe('protocols', () => {
  const milestone = (title: string, missions: unknown[] = []) => ({
    title,
    description: `About ${title}`,
    missions,
  })

  test('a new protocol has a first phase and milestone', async () => {
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

  test('phases survive an edit of the title, being sent back, and reordering', async () => {
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

  test('missing references are reported at their paths', async () => {
    const [one, two] = [await addMission('one'), await addMission('two')]
    const phases = [
      { title: 'A', milestones: [milestone('a', [one]), milestone('b', [one, two, GONE])] },
      { title: 'B', milestones: [milestone('c', ['placeholder'])] },
    ]
    const body = { title: 'Wrong', phases, careerFields: [field, GONE] }
    const refused = await call('POST', PROTOCOLS, body)
    expect(refused.status).toBe(400)
    const noMission = 'The chosen mission does not exist or was deleted.'
    const noField = 'The chosen career field does not exist or was deleted.'
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
  test('career fields are accepted as ids or objects, stored as ids and shown as objects', async () => {
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

  test('rating, review count and the other id survive an edit, and the review count is read-only', async () => {
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

test('a career field in use reports how many records use it, and can be deleted once unused', async () => {
  const used = await addField('Used')
  const erase = () => call('DELETE', `/career-fields/${used}`)
  const said = async () => {
    const refused = await erase()
    expect(refused.status, refused.text).toBe(409)
    expect(Object.keys(Object(refused.body.error))).toEqual(['code', 'message'])
    return Object(refused.body.error).message
  }
  const careerFields = [field, used]
  const missions = []
  missions.push(await addMission('1', { careerFields }))
  expect(await said()).toBe('This career field is used by 1 mission.')
  missions.push(await addMission('2', { careerFields }), await addMission('3', { careerFields }))
  const mentors = [
    await add(MENTORS, mentor({ careerFields })),
    await add(MENTORS, mentor({ careerFields })),
  ]
  expect(await said()).toBe('This career field is used by 2 mentors and 3 missions.')
  const protocol = await add(PROTOCOLS, { title: 'P', careerFields })
  expect(await said()).toBe('This career field is used by 2 mentors, 3 missions and 1 protocol.')

  for (const id of missions) await call('DELETE', `${MISSIONS}/${id}`)
  for (const { _id } of mentors) await put(MENTORS, { _id }, { careerFields: [field] })
  expect(await said()).toBe('This career field is used by 1 protocol.')
  await put(PROTOCOLS, protocol, { careerFields: [] })
  expect((await erase()).status).toBe(204)
})
