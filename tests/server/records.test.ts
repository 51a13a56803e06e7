import { afterAll, beforeAll, expect, test } from 'vitest'
import { registry } from '#resources/index.ts'
import { liveRecords } from '#server/db/tallies.ts'
import { inBulk } from '#server/demo/bulk.ts'
import { query, startApp, type TestApp } from '../support/app.ts'

let server: TestApp
beforeAll(async () => {
  server = await startApp()
})
afterAll(() => server.close())

const found = async (search: string) =>
  Object((await server.call('GET', `/career-fields?search=${search}`)).body.careerFields).length

test('a field that was cleared is no longer found', async () => {
  const body = { name: 'Falconry', description: 'Zeppelins' }
  const made = await server.call('POST', '/career-fields', { body })
  expect(await found('zeppelins')).toBe(1)
  const cleared = await server.call('PUT', `/career-fields/${made.body._id}`, {
    body: { description: null },
  })
  expect(cleared.status, cleared.text).toBe(200)
  expect(cleared.body.description).toBeUndefined()
  expect(await found('zeppelins')).toBe(0)
  expect(await found('falconry')).toBe(1)
})

test('while samples are loaded, others write', async () => {
  const careerFields = registry.find(({ name }) => name === 'career-fields')
  if (!careerFields) throw new Error('The registry has no career fields.')
  const tally = async () => {
    const rows = await query<{ live: number }>(
      server.connection,
      `select ${liveRecords('career-fields')} as live`,
    )
    return rows[0]?.live ?? 0
  }
  const before = await tally()
  await inBulk(server.connection, async (bulk) => {
    const samples = [{ createdAt: new Date(), data: { name: 'Sample', sample: true } }]
    await bulk.add(careerFields, samples)
    const answer = await server.call('POST', '/career-fields', { body: { name: 'Meanwhile' } })
    expect(answer.status, answer.text).toBe(201)
  })
  expect(await tally()).toBe(before + 2)
})
