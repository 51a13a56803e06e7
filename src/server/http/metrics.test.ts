import { once } from 'node:events'
import { connect } from 'node:net'
import fastify from 'fastify'
import { Registry } from 'prom-client'
import { expect, test, vi } from 'vitest'
import { registerMetrics, watchRequests } from './metrics.ts'

test('the requests under way are none again, however they ended', async () => {
  const register = new Registry()
  const underWay = async () => {
    const metric = await register.getSingleMetric('waymark_http_requests_under_way')?.get()
    return metric?.values[0]?.value
  }
  const app = fastify()
  // As the preflight of another origin is answered.
  app.addHook('onRequest', async (request, reply) => {
    if (request.method === 'OPTIONS') await reply.code(204).send()
  })
  watchRequests(app, register)
  app.get('/', () => 'hello')
  let answer = (_words: string) => {}
  app.post(
    '/slow',
    () =>
      new Promise<string>((resolve) => {
        answer = resolve
      }),
  )
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  try {
    await fetch(address, { method: 'OPTIONS' })
    await (await fetch(address)).text()
    await vi.waitFor(async () => expect(await underWay()).toBe(0))

    const client = connect(Number(new URL(address).port), '127.0.0.1')
    await once(client, 'connect')
    client.write(
      'POST /slow HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}',
    )
    await vi.waitFor(async () => expect(await underWay()).toBe(1))
    client.destroy()
    await vi.waitFor(async () => expect(await underWay()).toBe(0))
    answer('too late')
    await (await fetch(address)).text()
    await vi.waitFor(async () => expect(await underWay()).toBe(0))
  } finally {
    await app.close()
  }
})

test('scrapes share one query of a database that does not answer', async () => {
  const app = fastify()
  const backlog = vi.fn(() => new Promise<never>(() => undefined))
  const facts = { backlog, tally: { accepted: 0, counted: 0 } }
  const pool = { totalCount: 0, idleCount: 0, waitingCount: 0, options: { max: 1 } }
  const watched = {
    ...{ security: {} },
    config: {
      trustProxy: false,
      databaseUrl: 'postgres://127.0.0.1/none',
      metricsToken: 'secret',
      metricsFrom: [],
    },
    ...{ store: { pool, rolling: pool }, insight: { facts }, background: { jobs: () => [] } },
  }
  registerMetrics(app, Object(watched))
  const scrape = () => app.inject({ url: '/metrics', headers: { authorization: 'Bearer secret' } })
  for (const { body } of await Promise.all([scrape(), scrape()]))
    expect(body).toContain('waymark_database_up 0')
  expect(backlog).toHaveBeenCalledTimes(1)
  await app.close()
})
