import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EVENTS_PATH } from '#contract/events.ts'
import { registry } from '#resources/index.ts'
import type { Connection } from '#server/db/pool.ts'
import { makeBackup, restoreBackup } from '#server/ops/backup/backup-data.ts'
import { createDatabase, query, startApp, type TestApp, urlOf } from '../support/app.ts'

/* A schema for each tenant (docs/scaling.md): one database, two independent servers. */

const NEITHER = 'template0'
const folder = mkdtempSync(join(tmpdir(), 'waymark-tenants-'))
let database: Connection
let north: TestApp
let south: TestApp

/** As `alter role … set search_path` does. */
const within = (...schemas: string[]): Connection => ({
  connectionString: `${urlOf(database)}?options=${encodeURIComponent(`-c search_path=${schemas.join(',')}`)}`,
})

beforeAll(async () => {
  database = await createDatabase(NEITHER)
  await query(database, 'create extension pg_trgm schema public')
  for (const schema of ['north', 'south']) await query(database, `create schema ${schema}`)
  north = await startApp({ connection: within('north'), isNew: true })
  south = await startApp({ connection: within('south'), isNew: true })
})

afterAll(async () => {
  await north?.close()
  await south?.close()
  rmSync(folder, { recursive: true, force: true })
})

const countOf = async (server: TestApp, path: string) =>
  Number(Object((await server.call('GET', path)).body).count)

test('two tenants in one database share no records, users, sessions, changes, figures or secrets', async () => {
  const uma = await north.user({ email: 'uma@example.org', firstName: 'Northerly' })
  await north.call('POST', '/career-fields', { body: { name: 'Cartography' } })
  // Emails are unique within a tenant.
  await south.user({ email: 'uma@example.org', firstName: 'Another' })
  await north.user()
  expect([await countOf(north, '/users'), await countOf(south, '/users')]).toEqual([3, 2])
  expect((await south.call('GET', '/users?search=Northerly')).body.users).toEqual([])
  expect((await south.call('GET', `/users/${uma.id}`)).status).toBe(404)
  expect((await south.call('GET', '/search?q=Cartography')).text).not.toContain('Cartography')
  expect((await south.call('GET', '/changes')).text).not.toContain('Cartography')
  // Sessions and secrets belong to one tenant.
  expect((await north.call('GET', '/profile', { token: uma.token })).status).toBe(200)
  expect((await south.call('GET', '/profile', { token: uma.token })).status).toBe(401)
  expect(await north.store.secret('waitlist')).not.toBe(await south.store.secret('waitlist'))

  const events = [
    {
      ...{ eventType: 'user_signed_in', id: '0193e5a0-0000-7000-8000-000000000001' },
      ...{ user: uma.id, timestamp: new Date().toISOString() },
    },
  ]
  expect((await north.call('POST', EVENTS_PATH, { body: { events } })).status).toBe(202)
  await Promise.all([north.insight.facts.rollUp(), south.insight.facts.rollUp()])
  const active = async (server: TestApp) =>
    Object((await server.call('GET', '/analytics/engagement')).body.data).summary.activeUsers
  expect([await active(north), await active(south)]).toEqual([1, 0])
  const file = await south.call('GET', '/analytics/export?dataType=events&format=csv')
  expect(file.text).not.toContain(uma.id)
})

test('backup and restore affect one tenant only', async () => {
  const path = join(folder, 'south.tar.gz')
  await makeBackup(path, south.connection)
  await south.call('POST', '/career-fields', { body: { name: 'Only for now' } })
  const before = await countOf(north, '/users')
  await restoreBackup(path, south.connection, registry)
  const again = await startApp({ connection: within('south') })
  expect(await countOf(again, '/users')).toBe(2)
  expect((await again.call('GET', '/career-fields')).text).not.toContain('Only for now')
  expect(await countOf(north, '/users')).toBe(before)
  expect((await north.call('GET', '/career-fields')).text).toContain('Cartography')
  await again.close()
})

test('a search path over two tenants or to none is refused; removing a tenant leaves the other', async () => {
  await query(database, 'create schema west')
  const over = startApp({ connection: within('west', 'north') })
  await expect(over).rejects.toThrow('north also has Waymark tables')
  await expect(startApp({ connection: within('nowhere') })).rejects.toThrow('No schema of the')
  await south.close()
  await query(database, 'drop schema south cascade')
  expect((await north.call('GET', '/users?search=Northerly')).body.count).toBe(1)
  const found = await query(database, "select from pg_opclass where opcname = 'gin_trgm_ops'")
  expect(found).toHaveLength(1)
  south = await startApp({ connection: within('west'), isNew: true })
  expect(await countOf(south, '/users')).toBe(1)
})
