import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { registry } from '#resources/index.ts'
import { connectAlone } from '#server/db/pool.ts'
import { tableName } from '#server/records/shape.ts'
import { createDatabase, query, startApp } from '../support/app.ts'
import { derived } from '../support/recount.ts'

/** What the release of 2026-11-20 had stored: tests/fixtures/releases. */
async function released() {
  const connection = await createDatabase('template0')
  const client = await connectAlone(connection)
  const dump = readFileSync('tests/fixtures/releases/2026-11-20.sql.gz')
  await client.query(gunzipSync(dump).toString())
  // So many that they are brought up while the server works.
  await client.query(
    `insert into rec_users (id, version, created_at, updated_at, data, search_text)
     select gen_random_uuid(), 1, now() - make_interval(secs => n), now(),
       jsonb_build_object('firstName', 'Nr', 'lastName', n::text, 'email', n || '@Example.org',
         'role', 'user', 'isActive', n % 3 = 0, 'segment', 'student',
         'lastLogin', '2026-11-19T10:00:00.' || lpad((n % 1000)::text, 3, '0') || 'Z'), 'nr ' || n
     from generate_series(1, 3000) as n;
     update tallies set live = live + 3000 where resource = 'users'`,
  )
  await client.end()
  return connection
}

type Connection = Awaited<ReturnType<typeof released>>

/** Those that the release had. */
const NEWER = ['views', 'list-settings']
const tables = registry.filter(({ name }) => !NEWER.includes(name)).map(tableName)

/** Every record as it is stored, but for what the server itself makes or keeps in another place by now. */
async function records(connection: Connection) {
  const rows = tables.map(
    (table) => `select '${table}' as of, id, version, created_at, updated_at, deleted_at,
      data - 'lastLogin' as data from ${table}`,
  )
  return await query(connection, `${rows.join(' union all ')} order by id`)
}

const history = (connection: Connection) =>
  query(
    connection,
    `select id, resource, record_id, version, action, at, actor_id, request_id, data
     from history order by record_id, version`,
  )

const events = (connection: Connection) =>
  query(
    connection,
    'select id, type, user_id, at, subject_id, session_id, feature, amount from events order by id',
  )

const lastLogins = (connection: Connection, where: string) =>
  query<{ id: string; at: Date | null }>(connection, `select ${where} order by id`)

const indexes = (connection: Connection) =>
  query(
    connection,
    `select c.relname as name, pg_get_indexdef(i.indexrelid) as made, i.indisvalid as valid
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = 'rec_users'::regclass order by 1`,
  )

test('OPS-06 a database of the release of 2026-11-20 is upgraded and loses nothing', async () => {
  const connection = await released()
  const before = {
    records: await records(connection),
    history: await history(connection),
    events: await events(connection),
    figures: await derived(connection),
    logins: await lastLogins(
      connection,
      "id, (data ->> 'lastLogin')::timestamptz as at from rec_users where data ->> 'lastLogin' is not null",
    ),
  }
  expect(before.logins.length).toBeGreaterThan(3000)

  const server = await startApp({ connection })
  const { body } = await server.signIn('amina.osei@example.org', 'seven-cairns-uphill')
  const token = String(body.token)
  const names = async (path: string) =>
    ((await server.call('GET', path, { token })).body.users as { lastName: string }[]).map(
      ({ lastName }) => lastName,
    )
  // While the columns are still empty, and after.
  const looks = async () => [
    await names('/users?search=lukasz'),
    await names('/users?search=nr&sort=-email&limit=3&isActive=true'),
    (await names('/users?sort=lastLogin&limit=100')).length,
  ]
  const atFirst = await looks()
  expect(atFirst).toEqual([['Łukasz'], ['3000', '2997', '2994'], 100])
  await server.store.bringUp(() => undefined)
  expect(await looks()).toEqual(atFirst)

  expect(await records(connection)).toEqual(before.records)
  expect(await history(connection)).toEqual(before.history)
  expect(await events(connection)).toEqual(before.events)
  await server.insight.facts.prepare(() => undefined)
  expect(await derived(connection)).toEqual(before.figures)
  const after = await lastLogins(
    connection,
    'id, date_last_login as at from rec_users_kept where date_last_login is not null',
  )
  const signedIn = after.filter(({ id }) => id !== Object(body.user)._id)
  expect(signedIn).toEqual(before.logins.filter(({ id }) => id !== Object(body.user)._id))

  const fresh = await createDatabase()
  expect(await indexes(connection)).toEqual(expect.arrayContaining(await indexes(fresh)))
  // A mission that another release wrote is changed as any other.
  const found = await server.call('GET', '/missions/templates?search=river', { token })
  const [mission] = found.body.missions as { _id: string; version: number }[]
  const put = await server.call('PUT', `/missions/templates/${mission?._id}`, {
    token,
    body: { title: 'Walk the river once more' },
    headers: { 'if-match': `"${mission?.version}"` },
  })
  expect([put.status, put.body.version]).toEqual([200, 3])
  await server.close()
})
