import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EVENTS_PATH } from '#contract/events.ts'
import { registry } from '#resources/index.ts'
import { makeBackup, restoreBackup } from '#server/ops/backup/backup-data.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { hasPostgres15, startPostgres15 } from '../support/postgres-15.ts'

/* The oldest PostgreSQL that is promised, of Debian's package. The whole suite on it: CONTRIBUTING.md. */

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
  'on PostgreSQL 15: people sign in, records are written, listed, found, changed in sets and taken back',
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

test.runIf(hasPostgres15)(
  'on PostgreSQL 15: events become figures, and all of it is exported, backed up and restored',
  async () => {
    const { id: user } = await server.user()
    const at = new Date().toISOString()
    const events = [
      { eventType: 'user_signed_in', id: '0193e5a0-0000-7000-8000-000000000001', user },
      {
        ...{ eventType: 'feature_used', id: '0193e5a0-0000-7000-8000-000000000002', user },
        feature: 'Journal',
      },
    ].map((event) => ({ ...event, timestamp: at }))
    const sent = await server.call('POST', EVENTS_PATH, { body: { events } })
    expect(sent.status, sent.text).toBe(202)
    await server.insight.facts.rollUp()
    const { body } = await server.call('GET', '/analytics/engagement')
    expect(Object(body.data).summary).toMatchObject({ activeUsers: 1, featureUses: 1 })
    const file = await server.call('GET', '/analytics/export?dataType=events&format=csv')
    expect(file.text).toContain('Journal')

    const path = join(folder, 'backup.tar.gz')
    const { connection } = database
    const { manifest } = await makeBackup(path, connection)
    expect(manifest.postgresql).toMatch(/^15\./)
    await restoreBackup(path, connection, registry)
    expect((await server.signIn('admin@example.org')).status).toBe(200)
  },
)
