import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createRequests } from '#server/analytics/request-counts.ts'
import { createPool } from '#server/db/pool.ts'
import { query, startApp, type TestApp } from '../support/app.ts'

let server: TestApp
beforeAll(async () => {
  server = await startApp({
    hooks: {
      'career-fields': { before: () => Promise.reject(new Error('a fault of ours')) },
    },
  })
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.insight.requests.flush()
  await query(server.connection, 'delete from request_minutes')
})
afterEach(() => {
  vi.useRealTimers()
})

const minutes = () =>
  query<{ minute: Date; n: number; ms: number }>(
    server.connection,
    'select * from request_minutes order by minute',
  )
const total = async () => (await minutes()).reduce((sum, { n }) => sum + n, 0)

test('every API call counts, refused or not, and nothing else', async () => {
  const { requests } = server.insight
  await server.call('GET', '/users')
  await server.call('GET', '/users', { token: '' })
  await server.call('GET', '/nothing/here')
  await server.call('GET', '/api/docs')
  await server.call('POST', '/career-fields', { body: { name: 'Falconry' } })
  await server.app.inject({ url: '/admin' })
  const before = await requests.lastHour()
  expect(before.count).toBe(4)
  expect(before.avgMs).toBeGreaterThan(0)

  await requests.flush()
  expect(await total()).toBe(4)
  const after = await requests.lastHour()
  expect(after.count).toBe(4)
  expect(after.avgMs).toBeCloseTo(before.avgMs ?? 0, 6)
  await requests.flush()
  expect(await total()).toBe(4)
})

test('the counts of all servers on a database add up', async () => {
  const other = createRequests(server.store)
  other.note(10)
  other.note(30)
  server.insight.requests.note(50)
  await Promise.all([other.flush(), server.insight.requests.flush()])
  const fresh = createRequests(server.store)
  fresh.note(110)
  expect(await fresh.lastHour()).toEqual({ count: 4, avgMs: 50 })
})

test('the last hour is sixty minutes; counts older than two days are deleted', async () => {
  const minute = Math.floor(Date.now() / 60_000) * 60_000
  vi.useFakeTimers({ toFake: ['Date'] })
  const atMinutesAgo = (ago: number) => vi.setSystemTime(minute - ago * 60_000 + 30_000)
  atMinutesAgo(0)
  await query(
    server.connection,
    `insert into request_minutes (minute, n, failed, ms)
     select $1::timestamptz - m * interval '1 minute', 1, 0, m
     from unnest(array[0, 59, 60, 61, 47 * 60, 49 * 60]) m`,
    [new Date(minute).toISOString()],
  )
  expect((await server.insight.requests.lastHour()).count).toBe(2)
  await server.insight.requests.sweep()
  expect(await total()).toBe(5)

  // The same holds for unwritten counts.
  const other = createRequests(server.store)
  for (const ago of [61, 60, 59, 0]) {
    atMinutesAgo(ago)
    other.note(1)
  }
  expect((await other.lastHour()).count).toBe(4)
})

test('no count is lost while the database is away', async () => {
  const pool = createPool({
    connection: { host: '/nowhere', port: 5432, user: 'nobody', database: 'none' },
    size: 1,
    onError: () => undefined,
  })
  const away = createRequests({ pool })
  away.note(5)
  await expect(away.flush()).rejects.toThrow()
  away.note(7)
  expect(await away.probe()).toBeNull()
  await expect(away.lastHour()).rejects.toThrow()
  // It comes back.
  const asked = vi
    .spyOn(pool, 'query')
    .mockImplementation(((...args: unknown[]) =>
      Reflect.apply(server.store.pool.query, server.store.pool, args)) as typeof pool.query)
  expect(await away.lastHour()).toEqual({ count: 2, avgMs: 6 })
  await away.flush()
  asked.mockRestore()
  await pool.end()
  const sums = 'select sum(n)::int as n, sum(ms) as ms from request_minutes'
  expect(await query(server.connection, sums)).toEqual([{ n: 2, ms: 12 }])
})

/** Counts of a server that can read but not write. */
function unwritable() {
  const { pool } = server.store
  const query = vi.fn((text: string, values: unknown[]) =>
    text.includes('insert') ? Promise.reject(new Error('No space left')) : pool.query(text, values),
  )
  return { query, requests: createRequests({ pool: { query } as unknown as typeof pool }) }
}

test('unwritten counts are kept for two hours', async () => {
  const { query, requests } = unwritable()
  vi.useFakeTimers({ toFake: ['Date'] })
  for (let minute = 0; minute < 130; minute += 1) {
    vi.setSystemTime(Date.UTC(2026, 4, 1, 0, minute))
    requests.note(minute)
    await requests.flush().catch(() => undefined)
  }
  const kept: { ms: number }[] = JSON.parse(String(query.mock.lastCall?.[1]))
  expect(kept.map(({ ms }) => ms).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 121 }, (_, at) => at + 9),
  )
})
