import { expect, test } from 'vitest'
import * as z from 'zod'
import { completeRegistry } from '#model/complete.ts'
import { defineResource } from '#model/declaration.ts'
import { emailAddress, requiredText } from '#model/schema.ts'
import users from '#resources/users.ts'
import { connectAlone } from '#server/db/pool.ts'
import { cureOf } from '#server/records/finding-words.ts'
import { lookAtStored } from '#server/records/look-for-findings.ts'
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

/** Rows whose two names differ, or that have lost what they were called by. */
const astray = (app: TestApp) =>
  query(
    app.connection,
    `select data from rec_notes where data -> 'email' is distinct from data -> 'contactEmail'
       or text_email is distinct from data ->> 'email' or not data ? 'house' and created_at < updated_at`,
  )

test('KIT-13 a renamed field takes its values along while an older and a newer server work', async () => {
  const old = await startOld()
  const app = await startApp({ registry: after, connection: old.connection })

  // Before anything is moved the new name reads, sorts, filters and is unique by what is stored under the old one.
  const sorted = await notes(app, 'sort=email&limit=2')
  expect(sorted.map(({ email }) => email)).toEqual([emailOf(1), emailOf(2)])
  const [found] = await notes(app, `email=${emailOf(7)}`)
  expect(found?.title).toBe('Note 7')
  const twin = await app.call('POST', '/notes', { body: { title: 'Twin', email: emailOf(7) } })
  expect(twin.status).toBe(409)
  // What is cleared under one name is gone under the other.
  await app.call('PUT', `/notes/${found?._id}`, { body: { email: null } })
  expect((await old.call('GET', `/notes/${found?._id}`)).body.contactEmail).toBeUndefined()

  const lines: string[] = []
  let isDone = false
  const work = app.store
    .bringUp((line) => lines.push(line))
    .finally(() => {
      isDone = true
    })
  const wanted = new Map<string, string>()
  const statuses = new Set<number>()
  for (let turn = 0; !isDone || turn < 20; turn += 1) {
    const isOld = turn % 2 === 0
    const [server, key] = isOld ? ([old, 'contactEmail'] as const) : ([app, 'email'] as const)
    const [note] = await notes(server, `limit=10&page=${1 + (turn % 200)}`)
    const value = `written-${turn}@example.org`
    const put = await server.call('PUT', `/notes/${note?._id}`, { body: { [key]: value } })
    const post = await server.call('POST', '/notes', {
      body: { title: `Zz ${turn}`, [key]: `made-${turn}@example.org` },
    })
    for (const { status } of [put, post]) statuses.add(status)
    wanted.set(String(put.body._id), value)
    wanted.set(String(post.body._id), `made-${turn}@example.org`)
  }
  await work
  expect(lines).toContain('Filling columns of notes')
  expect([...statuses].sort()).toEqual([200, 201])
  expect(await astray(app)).toEqual([])
  // No write of either was lost, and each reads what the other wrote.
  for (const [id, value] of wanted) {
    expect((await app.call('GET', `/notes/${id}`)).body.email).toBe(value)
    expect((await old.call('GET', `/notes/${id}`)).body.contactEmail).toBe(value)
  }
  expect((await notes(app, 'search=0009')).map(({ email }) => email)).toEqual([emailOf(9)])
  await old.close()

  // A day after the last program that knew the old name was started, it is taken away.
  await query(app.connection, `update renamed_keys set left_at = now() - interval '25 hours'`)
  await app.store.bringUp(() => undefined)
  const left = await query(app.connection, `select 1 from rec_notes where data ? 'contactEmail'`)
  expect(left).toEqual([])
  for (const [id, value] of wanted)
    expect((await app.call('GET', `/notes/${id}`)).body.email).toBe(value)
  // What somebody still writes under the old name is not lost.
  await query(
    app.connection,
    `update rec_notes set data = data || '{"contactEmail": "late@example.org"}' where id = $1`,
    [found?._id],
  )
  expect((await app.call('GET', `/notes/${found?._id}`)).body.email).toBe('late@example.org')
  await app.close()
})

test('KIT-13 a renaming that was interrupted goes on where it stood', async () => {
  const old = await startOld()
  const app = await startApp({ registry: after, connection: old.connection })
  // It waits for a row that somebody holds, and there its connection is cut, as by a kill.
  const holder = await connectAlone(old.connection)
  await holder.query('begin')
  await holder.query(
    `select from rec_notes
     where id = (select id from rec_notes order by id offset 1700 limit 1) for update`,
  )
  const stopping = new AbortController()
  const stopped = app.store.bringUp(() => undefined, stopping.signal).catch(() => undefined)
  const moved = () => query(old.connection, `select 1 from rec_notes where data ? 'email'`)
  await expect.poll(async () => (await moved()).length, { timeout: 30_000 }).toBe(1500)
  stopping.abort()
  await stopped
  await app.close()
  await holder.end()
  expect(await moved()).toHaveLength(1500)
  const again = await startApp({ registry: after, connection: old.connection })
  await again.store.bringUp(() => undefined)
  expect(await astray(again)).toEqual([])
  expect(await notes(again, `email=${emailOf(2400)}`)).toHaveLength(1)
  await again.close()
  await old.close()
})

test('KIT-13 a key is renamed back and forth, within a day or after it', async () => {
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
    { registry: after, key: 'email', isDayLater: false },
    { registry: back, key: 'contactEmail', isDayLater: false },
    { registry: after, key: 'email', isDayLater: true },
    { registry: back, key: 'contactEmail', isDayLater: true },
    // As it was before anybody thought of it.
    { registry: before, key: 'contactEmail', isDayLater: false },
  ]
  let expected = emailOf(1)
  for (const [turn, { registry, key, isDayLater }] of turns.entries()) {
    const app = await startApp({ registry, connection })
    await app.store.bringUp(() => undefined)
    expect((await app.call('GET', path)).body[key], `turn ${turn}`).toBe(expected)
    expected = emailOf(turn + 10)
    await app.call('PUT', path, { body: { [key]: expected } })
    if (isDayLater) {
      await query(connection, `update renamed_keys set left_at = left_at - interval '25 hours'`)
      await app.store.bringUp(() => undefined)
      const [row] = await query<{ data: object }>(connection, 'select data from rec_notes')
      expect(row?.data).toEqual({ title: 'A', [key]: expected })
    }
    await app.close()
  }
})

test('KIT-12 a field that nobody fills, beside a key that nothing reads, suggests renamedFrom', async () => {
  const old = await startOld()
  const unsaid = completeRegistry([
    users,
    defineResource({
      ...SAME,
      recordName: 'title',
      create: z.object({ title, email: emailAddress().optional() }),
      columns: (c) => [c.text('title', 'Title')],
      fields: (f) => [f.text('title', 'Title'), f.email('email', 'Contact')],
    }),
  ])
  const client = await connectAlone(old.connection)
  const findings = await lookAtStored(client, unsaid)
  const [finding, ...more] = findings.filter(({ resource }) => resource === 'notes')
  expect([finding?.kind, finding?.field, finding?.count, more]).toEqual([
    'unfilled',
    'email',
    ROWS,
    [],
  ])
  expect(finding && cureOf(finding)).toContain("renamedFrom: { email: 'contactEmail' }")
  const now = await lookAtStored(client, after)
  expect(now.filter(({ resource }) => resource === 'notes')).toEqual([])
  await client.end()
  await old.close()
})
