import { afterAll, beforeAll, expect, test } from 'vitest'
import { registry } from '#resources/index.ts'
import { rebuildAlone } from '#server/analytics/rebuild.ts'
import { inTransaction } from '#server/db/pool.ts'
import { lockTally } from '#server/db/tallies.ts'
import { query, startApp, type TestApp } from '../support/app.ts'
import { derived, recount } from '../support/recount.ts'

const CROWD = 24
let server: TestApp

beforeAll(async () => {
  server = await startApp({ env: { DATABASE_CONNECTIONS: '12' } })
})
afterAll(() => server.close())

const listed = async (path: string) => {
  const { pagination } = (await server.call('GET', path)).body
  return Object(pagination).total as number
}

test('many who create and delete at once do not wait for one row, and the number of records is exact', async () => {
  const before = await listed('/career-fields?page=1')
  expect(before).toBe(0)
  const made = await Promise.all(
    Array.from({ length: CROWD }, (_, at) =>
      server.call('POST', '/career-fields', { body: { name: `Crowd ${at}`, description: 'Many' } }),
    ),
  )
  expect(new Set(made.map(({ status }) => status))).toEqual(new Set([201]))
  expect(await listed('/career-fields?page=1')).toBe(before + CROWD)
  const gone = await Promise.all(
    made
      .filter((_, at) => at % 2 === 0)
      .map(({ body }) => server.call('DELETE', `/career-fields/${body._id}`)),
  )
  expect(new Set(gone.map(({ status }) => status))).toEqual(new Set([204]))
  expect(await listed('/career-fields?page=1')).toBe(before + CROWD / 2)
  const slots = await query<{ n: number }>(
    server.connection,
    "select live as n from tally_slots where resource = 'career-fields'",
  )
  expect(slots.length).toBeGreaterThan(1)
})

test('a create does not wait for whoever holds the row of its resource', async () => {
  const status = await inTransaction(server.store.pool, async (tx) => {
    await lockTally(tx, 'career-fields')
    const body = { name: 'Beside an open one', description: 'At once' }
    return (await server.call('POST', '/career-fields', { body })).status
  })
  expect(status).toBe(201)
})

test('counters of users are right before they are added up, after it, and when all is rebuilt', async () => {
  const { connection, insight } = server
  const appended = () => query(connection, 'select from daily_changes')
  const people = await Promise.all(Array.from({ length: 6 }, () => server.user()))
  await server.call('DELETE', `/users/${people[0]?.id}`)
  await server.call('PUT', `/users/${people[1]?.id}`, { body: { segment: 'graduate' } })
  expect(await appended()).not.toEqual([])
  const right = await recount(connection, 'UTC')
  expect(await derived(connection)).toEqual(right)
  const figures = async () => (await server.call('GET', '/analytics/growth')).body
  const before = await figures()

  // Two at once add up what there is once.
  await Promise.all([insight.facts.rollUp(), insight.facts.rollUp()])
  expect(await appended()).toEqual([])
  expect(await derived(connection)).toEqual(right)
  expect(await figures()).toEqual(before)

  await server.user()
  expect(await appended()).not.toEqual([])
  expect(await rebuildAlone(connection, { registry })).toBe(0)
  expect(await appended()).toEqual([])
  expect(await derived(connection)).toEqual(await recount(connection, 'UTC'))
})
