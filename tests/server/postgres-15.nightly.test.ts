import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { hasPostgres15, startPostgres15 } from '../support/postgres-15.ts'

/* The oldest supported PostgreSQL. How to run all tests on it: CONTRIBUTING.md. */

let folder: string
let database: Awaited<ReturnType<typeof startPostgres15>>
let server: TestApp

beforeAll(async () => {
  if (!hasPostgres15) return
  folder = mkdtempSync(join(tmpdir(), 'waymark-15-'))
  chmodSync(folder, 0o711)
  database = await startPostgres15(folder)
  server = await startApp({ connection: database.connection, isNew: true })
})

afterAll(async () => {
  await server?.close()
  await database?.stop()
  if (folder) rmSync(folder, { recursive: true, force: true })
})

test.runIf(hasPostgres15)(
  'on PostgreSQL 15 users sign in, and records are written, listed, searched, changed and restored',
  async () => {
    const { rows } = await server.store.pool.query('show server_version')
    expect(rows[0].server_version).toMatch(/^15\./)
    const uma = await server.user({ firstName: 'Ümit', segment: 'student' })
    await server.user({ firstName: 'Zoe' })
    await server.user({ firstName: 'Zoe 10' })
    await server.user({ firstName: 'Zoe 9' })
    const listed = await server.call('GET', '/users?sort=firstName')
    expect(
      Object(listed.body).users.map(({ firstName }: { firstName: string }) => firstName),
    ).toEqual(['Ada', 'Ümit', 'Zoe', 'Zoe 9', 'Zoe 10'])
    expect((await server.call('GET', '/profile', { token: uma.token })).status).toBe(200)
    const made = await server.call('POST', '/career-fields', { body: { name: 'Cartography' } })
    expect(made.status).toBe(201)
    const path = `/career-fields/${made.body._id}`
    const put = await server.call('PUT', path, { body: { description: 'Maps.' } })
    expect(put.status).toBe(200)
    expect((await server.call('GET', '/users?search=ümit')).body.count).toBe(1)
    expect((await server.call('GET', '/search?q=cartog')).text).toContain('Cartography')

    const change = { action: 'update', values: { isActive: false } }
    const asked = { resource: 'users', change, query: 'segment=student' }
    const plan = await server.call('POST', '/changes/plan', { body: asked })
    expect(plan.status, plan.text).toBe(200)
    const undone = await server.call('POST', `/changes/${put.headers['change-id']}/undo`)
    expect(undone.status, undone.text).toBe(200)
    expect((await server.call('GET', path)).body.description ?? '').toBe('')
    expect((await server.call('DELETE', path)).status).toBe(204)
  },
)
