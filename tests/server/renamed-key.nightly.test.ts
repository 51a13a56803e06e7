import { expect, test } from 'vitest'
import * as z from 'zod'
import { completeRegistry } from '#model/complete.ts'
import { defineResource } from '#model/declaration.ts'
import { emailAddress, requiredText } from '#model/schema.ts'
import users from '#resources/users.ts'
import { findRenames } from '#server/records/stored-findings.ts'
import { query, startApp, type TestApp } from '../support/app.ts'

const ROWS = 2500
const SAME = {
  name: 'notes',
  label: ['Note', 'Notes'],
  sample: { title: 'a' },
} as const
const title = requiredText()

const before = completeRegistry([
  users,
  defineResource({
    ...SAME,
    recordName: 'contactEmail',
    create: z.object({ title, contactEmail: emailAddress().optional() }),
    columns: (c) => [c.text('title', 'Title')],
    fields: (f) => [f.text('title', 'Title'), f.email('contactEmail', 'Contact')],
    search: ['contactEmail'],
    sorts: ['contactEmail'],
  }),
])

const after = completeRegistry([
  users,
  defineResource({
    ...SAME,
    recordName: 'email',
    create: z.object({ title, email: emailAddress().optional() }),
    columns: (c) => [c.text('title', 'Title')],
    fields: (f) => [f.text('title', 'Title'), f.email('email', 'Contact')],
    search: ['email'],
    sorts: ['email'],
    filters: ['email'],
    unique: [{ path: 'email', message: 'One note for each.' }],
    renamedFrom: { email: 'contactEmail' },
  }),
])

const emailOf = (n: number) => `${String(n).padStart(4, '0')}@example.org`

async function startOld(): Promise<TestApp> {
  const old = await startApp({ registry: before })
  await query(
    old.connection,
    `insert into rec_notes (id, version, created_at, updated_at, data, search_text)
     select gen_random_uuid(), 1, now(), now(), jsonb_build_object('title', 'Note ' || n,
       'contactEmail', lpad(n::text, 4, '0') || '@example.org', 'house', n), n || '@example.org'
     from generate_series(1, ${ROWS}) as n`,
  )
  return old
}

type Note = { _id: string; title: string; email?: string; contactEmail?: string }
const notes = async (app: TestApp, asked: string) =>
  Object((await app.call('GET', `/notes?${asked}`)).body).notes as Note[]

test('a renamed field keeps its values after the next start, in records and history', async () => {
  const old = await startOld()
  const { connection } = old
  const made = await old.call('POST', '/notes', {
    body: { title: 'Changed', contactEmail: 'first@example.org' },
  })
  const path = `/notes/${made.body._id}`
  const put = await old.call('PUT', path, { body: { contactEmail: 'second@example.org' } })
  await old.close()

  const app = await startApp({ registry: after, connection })
  const sorted = await notes(app, 'sort=email&limit=2')
  expect(sorted.map(({ email }) => email)).toEqual([emailOf(1), emailOf(2)])
  const [found] = await notes(app, `email=${emailOf(7)}`)
  expect(found?.title).toBe('Note 7')
  const twin = await app.call('POST', '/notes', { body: { title: 'Twin', email: emailOf(7) } })
  expect(twin.status).toBe(409)
  expect((await notes(app, 'search=0009')).map(({ email }) => email)).toEqual([emailOf(9)])
  const left = await query(
    connection,
    `select 1 from rec_notes where data ? 'contactEmail'
     union all select 1 from history where data ? 'contactEmail' or fields ? 'contactEmail'`,
  )
  expect(left).toEqual([])
  // Former changes can be undone.
  const undone = await app.call('POST', `/changes/${put.headers['change-id']}/undo`)
  expect(undone.status, undone.text).toBe(200)
  expect((await app.call('GET', path)).body.email).toBe('first@example.org')
  await app.close()
})

test('a key is renamed back and forth', async () => {
  const back = completeRegistry([
    users,
    defineResource({
      ...SAME,
      recordName: 'title',
      create: z.object({ title, contactEmail: emailAddress().optional() }),
      columns: (c) => [c.text('title', 'Title')],
      fields: (f) => [f.text('title', 'Title'), f.email('contactEmail', 'Contact')],
      renamedFrom: { contactEmail: 'email' },
    }),
  ])
  const old = await startApp({ registry: before })
  const { connection } = old
  const made = await old.call('POST', '/notes', { body: { title: 'A', contactEmail: emailOf(1) } })
  const path = `/notes/${made.body._id}`
  await old.close()
  const turns = [
    { registry: after, key: 'email' },
    { registry: back, key: 'contactEmail' },
    { registry: after, key: 'email' },
    { registry: back, key: 'contactEmail' },
    { registry: before, key: 'contactEmail' },
  ]
  let expected = emailOf(1)
  for (const [turn, { registry, key }] of turns.entries()) {
    const app = await startApp({ registry, connection })
    expect((await app.call('GET', path)).body[key], `turn ${turn}`).toBe(expected)
    expected = emailOf(turn + 10)
    await app.call('PUT', path, { body: { [key]: expected } })
    const [row] = await query<{ data: object }>(connection, 'select data from rec_notes')
    expect(row?.data).toEqual({ title: 'A', [key]: expected })
    await app.close()
  }
})

test.each([
  { written: after, key: 'email', other: 'contactEmail', next: before, kept: 2 },
  { written: before, key: 'contactEmail', other: 'email', next: after, kept: 3 },
])(
  'of a record with both keys, the value under the new key is kept: $other beside $key',
  async ({ written, key, other, next, kept }) => {
    const app = await startApp({ registry: written })
    const { connection } = app
    const made = await app.call('POST', '/notes', { body: { title: 'A', [key]: emailOf(1) } })
    const path = `/notes/${made.body._id}`
    await app.call('PUT', path, { body: { [key]: emailOf(2) } })
    await app.close()
    const both = `data || '{"${other}": "0003@example.org"}'`
    await query(connection, `update rec_notes set data = ${both}`)
    await query(connection, `update history set data = ${both} where data is not null`)
    const later = await startApp({ registry: next, connection })
    expect((await later.call('GET', path)).body[other]).toBe(emailOf(kept))
    await later.close()
    const [row] = await query<{ data: object }>(connection, 'select data from rec_notes')
    expect(row?.data).toEqual({ title: 'A', [other]: emailOf(kept) })
  },
)

test('a field without values beside an unread key suggests renamedFrom', async () => {
  const old = await startOld()
  const unsaid = after.map((one) => (one.name === 'notes' ? { ...one, renamedFrom: {} } : one))
  const hints = async (declared: typeof after) => findRenames(old.store.pool, declared)
  expect(await hints(unsaid)).toEqual([
    expect.stringContaining("renamedFrom: { email: 'contactEmail' }"),
  ])
  expect([await hints(before), await hints(after)]).toEqual([[], []])
  await old.close()
})
