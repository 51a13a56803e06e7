import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SearchAnswer } from '#contract/search.ts'
import { registry } from '#resources/index.ts'
import { loadDemo } from '#server/demo/load-demo.ts'
import { searchRecords } from '#server/records/search.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { catalogueOf, MISSIONS, missionOf } from '../support/catalogue.ts'

let server: TestApp
beforeAll(async () => {
  server = await startApp()
  const options = { today: new Date('2026-11-20'), reset: false, users: 300 }
  await loadDemo(server.connection, options, () => undefined)
})
afterAll(() => server.close())

const searched = [...registry].filter(({ search }) => search.length > 0)

async function search(text: string, more = ''): Promise<SearchAnswer> {
  const path = `/search?q=${encodeURIComponent(text)}${more}`
  const answer = await server.call('GET', path)
  expect(answer.status, answer.text).toBe(200)
  return answer.body as unknown as SearchAnswer
}
const namesIn = ({ groups }: SearchAnswer, resource: string) =>
  groups.find((one) => one.resource === resource)?.records.map(({ name }) => name)

test('records of all resources are found by all words in any order, the best first', async () => {
  const { add } = catalogueOf(server)
  await add(MISSIONS, missionOf('A walk', { description: 'Zebulon crosses the river' }))
  await add(MISSIONS, missionOf('The old Zebulon road'))
  await add(MISSIONS, missionOf('Zebulon the guide'))
  await server.user({ firstName: 'Łucja', lastName: 'Zebulon' })
  const answer = await search('zebulon')
  expect(answer.missing).toEqual([])
  expect(answer.groups.map(({ resource }) => resource)).toEqual(['missions/templates', 'users'])
  expect(namesIn(answer, 'missions/templates')).toEqual([
    'Zebulon the guide',
    'The old Zebulon road',
    'A walk',
  ])
  expect(answer.groups[0]?.records[2]).toMatchObject({
    line: 'Zebulon crosses the river',
    path: 'description',
  })
  expect(answer.groups[0]?.records[0]).not.toHaveProperty('path')
  expect(namesIn(await search('zebulon lucja'), 'users')).toEqual(['Łucja Zebulon'])
  expect((await search('zebulon lucja walk')).groups).toEqual([])
})

test('there are at most five of each resource, or the requested number, and a sign of more', async () => {
  const { groups } = await search('example')
  const users = groups.find(({ resource }) => resource === 'users')
  expect(users?.records).toHaveLength(5)
  expect(users?.hasMore).toBe(true)
  expect(namesIn(await search('example', '&limit=2'), 'users')).toHaveLength(2)
})

test('deleted records are not found', async () => {
  const { id } = await server.user({ firstName: 'Quillonius' })
  expect((await search('quillonius')).groups).toHaveLength(1)
  await server.call('DELETE', `/users/${id}`)
  expect((await search('quillonius')).groups).toEqual([])
})

test('an empty, repeated or long search is 400 at its parameter', async () => {
  for (const [query, field] of [
    ['', 'q'],
    ['?q=a&q=b', 'q'],
    ['?q=%00', 'q'],
    [`?q=${'x'.repeat(101)}`, 'q'],
    ['?q=a&limit=6', 'limit'],
    ['?q=a&limit=x', 'limit'],
    ['?q=a&sort=name', 'sort'],
  ] as const) {
    const { status, body } = await server.call('GET', `/search${query}`)
    expect(status, query).toBe(400)
    expect(Object.keys(Object(body.error).fields), query).toEqual([field])
  }
  expect((await search(' ')).groups).toEqual([])
  expect((await server.call('GET', '/search?q=a', { token: '' })).status).toBe(401)
})

test('a resource that cannot be searched in time is named, the others are answered', async () => {
  const hasty = { all: 300, one: 300, sum: 10_000 }
  const blocker = await server.store.pool.connect()
  await blocker.query('begin; lock table rec_users in access exclusive mode')
  const { hits, missing } = await searchRecords(server.store.pool, searched, 'zebulon', hasty)
  await blocker.query('rollback')
  blocker.release()
  expect(missing).toEqual(['users'])
  expect(hits.map(({ resource }) => resource)).toContain('missions/templates')
})
