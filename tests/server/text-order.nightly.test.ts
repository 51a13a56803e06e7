import { afterAll, beforeAll, expect, test } from 'vitest'
import { foldEmail } from '#model/schema.ts'
import { registry } from '#resources/index.ts'
import { readConfig } from '#server/config.ts'
import { openStore } from '#server/services.ts'
import { createDatabase, query, startApp, type TestApp } from '../support/app.ts'
import { readCsv } from '../support/read-export.ts'

/** In the order in which people look for them; those of one line differ in case alone. */
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
  // Neither in their order nor against it.
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

/** By lines of NAMES: which of those that differ in case comes first is their ids' to say. */
const places = (names: readonly string[]) => {
  const lines = NAMES.map((line) => line.map((name) => name.normalize()))
  return names.map((name) => lines.findIndex((line) => line.includes(name)))
}
const inOrder = NAMES.flatMap((line, at) => line.map(() => at))

test('lists sort texts as people do: accents beside their letter, numbers by value, whatever the case', async () => {
  expect(places(await read('sort=firstName&limit=100'))).toEqual(inOrder)
  expect(places(await read('sort=-firstName&limit=100'))).toEqual(inOrder.toReversed())
})

test('pages of every size hold each row once, in the order of the whole list', async () => {
  for (const sort of ['firstName', '-firstName']) {
    const whole = await read(`sort=${sort}&limit=100`)
    for (let limit = 1; limit <= whole.length; limit += 1) {
      const pages: string[] = []
      for (let page = 1; page <= Math.ceil(whole.length / limit); page += 1)
        pages.push(...(await read(`sort=${sort}&limit=${limit}&page=${page}`)))
      expect(pages, `${sort} by ${limit}`).toEqual(whole)
    }
  }
})

test('an export has the order of the list', async () => {
  const whole = await read('sort=firstName&limit=100')
  const { bytes } = await server.call('GET', `/users/export?format=csv&${CLASS}&sort=firstName`)
  const { records } = readCsv(bytes)
  expect(records.map((row) => row.firstName)).toEqual(whole)
})

test('of a large list the words of one or two letters find names that begin with them, in any accent and by any number', async () => {
  // More than are looked into where no index helps.
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

test('texts and addresses are stored without what nobody sees around them, and found in each form', async () => {
  const email = '\u200bUnseen@Example.org\u2060'
  const made = await server.call('POST', '/auth/register', {
    body: {
      firstName: '\u00a0Zoe\u0308\u200b',
      lastName: '\ufeffLee',
      email,
      password: 'three-blue-waymarks',
    },
  })
  expect(made.status, made.text).toBe(201)
  expect(made.body).toMatchObject({
    firstName: 'Zoë',
    lastName: 'Lee',
    email: 'Unseen@Example.org',
  })
  expect(foldEmail(email)).toBe('unseen@example.org')
  for (const typed of [email, 'unseen@example.org', ' UNSEEN@example.org\u200e'])
    expect((await server.signIn(typed, 'three-blue-waymarks')).status, typed).toBe(200)
})

test('a PostgreSQL without ICU sorts by code points, and says so', async () => {
  // ICU knows nothing of this encoding, so that its collations are refused as by a PostgreSQL without it.
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

test('a start after an update of ICU notes its version, and makes the indexes that are missing', async () => {
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
