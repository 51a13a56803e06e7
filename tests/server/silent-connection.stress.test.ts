import { afterEach, expect, test } from 'vitest'
import { startApp } from '../support/app.ts'
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
  'a request on a silent connection is 503 in time, and the next one gets a new connection',
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

    // A transaction is cut off as well, and its connection is closed.
    await warm(app, 2)
    proxy.hush()
    const write = (name: string) =>
      timed(() => app.call('POST', '/career-fields', { body: { name } }))
    expect((await write('Lost')).status).toBe(503)
    expect((await write('Found')).status).toBe(201)
  },
  LIMIT,
)
