import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { completeRegistry } from '#model/complete.ts'
import { path } from '#model/computed.ts'
import { defineResource } from '#model/declaration.ts'
import { reference, references } from '#model/references.ts'
import { ordered, requiredText } from '#model/schema.ts'
import careerFields from '#resources/career-fields.ts'
import users from '#resources/users.ts'
import { findStoredFaults } from '#server/records/stored-findings.ts'
import { query, startApp, type TestApp } from '../support/app.ts'

const NOW = ['onsite', 'hybrid'] as const

/** Workshops before and after a change that stored rows do not satisfy. */
function workshops(isChanged: boolean) {
  const formats = isChanged ? NOW : ([...NOW, 'online'] as const)
  return completeRegistry([
    users,
    defineResource({
      name: 'workshops',
      label: ['Workshop', 'Workshops'],
      recordName: 'title',
      create: z.object({
        title: requiredText(isChanged ? 20 : 60),
        format: z.enum(formats),
        // Stored workshops may lack it.
        room: isChanged ? requiredText(20) : requiredText(20).optional(),
        sessions: ordered({ title: requiredText(60), format: z.enum(formats).optional() }).default(
          () => [],
        ),
      }),
      sample: { title: 'A', format: 'onsite', room: '1' },
      columns: (c) => [c.text('title', 'Title'), c.badge('format', 'Format')],
      fields: (f) => [
        f.text('title', 'Title'),
        f.select('format', 'Format'),
        f.text('room', 'Room'),
        f.part('sessions', 'Sessions', 'sessions'),
      ],
      filters: ['format'],
      ...(isChanged && { unique: [{ path: 'title', message: 'One of each title.' }] }),
    }),
  ])
}

const LONG = 'A title that was never too long before'

/** Starts the changed declaration on rows of the former one. */
async function startChanged(): Promise<{ app: TestApp; ids: string[] }> {
  const before = await startApp({ registry: workshops(false) })
  const ids: string[] = []
  for (const body of [
    { title: 'Pottery', format: 'online', sessions: [{ title: 'Clay', format: 'online' }] },
    { title: 'pottery', format: 'onsite', room: '7' },
    { title: LONG, format: 'hybrid', room: '8' },
  ]) {
    const made = await before.call('POST', '/workshops', { body })
    expect(made.status, made.text).toBe(201)
    ids.push(String(made.body._id))
  }
  await before.close()
  const app = await startApp({ registry: workshops(true), connection: before.connection })
  return { app, ids }
}

test('a changed declaration starts, reports the rows that do not fit, and keeps all rows usable', async () => {
  const { app, ids } = await startChanged()
  const [online, onsite, long] = ids
  const findings = await findStoredFaults(app.store.pool, workshops(true))
  expect(
    findings
      .filter(({ resource }) => resource === 'workshops')
      .map(({ kind, field, count, link }) => [kind, field, count, link]),
  ).toEqual([
    ['choice', 'format', 1, '/admin/workshops?format=online'],
    ['missing', 'room', 1, `/admin/workshops?ids=${online}`],
    ['choice', 'sessions.*.format', 1, `/admin/workshops?ids=${online}`],
    ['limit', 'title', 1, `/admin/workshops?ids=${long}`],
    ['twice', 'title', 2, `/admin/workshops?ids=${[online, onsite].sort()}`],
  ])

  // A filter accepts a former choice that is still stored, but no unknown one.
  const list = await app.call('GET', '/workshops?format=online')
  expect([list.status, Object(list.body.pagination).total]).toEqual([200, 1])
  const never = await app.call('GET', '/workshops?format=outdoors')
  expect([never.status, Object(never.body.error).fields]).toEqual([
    400,
    {
      format:
        "The parameter 'format' must be one or more of onsite, hybrid, separated by commas, each once.",
    },
  ])
  const several = await app.call('GET', '/workshops?format=hybrid,online')
  expect([several.status, Object(several.body.pagination).total]).toEqual([200, 2])

  // A record may be sent back whole.
  for (const id of ids) {
    const one = await app.call('GET', `/workshops/${id}`)
    const put = await app.call('PUT', `/workshops/${id}`, { body: one.body })
    expect(put.status, put.text).toBe(200)
  }

  // Stored wrong values stay; new ones are refused.
  const put = (body: object) => app.call('PUT', `/workshops/${online}`, { body })
  const sessions = Object(list.body.workshops)[0].sessions as object[]
  const kept = await put({ sessions: [...sessions, { title: 'Glaze' }] })
  expect(kept.body).toMatchObject({
    format: 'online',
    sessions: [{ title: 'Clay', format: 'online' }, { title: 'Glaze' }],
  })
  const refused = async (body: object) => {
    const { status, body: answer } = await put(body)
    return [status, Object.keys(Object(Object(answer.error).fields))]
  }
  expect(await refused({ sessions: [{ title: 'New', format: 'online' }] })).toEqual([
    400,
    ['sessions.0.format'],
  ])
  expect(await refused({ sessions: [...sessions, {}] })).toEqual([400, ['sessions.1.title']])
  expect(await refused({ format: 'outdoors' })).toEqual([400, ['format']])
  expect(await refused({ room: '' })).toEqual([400, ['room']])
  expect((await put({ format: 'hybrid' })).status).toBe(200)
  expect(await refused({ format: 'online' })).toEqual([400, ['format']])
  await app.close()
})

test('a new unique rule with stored duplicates refuses further ones', async () => {
  const { app, ids } = await startChanged()
  const [online, onsite] = ids
  const index = () =>
    query(app.connection, `select 1 from pg_class where relname = 'rec_workshops_title_unique'`)
  const create = (title: string) =>
    app.call('POST', '/workshops', { body: { title, format: 'onsite', room: '1' } })
  expect(await index()).toHaveLength(0)

  const twin = await create('POTTERY')
  expect([twin.status, Object(twin.body.error).fields]).toEqual([
    409,
    { title: 'One of each title.' },
  ])
  // Of two at once one succeeds.
  const both = await Promise.all([create('Weaving'), create('weaving')])
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
  // Both duplicates can be edited and renamed.
  expect((await app.call('PUT', `/workshops/${online}`, { body: { room: '2' } })).status).toBe(200)
  const renamed = await app.call('PUT', `/workshops/${onsite}`, { body: { title: 'Ceramics' } })
  expect(renamed.status, renamed.text).toBe(200)
  await app.close()
  // The next start makes the index.
  const again = await startApp({ registry: workshops(true), connection: app.connection })
  expect(await index()).toHaveLength(1)
  const taken = await again.call('POST', '/workshops', {
    body: { title: 'ceramics', format: 'onsite', room: '1' },
  })
  expect(taken.status).toBe(409)
  await again.close()
})

/** A resource before and after it gets search, sorts and filters. */
function notes(isGrown: boolean) {
  return completeRegistry([
    users,
    careerFields,
    defineResource({
      name: 'notes',
      label: ['Note', 'Notes'],
      recordName: 'title',
      create: z.object({
        title: requiredText(),
        look: z
          .object({
            mood: z.enum(['calm', 'bright']).default('calm'),
            weight: z.number().optional(),
          })
          .prefault({}),
        fields: references('career-fields').default(() => []),
      }),
      sample: { title: 'a', look: { weight: 1 }, fields: ['01890a5d-ac96-774b-bcce-b302099a8057'] },
      computed: { heavy: path('look.weight') },
      columns: (c) => [c.text('title', 'Title')],
      fields: (f) => [f.text('title', 'Title'), f.reference('fields', 'Fields')],
      search: isGrown ? ['title', 'look.mood'] : ['title'],
      sorts: isGrown ? ['title', 'look.weight', 'heavy'] : ['title'],
      filters: isGrown ? ['look.mood', 'look.weight'] : [],
    }),
  ])
}

/** Tables, indexes and columns with their files: equal if a start changed nothing. */
const madeOf = ({ connection }: TestApp, table: string) =>
  query<{ name: string; file: string; column: string; madeBy: string | null }>(
    connection,
    `select c.relname as name, c.relfilenode::text as file, a.attname || ' ' || a.attnum as column,
       col_description(c.oid, a.attnum) as "madeBy"
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relname = '${table}'
       or c.oid in (select indexrelid from pg_index where indrelid = '${table}'::regclass)
     order by 1, 3`,
  )

test('new columns, indexes and search texts of a declaration are there after the next start', async () => {
  const before = await startApp({ registry: notes(false) })
  const { connection } = before
  const field = await before.call('POST', '/career-fields', { body: { name: 'Falconry' } })
  const id = String(field.body._id)
  await before.call('POST', '/notes', { body: { title: 'Refers', fields: [id] } })
  // One weight is not a number: it is kept and sorted as missing.
  await query(
    connection,
    `insert into rec_notes (id, version, created_at, updated_at, data, search_text)
     select gen_random_uuid(), 1, now() - make_interval(secs => n), now(),
       jsonb_build_object('title', 'Note ' || n, 'fields', '[]'::jsonb, 'look', jsonb_build_object(
         'weight', case when n = 7 then '"seven"' else to_jsonb(n) end, 'mood', case when n % 10 = 0 then 'bright' else 'calm' end)),
       'note ' || n
     from generate_series(1, 2500) as n`,
  )
  const data = () => query(connection, 'select id, version, data from rec_notes order by id')
  const stored = await data()
  await before.close()

  const after = await startApp({ registry: notes(true), connection })
  const titles = async (asked: string) =>
    (Object((await after.call('GET', `/notes?limit=5&${asked}`)).body).notes as { title: string }[])
      .map(({ title }) => title)
      .join(', ')
  expect(await titles('sort=-look.weight')).toBe(
    'Note 2500, Note 2499, Note 2498, Note 2497, Note 2496',
  )
  expect(await titles('sort=-heavy')).toBe('Note 2500, Note 2499, Note 2498, Note 2497, Note 2496')
  expect(await titles('look.mood=bright&sort=look.weight')).toBe(
    'Note 10, Note 20, Note 30, Note 40, Note 50',
  )
  expect(Object((await after.call('GET', '/notes?search=bright')).body.pagination).total).toBe(250)
  expect((await after.call('DELETE', `/career-fields/${id}`)).status).toBe(409)
  expect(await data()).toEqual(stored)
  await query(connection, 'create index of_the_operator on rec_notes (version)')
  const made = await madeOf(after, 'rec_notes')
  expect(new Set(made.map(({ name }) => name))).toContain('rec_notes_look_mood_filter')
  await after.close()

  // A start without changes.
  const same = await startApp({ registry: notes(true), connection })
  expect(await madeOf(same, 'rec_notes')).toEqual(made)
  await same.close()
  // Leaves an invalid index.
  const failed = query(
    connection,
    'create unique index concurrently rec_notes_broken on rec_notes (version)',
  )
  await expect(failed).rejects.toThrow('could not create unique index')
  await query(connection, `comment on index rec_notes_broken is '0123456789abcdef'`)

  // Undeclared columns and indexes are removed; data and foreign indexes stay.
  const back = await startApp({ registry: notes(false), connection })
  const left = await madeOf(back, 'rec_notes')
  expect(left.filter(({ column }) => /weight|mood|heavy/.test(column))).toEqual([])
  expect(new Set(left.map(({ name }) => name))).toContain('of_the_operator')
  expect(new Set(left.map(({ name }) => name))).not.toContain('rec_notes_broken')
  expect(await data()).toEqual(stored)
  await back.close()
})

/** A resource whose long texts become sorted, unique and references. */
function letters(isAsked: boolean) {
  return completeRegistry([
    users,
    defineResource({
      name: 'letters',
      label: ['Letter', 'Letters'],
      recordName: 'title',
      create: z.object({
        title: requiredText(),
        body: requiredText(10_000),
        reader: isAsked ? reference('users').optional() : requiredText(10_000).optional(),
      }),
      sample: { title: 'A', body: 'B' },
      columns: (c) => [c.text('title', 'Title')],
      fields: (f) => [f.text('title', 'Title'), f.text('body', 'Body')],
      ...(isAsked && {
        sorts: ['title', 'body'],
        unique: [{ path: 'body', message: 'One of each body.' }],
      }),
    }),
  ])
}

test('a server starts with a stored text that is too long for an index', async () => {
  const long = () => randomBytes(4500).toString('base64')
  const [body, reader] = [long(), long()]
  const before = await startApp({ registry: letters(false) })
  const made = await before.call('POST', '/letters', { body: { title: 'Long', body, reader } })
  expect(made.status, made.text).toBe(201)
  await before.close()

  const after = await startApp({ registry: letters(true), connection: before.connection })
  expect(after.store.unmadeIndexes).toEqual(['rec_letters_body_sort', 'rec_letters_body_unique'])
  const twin = await after.call('POST', '/letters', { body: { title: 'Twin', body } })
  expect(twin.status, twin.text).toBe(409)
  const short = await after.call('POST', '/letters', { body: { title: 'Short', body: '!' } })
  expect(short.status, short.text).toBe(201)
  const { body: list } = await after.call('GET', '/letters?sort=body')
  expect((list.letters as { title: string }[]).map(({ title }) => title)).toEqual(['Short', 'Long'])
  const path = `/letters/${made.body._id}`
  expect((await after.call('PUT', path, { body: { body: 'Corrected' } })).status).toBe(200)
  await after.close()

  const again = await startApp({ registry: letters(true), connection: before.connection })
  expect(again.store.unmadeIndexes).toEqual([])
  const refused = await again.call('PUT', path, { body: { body: long() } })
  expect(refused.status, refused.text).toBe(400)
  await again.close()
})
