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

const patiently = { timeout: 30_000, interval: 50 }

test('lost database connections are replaced, and a cut request is 503', async () => {
  const server = await startApp()
  expect((await server.call('GET', '/users')).status).toBe(200)
  // A statement whose connection is cut.
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

test('after a crash the embedded database recovers with every acknowledged write; meanwhile requests are 503', async () => {
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
