import { expect, test } from 'vitest'
import * as z from 'zod'
import { completeRegistry } from '#model/complete.ts'
import { defineResource } from '#model/declaration.ts'
import { references } from '#model/references.ts'
import { requiredText } from '#model/schema.ts'
import careerFields from '#resources/career-fields.ts'
import users from '#resources/users.ts'
import { query, startApp, type TestApp } from '../support/app.ts'

const ROWS = 2500
const PAGE = '/notes?limit=5'

/** A resource before and after its declaration asks for more of rows that are there. */
function notes(grown: boolean) {
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
      columns: (c) => [c.text('title', 'Title')],
      fields: (f) => [f.text('title', 'Title'), f.reference('fields', 'Fields')],
      search: grown ? ['title', 'look.mood'] : ['title'],
      sorts: grown ? ['title', 'look.weight'] : ['title'],
      filters: grown ? ['look.mood', 'look.weight'] : [],
    }),
  ])
}

/** A server of the older declaration, with more rows than are changed at once. */
async function startOld(): Promise<TestApp> {
  const old = await startApp({ registry: notes(false) })
  await query(
    old.connection,
    `insert into rec_notes (id, version, created_at, updated_at, data, search_text)
     select gen_random_uuid(), 1, now() - make_interval(secs => n), now(),
       jsonb_build_object('title', 'Note ' || n, 'fields', '[]'::jsonb, 'look', jsonb_build_object(
         'weight', n, 'mood', case when n % 10 = 0 then 'bright' else 'calm' end)), 'note ' || n
     from generate_series(1, ${ROWS}) as n`,
  )
  return old
}

const titles = async (app: TestApp, query: string) =>
  (Object((await app.call('GET', `${PAGE}${query}`)).body).notes as { title: string }[]).map(
    ({ title }) => title,
  )

const isReady = (app: TestApp) =>
  query<{ column_name: string; is_filled: boolean }>(
    app.connection,
    `select column_name, is_filled from field_columns where table_name = 'rec_notes' order by 1`,
  )

const invalid = (app: TestApp) =>
  query(
    app.connection,
    `select indexrelid::regclass from pg_index where indrelid = 'rec_notes'::regclass and not indisvalid`,
  )

test('OPS a declaration that grows is brought up while an older and a newer server work', async () => {
  const old = await startOld()
  const app = await startApp({ registry: notes(true), connection: old.connection })
  expect((await isReady(app)).filter(({ is_filled }) => !is_filled)).not.toEqual([])

  // Before anything is filled, lists read the JSON.
  expect(await titles(app, '&sort=-look.weight')).toEqual(
    [0, 1, 2, 3, 4].map((n) => `Note ${ROWS - n}`),
  )
  expect(await titles(app, '&look.mood=bright&sort=look.weight')).toEqual(
    [10, 20, 30, 40, 50].map((n) => `Note ${n}`),
  )

  const lines: string[] = []
  let isDone = false
  const work = app.store
    .bringUp((line) => lines.push(line))
    .finally(() => {
      isDone = true
    })
  const statuses = new Set<number>()
  let written = 0
  while (!isDone) {
    const title = `Written meanwhile ${written}`
    const server = written % 2 === 0 ? old : app
    statuses.add(
      (await server.call('POST', '/notes', { body: { title, look: { weight: -written } } })).status,
    )
    statuses.add((await old.call('GET', `${PAGE}&sort=title`)).status)
    written += 1
  }
  await work
  expect([...statuses].sort()).toEqual([200, 201])
  expect(written).toBeGreaterThan(0)
  expect(lines).toContain('Filling columns of notes')
  expect(lines).toContain('Remaking search texts of notes')
  expect((await isReady(app)).filter(({ is_filled }) => !is_filled)).toEqual([])
  expect(await invalid(app)).toEqual([])

  // Every row has the columns that its JSON says, also what the older server wrote meanwhile.
  const wrong = await query(
    app.connection,
    `select id from rec_notes where number_look_weight is distinct from (data #>> '{look,weight}')::float8
       or text_look_mood is distinct from data #>> '{look,mood}'`,
  )
  expect(wrong).toEqual([])
  expect(await titles(app, '&sort=-look.weight')).toEqual(
    [0, 1, 2, 3, 4].map((n) => `Note ${ROWS - n}`),
  )
  expect(Object((await app.call('GET', '/notes?search=bright')).body.pagination).total).toBe(250)
  await old.close()
  await app.close()
})

test('OPS what was interrupted goes on where it stood', async () => {
  const old = await startOld()
  await old.close()
  const app = await startApp({ registry: notes(true), connection: old.connection })
  const stopping = new AbortController()
  const stopped = app.store.bringUp((line) => {
    if (line.startsWith('Building')) stopping.abort()
  }, stopping.signal)
  await stopped.catch(() => undefined)
  expect((await isReady(app)).every(({ is_filled }) => is_filled)).toBe(false)
  await app.close()

  const again = await startApp({ registry: notes(true), connection: old.connection })
  const lines: string[] = []
  await again.store.bringUp((line) => lines.push(line))
  expect(lines).not.toContain('Filling columns of notes')
  expect((await isReady(again)).every(({ is_filled }) => is_filled)).toBe(true)
  expect(await invalid(again)).toEqual([])
  await again.close()
})

test('OPS two new servers that bring tables up at once do it once, and neither waits for the other for ever', async () => {
  const old = await startOld()
  const start = () => startApp({ registry: notes(true), connection: old.connection })
  const servers = [await start(), await start()]
  const lines: string[] = []
  // Whoever comes second must hold nothing that the first one's index would wait for.
  await Promise.all(servers.map(({ store }) => store.bringUp((line) => lines.push(line))))
  expect(lines.filter((line) => line === 'Filling columns of notes')).toHaveLength(1)
  for (const server of servers) {
    expect((await isReady(server)).every(({ is_filled }) => is_filled)).toBe(true)
    expect(await titles(server, '&sort=-look.weight')).toContain(`Note ${ROWS}`)
    await server.close()
  }
  expect(await invalid(old)).toEqual([])
  await old.close()
})

test('OPS a program that does not know a resource does not delete what is used there', async () => {
  const newer = await startApp({ registry: notes(true) })
  const { connection } = newer
  const field = await newer.call('POST', '/career-fields', { body: { name: 'Falconry' } })
  const id = String(field.body._id)
  await newer.call('POST', '/notes', { body: { title: 'One', fields: [id] } })
  const older = await startApp({ registry: completeRegistry([users, careerFields]), connection })
  const refused = await older.call('DELETE', `/career-fields/${id}`)
  expect(refused.status).toBe(409)
  expect(Object(refused.body.error).message).toBe('This career field is used by 1 note.')
  await older.close()
  await newer.close()
})
