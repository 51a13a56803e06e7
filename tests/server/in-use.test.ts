import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import {
  type Catalogue,
  catalogueOf,
  MENTORS,
  MISSIONS,
  mentorOf,
  PROTOCOLS,
} from '../support/catalogue.ts'

let server: TestApp
let catalogue: Catalogue
let field: string
const call: Catalogue['call'] = (...args) => catalogue.call(...args)
const add: Catalogue['add'] = (...args) => catalogue.add(...args)
const put: Catalogue['put'] = (...args) => catalogue.put(...args)
const addMission: Catalogue['addMission'] = (...args) => catalogue.addMission(...args)

beforeAll(async () => {
  server = await startApp()
  catalogue = catalogueOf(server)
  field = await catalogue.addField('Cartography')
})
afterAll(() => server.close())

test('a career field in use says by how many of what, and goes when nothing uses it', async () => {
  const used = await catalogue.addField('Used')
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
    await add(MENTORS, mentorOf({ careerFields })),
    await add(MENTORS, mentorOf({ careerFields })),
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

test('a mission of two milestones is used by one protocol', async () => {
  const used = await addMission('Twice')
  const milestones = [
    { title: 'a', missions: [used] },
    { title: 'b', missions: [used] },
  ]
  await add(PROTOCOLS, { title: 'P', phases: [{ title: 'A', milestones }] })
  const refused = await call('DELETE', `${MISSIONS}/${used}`)
  expect(refused.status).toBe(409)
  expect(Object(refused.body.error).message).toBe('This mission is used by 1 protocol.')
  expect((await call('GET', `${MISSIONS}/${used}`)).body.version).toBe(1)
})
