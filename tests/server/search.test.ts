import { afterAll, beforeAll, expect, test } from 'vitest'
import { registry } from '#resources/index.ts'
import { startApp, type TestApp } from '../support/app.ts'
import {
  catalogueOf,
  MENTORS,
  MISSIONS,
  mentorOf,
  missionOf,
  PROTOCOLS,
} from '../support/catalogue.ts'
import { rowsIn } from '../support/values.ts'

let server: TestApp
beforeAll(async () => {
  server = await startApp()
})
afterAll(() => server.close())

/** The names of the found records, in order of creation. */
async function found(path: string, search: string): Promise<unknown[]> {
  const answer = await server.call(
    'GET',
    `${path}?sort=createdAt&search=${encodeURIComponent(search)}`,
  )
  expect(answer.status, answer.text).toBe(200)
  const resource = registry.find(({ api }) => api.path === path)
  if (!resource) throw new Error(`no resource at ${path}`)
  return rowsIn(resource, answer.body).map(
    ({ title, name, firstName }) => title ?? name ?? firstName,
  )
}

test('people are found by first and last name, in any order, over names in between', async () => {
  await server.user({ firstName: 'María del Carmen', lastName: 'Navarro' })
  await server.user({ firstName: 'Ngozi', lastName: 'Olatunji-Navarro' })
  for (const search of [
    'maria navarro',
    'Navarro, María',
    'NAVARRO;maria',
    '"navarro" (carmen)',
    'navarro maria navarro mar',
  ])
    expect(await found('/users', search), search).toEqual(['María del Carmen'])
  expect(await found('/users', 'navarro')).toEqual(['María del Carmen', 'Ngozi'])
  expect(await found('/users', 'maria olatunji')).toEqual([])
  expect(await found('/users', ',')).toEqual([])
})

test('missions are found by their skills and steps, protocols by phases and milestones, mentors by skills, tags, languages and Gemini id', async () => {
  const { add } = catalogueOf(server)
  await add(MISSIONS, missionOf('Other'))
  await add(
    MISSIONS,
    missionOf('Adverts', {
      skills: ['Research', 'Close reading'],
      steps: [{ title: 'Pick three' }, { title: 'Mark what repeats' }],
    }),
  )
  for (const search of ['reading close', 'repeats what', 'adverts PICK research'])
    expect(await found(MISSIONS, search), search).toEqual(['Adverts'])
  await add(PROTOCOLS, {
    title: 'First interview',
    prerequisites: { skills: ['Curiosity'] },
    phases: [
      { title: 'Know yourself', milestones: [{ title: 'Strengths on one page' }] },
      { title: 'Show it', milestones: [{ title: 'One line' }, { title: 'Über dich' }] },
    ],
  })
  for (const search of ['yourself know', 'page strengths', 'uber interview', 'curiosity'])
    expect(await found(PROTOCOLS, search), search).toEqual(['First interview'])
  const field = await catalogueOf(server).addField('Law')
  const more = { skills: ['Code review'], tags: ['evening'], languages: ['Igbo'] }
  await add(MENTORS, mentorOf({ careerFields: [field], ...more, geminiMentorId: 'gemini-noor-7' }))
  for (const search of ['review code', 'igbo evening', 'gemini-noor-7', 'noor igbo'])
    expect(await found(MENTORS, search), search).toEqual(['Noor'])
})

test('a removed list entry is no longer found', async () => {
  const { add, put } = catalogueOf(server)
  const mission = await add(MISSIONS, missionOf('Weaving', { skills: ['Looms'] }))
  await put(MISSIONS, mission, { ...mission, skills: ['Yarn'] })
  expect(await found(MISSIONS, 'weaving looms')).toEqual([])
  expect(await found(MISSIONS, 'weaving yarn')).toEqual(['Weaving'])
})
