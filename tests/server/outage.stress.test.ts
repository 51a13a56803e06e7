import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { registry } from '#resources/index.ts'
import { readConfig } from '#server/config.ts'
import { prepareLayout } from '#server/embedded-postgres/layout.ts'
import { openCluster } from '#server/embedded-postgres/open.ts'
import { openServices } from '#server/services.ts'
import { query, startApp } from '../support/app.ts'

/** Time for a busy machine. */
const patiently = { timeout: 30_000, interval: 50 }

test('connections that the database cuts are replaced, and a cut request is 503', async () => {
  const server = await startApp()
  expect((await server.call('GET', '/users')).status).toBe(200)
  // A request that is under way when its connection goes.
  const slow = server.store.pool.query('select pg_sleep(3)').catch((error: unknown) => error)
  await vi.waitFor(async () => {
    const cut = await query(
      server.connection,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and query like '%pg_sleep%'`,
    )
    expect(cut.length).toBeGreaterThan(0)
  }, patiently)
  expect(await slow).toBeInstanceOf(Error)
  await query(
    server.connection,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  )
  await vi.waitFor(async () => {
    const { status, headers } = await server.call('GET', '/users')
    if (status !== 200) expect([status, headers['retry-after']]).toEqual([503, '2'])
    expect(status).toBe(200)
  }, patiently)
  await server.close()
})

test('a write whose connection is cut before the commit leaves nothing behind', async () => {
  const server = await startApp({
    hooks: {
      'career-fields': {
        async after({ tx }) {
          await tx.query('select pg_terminate_backend(pg_backend_pid())')
        },
      },
    },
  })
  const answer = await server.call('POST', '/career-fields', { body: { name: 'Half done' } })
  expect(answer.status).toBe(503)
  expect((await server.call('GET', '/career-fields')).body).toEqual({ careerFields: [] })
  expect(
    await query(server.connection, `select 1 from history where resource = 'career-fields'`),
  ).toEqual([])
  await server.close()
})

test('a connection that is lost before a transaction begins is not lost to the pool', async () => {
  const server = await startApp({ env: { DATABASE_CONNECTIONS: '2' } })
  const { pool } = server.store
  const connect = pool.connect.bind(pool)
  const connectAndLose = async () => {
    const client = await connect()
    const { rows } = await client.query('select pg_backend_pid() as pid')
    await query(server.connection, 'select pg_terminate_backend($1)', [rows[0].pid])
    return client
  }
  // Single statements take their connection by callback and keep it.
  const spy = vi
    .spyOn(pool, 'connect')
    .mockImplementation(((done?: Parameters<typeof connect>[0]) =>
      done ? connect(done) : connectAndLose()) as typeof pool.connect)
  for (let time = 0; time < 5; time += 1) {
    const answer = await server.call('POST', '/career-fields', { body: { name: `Lost ${time}` } })
    expect(answer.status).toBe(503)
  }
  spy.mockRestore()
  const answer = await server.call('POST', '/career-fields', { body: { name: 'Found' } })
  expect(answer.status).toBe(201)
  await server.close()
})

test('a statement that takes too long is cut off and answered 503', async () => {
  const server = await startApp({
    hooks: {
      'career-fields': {
        async before({ tx }) {
          await tx.query(`set local statement_timeout = '200ms'`)
          await tx.query('select pg_sleep(5)')
          return []
        },
      },
    },
  })
  const answer = await server.call('POST', '/career-fields', { body: { name: 'Slow' } })
  expect(answer.status).toBe(503)
  const [row] = (await server.store.pool.query('show statement_timeout')).rows
  expect(row.statement_timeout).toBe('5s')
  await server.close()
})

test('when all connections are busy a request waits three seconds and no longer', async () => {
  const server = await startApp({ env: { DATABASE_CONNECTIONS: '2' } })
  const busy = [1, 2].map(() => server.store.pool.query('select pg_sleep(4.5)'))
  // Waiting for one of them would end well, but later.
  expect((await server.call('GET', '/users')).status).toBe(503)
  await Promise.all(busy)
  expect((await server.call('GET', '/users')).status).toBe(200)
  await server.close()
})

test('the embedded database dies and comes back: 503 meanwhile, every acknowledged write there', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'waymark-outage-'))
  const cluster = await openCluster({ dataDir, mode: 'serve', say: () => undefined })
  const services = await openServices(cluster.connection, await readConfig({}), registry)
  const { changes, store } = services
  await changes.create(
    'users',
    {
      firstName: 'A',
      lastName: 'B',
      email: 'admin@example.org',
      password: 'three-blue-waymarks',
      role: 'admin',
    },
    { id: null, requestId: null, role: null, via: 'command' },
  )
  const server = await startApp({ connection: cluster.connection })
  const pid = Number(
    readFileSync(join(prepareLayout(dataDir, 'serve').data, 'postmaster.pid'), 'utf8').split(
      '\n',
    )[0],
  )

  const acknowledged: string[] = []
  const refused = new Set<number>()
  let isOver = false
  const writing = (async () => {
    for (let number = 0; !isOver; number += 1) {
      const name = `Field ${number}`
      const { status } = await server.call('POST', '/career-fields', { body: { name } })
      if (status === 201) acknowledged.push(name)
      else refused.add(status)
    }
  })()
  await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(20), patiently)
  process.kill(pid, 'SIGKILL')
  await vi.waitFor(() => expect(refused.size).toBeGreaterThan(0), patiently)
  const count = acknowledged.length
  await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(count + 20), 30_000)
  isOver = true
  await writing
  expect(refused).toEqual(new Set([503]))
  const { body } = await server.call('GET', '/career-fields')
  const names = new Set((body.careerFields as { name: string }[]).map(({ name }) => name))
  expect(acknowledged.filter((name) => !names.has(name))).toEqual([])

  await server.close()
  await store.close()
  await cluster.stop()
  rmSync(dataDir, { recursive: true, force: true })
}, 180_000)
