import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SearchAnswer } from '#contract/search.ts'
import { registry } from '#resources/index.ts'
import { connectAlone } from '#server/db/pool.ts'
import { loadDemo } from '#server/demo/load-demo.ts'
import { searchRecords, searchStatement } from '#server/records/search.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { catalogueOf, MISSIONS, missionOf } from '../support/catalogue.ts'

let server: TestApp
beforeAll(async () => {
  server = await startApp()
  const options = { today: new Date('2026-11-20'), reset: false, users: 8000 }
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

test('at most five of each resource, or as many as are asked for, and that there are more', async () => {
  const { groups } = await search('example')
  const users = groups.find(({ resource }) => resource === 'users')
  expect(users?.records).toHaveLength(5)
  expect(users?.hasMore).toBe(true)
  expect(namesIn(await search('example', '&limit=2'), 'users')).toHaveLength(2)
})

test('what is deleted is not found', async () => {
  const { id } = await server.user({ firstName: 'Quillonius' })
  expect((await search('quillonius')).groups).toHaveLength(1)
  await server.call('DELETE', `/users/${id}`)
  expect((await search('quillonius')).groups).toEqual([])
})

test('a search that says nothing, too much or too long is 400, and its parameter is named', async () => {
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

test('rare words are found by the index of the search, and never by reading a whole table', async () => {
  const client = await connectAlone(server.connection)
  const users = searched.filter(({ name }) => name === 'users')
  for (const text of ['.5432@', 'whitfield maria', 'whitf']) {
    const { text: statement, values } = searchStatement(users, text).toQuery()
    const { rows } = await client.query({ text: `explain ${statement}`, values })
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan, text).toContain('rec_users_search')
    expect(plan, text).not.toContain('Seq Scan on rec_users')
  }
  await client.end()
})

test('words of one or two letters read a bounded part of a table', async () => {
  const client = await connectAlone(server.connection)
  for (const text of ['~', 'q', 'e', 'e q', '~~']) {
    const { text: statement, values } = searchStatement(searched, text).toQuery()
    const { rows } = await client.query({
      text: `explain (analyze, timing off, format json) ${statement}`,
      values,
    })
    const read = rowsRead(rows[0]['QUERY PLAN'][0].Plan)
    expect(read, text).toBeLessThan(searched.length * 4500)
    expect(read, text).toBeLessThan(12_000)
  }
  await client.end()
  const { id } = await server.user({ firstName: 'Qi', lastName: 'Li' })
  expect(namesIn(await search('qi'), 'users')).toContain('Qi Li')
  await server.call('DELETE', `/users/${id}`)
})

/** How many rows the scans of tables in a plan have looked at. */
function rowsRead(plan: Record<string, unknown>): number {
  const own =
    plan['Relation Name'] === undefined
      ? 0
      : (Number(plan['Actual Rows']) + Number(plan['Rows Removed by Filter'] ?? 0)) *
        Number(plan['Actual Loops'])
  const below = (plan.Plans ?? []) as Record<string, unknown>[]
  return below.reduce((sum, one) => sum + rowsRead(one), own)
}

test('what cannot be searched in time is named, and all else is answered', async () => {
  const hasty = { all: 300, one: 300, sum: 10_000 }
  const blocker = await server.store.pool.connect()
  await blocker.query('begin; lock table rec_users in access exclusive mode')
  const { hits, missing } = await searchRecords(server.store.pool, searched, 'zebulon', hasty)
  await blocker.query('rollback')
  blocker.release()
  expect(missing).toEqual(['users'])
  expect(hits.map(({ resource }) => resource)).toContain('missions/templates')
})
