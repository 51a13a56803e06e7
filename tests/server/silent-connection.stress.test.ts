import { afterEach, expect, test, vi } from 'vitest'
import { readConfig } from '#server/config.ts'
import { startServer } from '#server/server.ts'
import { ADMIN, createDatabase, query, startApp } from '../support/app.ts'
import { idOf, randomEvents } from '../support/random-events.ts'
import { silentProxy } from '../support/silent-proxy.ts'

/*
 * Connections that say nothing any more, and do not end either. The limits are the server's own; nothing here is
 * quick, and nothing waits longer than it must.
 */
const ANSWER_MS = 10_000
const LIMIT = 90_000

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

async function proxied() {
  const direct = await createDatabase()
  const proxy = await silentProxy(direct)
  closing.push(proxy.close)
  return { direct, proxy }
}

async function warm({ store }: Awaited<ReturnType<typeof startApp>>, connections: number) {
  const clients = await Promise.all(Array.from({ length: connections }, () => store.pool.connect()))
  for (const client of clients) client.release()
}

async function timed<T>(work: () => Promise<T>): Promise<T> {
  const from = performance.now()
  const result = await work()
  expect(performance.now() - from).toBeLessThan(ANSWER_MS)
  return result
}

test(
  'each request that meets a silent connection is 503 in time, and none meets one twice',
  async () => {
    const server = await startApp()
    closing.push(server.close)
    const proxy = await silentProxy(server.connection)
    closing.push(proxy.close)
    const app = await startApp({ connection: proxy.connection })
    closing.push(app.close)
    const lists = () =>
      Promise.all(Array.from({ length: 12 }, () => timed(() => app.call('GET', '/users'))))
    await warm(app, 6)
    proxy.hush()
    const first = await lists()
    for (const { status, headers } of first)
      if (status !== 200) expect([status, headers['retry-after']]).toEqual([503, '2'])
    expect(first.some(({ status }) => status === 503)).toBe(true)
    const { made } = proxy
    const before = made()
    expect((await lists()).map(({ status }) => status)).toEqual(Array(12).fill(200))
    expect(made()).toBeLessThanOrEqual(before + 10)

    // A write begins a transaction; it is cut off as well, and leaves its connection to nobody.
    await warm(app, 2)
    proxy.hush()
    const write = (name: string) =>
      timed(() => app.call('POST', '/career-fields', { body: { name } }))
    expect((await write('Lost')).status).toBe(503)
    expect((await write('Found')).status).toBe(201)
  },
  LIMIT,
)

test(
  'what is pending is rolled up after the connections fell silent',
  async () => {
    const { direct, proxy } = await proxied()
    const app = await startApp({ connection: proxy.connection })
    closing.push(app.close)
    const { facts } = app.insight
    facts.start(app.background)
    closing.push(() => app.background.stop(0))
    const rolled = async (events: number) => {
      const rows = await query(
        direct,
        'select (select count(*)::int from events) as events, (select count(*)::int from event_batches) as pending',
      )
      expect(rows).toEqual([{ events, pending: 0 }])
    }
    const cast = {
      users: [idOf(1, 1)],
      missions: [idOf(2, 1)],
      protocols: [idOf(3, 1)],
      mentors: [idOf(4, 1)],
    }
    await facts.accept(randomEvents(1, 20, cast))
    await vi.waitFor(() => rolled(20), { timeout: 40_000, interval: 100 })
    proxy.hush()
    // As another server would.
    await query(direct, 'insert into event_batches (id, events) values (gen_random_uuid(), $1)', [
      JSON.stringify(randomEvents(2, 20, cast)),
    ])
    await vi.waitFor(() => rolled(40), { timeout: 40_000, interval: 100 })
    expect(app.background.jobs()[0]).toMatchObject({ name: 'rolling up events', failures: 0 })
  },
  LIMIT,
)

test(
  'a server whose connections fell silent stops in time, with requests and rounds under way',
  async () => {
    const { direct, proxy } = await proxied()
    const lines: string[] = []
    const config = await readConfig({
      DATABASE_URL: proxy.connection.connectionString,
      PORT: '0',
      LOG_LEVEL: 'silent',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
    })
    const running = await startServer(config, (line) => lines.push(line))
    const base = lines.join('\n').match(/http:\/\/[^/\s]+/)?.[0]
    const signIn = () =>
      fetch(`${base}/api/v1/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(ADMIN),
      })
    expect((await signIn()).status).toBe(200)
    // The background has one of its own by then, too.
    await vi.waitFor(async () => {
      const open = await query(
        direct,
        `select 1 from pg_stat_activity
       where datname = current_database() and application_name = 'waymark'`,
      )
      expect(open.length).toBeGreaterThan(1)
    }, 30_000)
    proxy.hush()
    const asked = Promise.allSettled(Array.from({ length: 4 }, signIn))
    await timed(() => running.stop())
    // Every request has ended with the server: answered, or cut off.
    for (const one of await asked)
      if (one.status === 'fulfilled') expect([503, 200]).toContain(one.value.status)
    await expect(signIn()).rejects.toThrow()
  },
  LIMIT,
)
