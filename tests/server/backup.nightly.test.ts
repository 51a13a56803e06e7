import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registry } from '#resources/index.ts'
import { rebuildAlone } from '#server/analytics/rebuild.ts'
import type { Connection } from '#server/db/pool.ts'
import { liveRecords } from '#server/db/tallies.ts'
import { makeBackup, restoreBackup } from '#server/ops/backup/backup-data.ts'
import { tablesIn, verifyBackup, writeBackupFile } from '#server/ops/backup/backup-file.ts'
import { ADMIN, createDatabase, query, startApp, type TestApp } from '../support/app.ts'
import { schemaOf } from '../support/backups.ts'
import { addWorld, eventsOf, tell, type World } from '../support/learners.ts'
import { derived, recount } from '../support/recount.ts'
import { screens } from '../support/screens.ts'

const folder = mkdtempSync(join(tmpdir(), 'waymark-backup-'))
const place = (name: string) => join(folder, name)

let app: TestApp
let world: World

beforeAll(async () => {
  app = await startApp()
  world = await addWorld(app, 5)
  await tell(app, eventsOf(world, 5, 800))
  await rebuildAlone(app.connection, { registry })
  const [mission] = world.missions
  await app.call('PUT', `/missions/templates/${mission}`, {
    body: { title: 'Tab\tand\nline \\N "ü" 🧭' },
  })
  await app.call('DELETE', `/mentors/${world.mentors[0]}`)
})

afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const empty = () => createDatabase('template0')

/** Writes records and events until `stop`, which returns the number of writes. */
function writeOn(): { stop(): Promise<number> } {
  let isOver = false
  let written = 0
  const loop = async (number: number) => {
    for (let at = 0; !isOver; at += 1) {
      const made = await app.call('POST', '/career-fields', {
        body: { name: `Field ${number} ${at}` },
      })
      const path = `/career-fields/${made.body._id}`
      await app.call('PUT', path, { body: { description: 'Said since' } })
      if (at % 2 === 0) await app.call('DELETE', path)
      await tell(app, eventsOf(world, number * 1000 + at, 5))
      written += 4
    }
  }
  const loops = Promise.all([1, 2, 3].map(loop))
  return {
    async stop() {
      isOver = true
      await loops
      return written
    },
  }
}

/** Rows that contradict each other, as no single moment can have. */
const contradictions = (connection: Connection) =>
  query(
    connection,
    `select 'tally' as of, resource from tallies where resource = 'career-fields'
       and ${liveRecords('career-fields')} <> (select count(*) from rec_career_fields where deleted_at is null)
     union all
     select 'version', h.record_id::text from rec_career_fields r join history h on h.record_id = r.id
       group by h.record_id, r.version, r.deleted_at
       having max(h.version) <> r.version or count(*) <> max(h.version)
     union all
     select 'change', h.id::text from history h
       where h.change_id is not null and not exists (select from changes c where c.id = h.change_id)`,
  )

test('a backup made during writes is of one moment', async () => {
  const writing = writeOn()
  const path = place('busy.tar.gz')
  const { manifest } = await makeBackup(path, app.connection)
  expect(await writing.stop()).toBeGreaterThan(0)

  const to = await empty()
  await restoreBackup(path, to, registry)
  expect(await contradictions(to)).toEqual([])
  expect(await derived(to)).toEqual(await recount(to, 'UTC'))
  for (const { name, rows } of manifest.tables)
    expect([name, await query(to, `select count(*)::int as rows from ${name}`)]).toEqual([
      name,
      [{ rows }],
    ])
})

test('a restore into an empty database gives the same rows, schema, figures and screens', async () => {
  const [mission = ''] = world.missions
  const before = await screens(app, { mission }, app.token)
  const path = place('quiet.tar.gz')
  await makeBackup(path, app.connection)
  const to = await empty()
  await restoreBackup(path, to, registry)

  expect(await schemaOf(to)).toEqual(await schemaOf(app.connection))
  expect(await derived(to)).toEqual(await derived(app.connection))
  const restored = await startApp({ connection: to })
  // A backup holds no sessions, but the passwords.
  expect((await restored.call('GET', '/profile', { token: app.token })).status).toBe(401)
  expect((await restored.signIn(ADMIN.email, ADMIN.password)).status).toBe(200)
  expect(await screens(restored, { mission }, restored.token)).toEqual(before)
  // Triggers and unique rules work.
  const field = { name: 'Cartography' }
  expect((await restored.call('POST', '/career-fields', { body: field })).status).toBe(409)
  await restored.call('PUT', `/missions/templates/${mission}`, { body: { title: 'Anew' } })
  expect(
    (await restored.call('GET', '/missions/templates?search=anew')).body.missions,
  ).toHaveLength(1)
  await restored.close()
})

test('no backup holds password links, also before migration 0002 has dropped their table', async () => {
  await query(app.connection, 'create table one_time (token_hash text)')
  const path = place('links.tar.gz')
  const { manifest } = await makeBackup(path, app.connection)
  await query(app.connection, 'drop table one_time')
  const names = manifest.tables.map(({ name }) => name)
  expect(names).toContain('history')
  for (const name of ['one_time', 'tickets']) expect(names).not.toContain(name)
})

test('a backup never replaces a file', async () => {
  const path = place('twice.tar.gz')
  await makeBackup(path, app.connection)
  await expect(makeBackup(path, app.connection)).rejects.toThrow(/already exists/)
})

test('a restore that fails half way changes nothing', async () => {
  const path = place('for-failing.tar.gz')
  await makeBackup(path, app.connection)
  const other = await startApp()
  await other.call('POST', '/career-fields', { body: { name: 'Mine' } })
  const state = async () => [
    await schemaOf(other.connection),
    await query(other.connection, 'select data from rec_career_fields'),
    await query(other.connection, 'select id from history order by id'),
  ]
  const before = await state()
  // The file passes verification, but one value does not fit its column.
  const file = await withWrongVersion(path)
  await expect(restoreBackup(file, other.connection, registry)).rejects.toThrow(
    /invalid input syntax for type integer/,
  )
  expect(await state()).toEqual(before)

  // The unchanged file replaces everything.
  await restoreBackup(path, other.connection, registry)
  expect(
    await query(other.connection, "select 1 from rec_career_fields where data ->> 'name' = 'Mine'"),
  ).toEqual([])
  expect(await schemaOf(other.connection)).toEqual(await schemaOf(app.connection))
  await other.close()
})

/** The same file with a wrong row and a correct checksum. */
async function withWrongVersion(path: string): Promise<string> {
  const manifest = await verifyBackup(path)
  const rows = new Map<string, string>()
  for await (const [table, content] of tablesIn(path)) rows.set(table, await text(content))
  rows.set('history', (rows.get('history') ?? '').replace(/\t1\tcreate\t/u, '\tx\tcreate\t'))
  const file = place('wrong-row.tar.gz')
  await writeBackupFile(file, manifest, function* (table) {
    yield Buffer.from(rows.get(table) ?? '')
  })
  return file
}
