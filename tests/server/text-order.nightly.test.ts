import { afterAll, beforeAll, expect, test } from 'vitest'
import { registry } from '#resources/index.ts'
import { readConfig } from '#server/config.ts'
import { openStore } from '#server/services.ts'
import { createDatabase, query, startApp, type TestApp } from '../support/app.ts'

/** In the expected order; names on one line differ only in case. */
const NAMES = [
  ['ähre', 'Ähre'],
  ['Apfel', 'apfel'],
  ['Bär'],
  ['Đorđe'],
  ['Émile'],
  ['e\u0301mile2'],
  ['éMile3'],
  ['ırmak'],
  ['Łukasz'],
  ['Modul 2'],
  ['Modul 10'],
  ["O'Brien"],
  ['O’Brien'],
  ['Ørjan'],
  ['Zoe', 'zoe'],
  ['Иван'],
]
const CLASS = 'segment=student'

let server: TestApp
beforeAll(async () => {
  server = await startApp()
  // In a mixed order.
  const names = NAMES.flat()
  for (const [at] of names.entries()) {
    const firstName = names[(at * 7) % names.length]
    await server.user({ firstName, segment: 'student' })
  }
})
afterAll(() => server.close())

const read = async (query: string) => {
  const { status, text, body } = await server.call('GET', `/users?${CLASS}&${query}`)
  expect(status, text).toBe(200)
  return Object(body).users.map(({ firstName }: { firstName: string }) => firstName) as string[]
}

/** Positions by line of NAMES: names that differ in case are ordered by id. */
const places = (names: readonly string[]) => {
  const lines = NAMES.map((line) => line.map((name) => name.normalize()))
  return names.map((name) => lines.findIndex((line) => line.includes(name)))
}
const inOrder = NAMES.flatMap((line, at) => line.map(() => at))

test('texts are sorted by letters, accents and numbers, ignoring case', async () => {
  expect(places(await read('sort=firstName&limit=100'))).toEqual(inOrder)
  expect(places(await read('sort=-firstName&limit=100'))).toEqual(inOrder.toReversed())
})

test('in a large list one or two letters find names that begin with them', async () => {
  // More rows than a search without an index reads.
  await query(
    server.connection,
    `insert into rec_career_fields (id, version, created_at, updated_at, data, search_text)
     select gen_random_uuid(), 1, now(), now(), jsonb_build_object('name', 'Field ' || n), 'field ' || n
     from generate_series(1, 2500) as n`,
  )
  for (const name of ['Émigration', '200 ways', 'A20'])
    await server.call('POST', '/career-fields', { body: { name } })
  const found = async (q: string) =>
    (await server.call('GET', `/search?q=${encodeURIComponent(q)}&limit=5`)).text
  expect(await found('em')).toContain('Émigration')
  expect(await found('ÉM')).toContain('Émigration')
  expect(await found('2')).toContain('200 ways')
  expect(await found('a2')).toContain('A20')
})

test('a PostgreSQL without ICU sorts by code points, and says so', async () => {
  // ICU collations do not support this encoding, as in a PostgreSQL without ICU.
  const connection = await createDatabase(
    "template0 encoding 'SQL_ASCII' locale_provider libc locale 'C'",
  )
  const store = await openStore(connection, registry, {
    ...(await readConfig({})),
    databaseConnections: 1,
  })
  expect(store.hasTextOrder).toBe(false)
  expect(server.store.hasTextOrder).toBe(true)
  const users = store.records('users')
  const sort = [{ path: 'firstName', descending: false }]
  const page = await users.list({ offset: 0, limit: 10, search: undefined, filters: [], sort })
  expect(page.rows).toEqual([])
  await store.close()
})

test('a start after an update of ICU stores its version and creates missing indexes', async () => {
  const connection = await createDatabase()
  await query(connection, 'drop collation waymark_order cascade')
  await query(
    connection,
    `create collation waymark_order (provider = icu, locale = 'und-u-kn-true', version = '1.0')`,
  )
  await (await startApp({ connection, isNew: true })).close()
  const [now] = await query(
    connection,
    `select collversion = pg_collation_actual_version(oid) as "isNoted",
       to_regclass('rec_users_first_name_sort') is not null as "isIndexed"
     from pg_collation where collname = 'waymark_order'`,
  )
  expect(now).toEqual({ isNoted: true, isIndexed: true })
})
