import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createRequests } from '#server/analytics/request-counts.ts'
import { readConfig } from '#server/config.ts'
import { createPool } from '#server/db/pool.ts'
import { startServer } from '#server/server.ts'
import { createDatabase, query, startApp, type TestApp } from '../support/app.ts'
import { silentProxy } from '../support/silent-proxy.ts'

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

test('every call of the API counts, refused or not, and nothing else does', async () => {
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

test('without a request there is no average', async () => {
  expect(await server.insight.requests.lastHour()).toEqual({ count: 0, avgMs: null })
})

test('servers on one database add up, and a new one knows what was before', async () => {
  const other = createRequests(server.store)
  other.note(10)
  other.note(30)
  server.insight.requests.note(50)
  await Promise.all([other.flush(), server.insight.requests.flush()])
  const fresh = createRequests(server.store)
  fresh.note(110)
  expect(await fresh.lastHour()).toEqual({ count: 4, avgMs: 50 })
})

test('the last hour is sixty minutes; what is older than two days is swept', async () => {
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

  // So it is with what is not written yet.
  const other = createRequests(server.store)
  for (const ago of [61, 60, 59, 0]) {
    atMinutesAgo(ago)
    other.note(1)
  }
  expect((await other.lastHour()).count).toBe(4)
})

test('no count is lost or doubled while flushes, readings and calls cross', async () => {
  const { requests } = server.insight
  const seen: number[] = []
  for (let round = 0; round < 20; round += 1) {
    requests.note(1)
    void requests.flush()
    const reading = requests.lastHour()
    requests.note(1)
    seen.push((await reading).count)
  }
  expect((await requests.lastHour()).count).toBe(40)
  expect(seen).toEqual(seen.toSorted((a, b) => a - b))
  await requests.flush()
  expect(await total()).toBe(40)
})

test('a database that is away costs no count, and the probe says null in time', async () => {
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

/** Counts of a server that cannot write; what it reads is there. */
function unwritable() {
  const { pool } = server.store
  const query = vi.fn((text: string, values: unknown[]) =>
    text.includes('insert') ? Promise.reject(new Error('No space left')) : pool.query(text, values),
  )
  return { query, requests: createRequests({ pool: { query } as unknown as typeof pool }) }
}

test('where nothing can be written, the last hour is read all the same', async () => {
  const { requests } = unwritable()
  requests.note(1)
  expect(await requests.lastHour()).toEqual({ count: 0, avgMs: null })
})

test('what cannot be written is kept for two hours', async () => {
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

test('the probe asks the database itself, and gives no time where every connection is taken', async () => {
  expect(await server.insight.requests.probe()).toBeGreaterThan(0)
  const { pool } = server.store
  const all = await Promise.all(
    Array.from({ length: pool.options.max ?? 10 }, () => pool.connect()),
  )
  expect(await server.insight.requests.probe()).toBeNull()
  for (const client of all) client.release()
})

test('what was counted last is written when the server stops', async () => {
  const proxy = await silentProxy(await createDatabase())
  const { connectionString } = proxy.connection
  const config = await readConfig({
    DATABASE_URL: connectionString,
    PORT: '0',
    LOG_LEVEL: 'silent',
  })
  const lines: string[] = []
  const running = await startServer(config, (line) => lines.push(line))
  const [base] = lines.join('\n').match(/http:\/\/[^/\s]+/) ?? []
  for (let call = 0; call < 3; call += 1) await fetch(`${base}/api/v1/users`)
  await running.stop()
  expect(await query(proxy.connection, 'select sum(n)::int as n from request_minutes')).toEqual([
    { n: 3 },
  ])
  await proxy.close()
})
