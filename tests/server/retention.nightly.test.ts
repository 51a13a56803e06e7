import { afterAll, beforeEach, expect, test } from 'vitest'
import { registry } from '#resources/index.ts'
import { createRetention } from '#server/history/erase.ts'
import { query, startApp, type TestApp } from '../support/app.ts'
import { MESSAGE, post } from '../support/forms.ts'

let server: TestApp
const closing: TestApp[] = []
beforeEach(async () => {
  server = await startApp({
    env: { FORM_POSTS_PER_ADDRESS: '100000', FORM_POSTS_IN_TOTAL: '100000' },
  })
  closing.push(server)
})
afterAll(() => Promise.all(closing.map((one) => one.close())))

const sql = <Row extends object>(text: string, values: unknown[] = []) =>
  query<Row>(server.connection, text, values)

/** Runs rounds until nothing is left, and returns their number. */
async function rounds(days: { trash: number; history?: number }, of = server): Promise<number> {
  const round = createRetention(of.store, registry, of.erasing, {
    trash: days.trash,
    history: days.history,
  })
  for (let count = 1; ; count += 1) if (!(await round())) return count
}

/** Stores messages that were deleted this many days ago. */
async function deletedMessages(count: number, days: number, mark: string): Promise<void> {
  await sql(
    `with made as (
       insert into rec_messages (id, version, created_at, updated_at, deleted_at, data, search_text)
       select gen_random_uuid(), 2, now() - interval '400 days', now(), now() - make_interval(days => $2),
         jsonb_build_object('name', $3 || n, 'email', $3 || n || '@example.org', 'subject', 'Hello', 'message', 'x',
           'status', 'new'), $3 || n
       from generate_series(1, $1) as n returning id, data
     )
     insert into history (id, resource, record_id, version, action, at, data)
     select gen_random_uuid(), 'messages', id, v, case v when 1 then 'create' else 'delete' end,
       now() - interval '399 days', data
     from made, generate_series(1, 2) as v`,
    [count, days, mark],
  )
}

const tracesOf = async (mark: string) => {
  const [row] = await sql<{ n: number }>(
    `select (select count(*)::int from rec_messages t where t::text like $1) +
       (select count(*)::int from history h where h::text like $1) +
       (select count(*)::int from erased e where e::text like $1) as n`,
    [`%${mark}%`],
  )
  return row?.n
}

test('public messages are erased TRASH_DAYS after their deletion, in batches, by one server at a time', async () => {
  await deletedMessages(250, 31, 'longgone')
  await deletedMessages(5, 29, 'justgone')
  const second = await startApp({ connection: server.connection })
  closing.push(second)
  await post(server, 'contact', MESSAGE)
  const user = await server.user({ firstName: 'Longgone' })
  await server.call('DELETE', `/users/${user.id}`)
  await sql(`update rec_users set deleted_at = now() - interval '300 days' where id = $1`, [
    user.id,
  ])

  const counts = await Promise.all([rounds({ trash: 30 }), rounds({ trash: 30 }, second)])
  expect(Math.max(...counts), 'parts of a hundred').toBeGreaterThanOrEqual(2)
  await rounds({ trash: 30 })
  expect(await tracesOf('longgone')).toBe(0)
  expect(await tracesOf('justgone')).toBe(15)
  expect((await server.call('GET', '/messages')).body.messages).toHaveLength(1)
  // Deleted users stay until an admin erases them.
  expect(await sql('select 1 from rec_users where id = $1', [user.id])).toHaveLength(1)
  const [erased] = await sql<{ n: number; twice: number; who: number }>(
    `select count(*)::int as n, (count(*) - count(distinct record_id))::int as twice,
       count(actor_id)::int as who from history where action = 'erase'`,
  )
  expect(erased).toEqual({ n: 250, twice: 0, who: 0 })
  expect(await rounds({ trash: 30 })).toBe(1)
})

test('a locked record is left for the next round', async () => {
  await deletedMessages(3, 40, 'held')
  const client = await server.store.pool.connect()
  await client.query('begin')
  await client.query(`select 1 from rec_messages where data->>'name' = 'held2' for update`)
  await rounds({ trash: 30 })
  const left = await sql<{ name: string }>(`select data->>'name' as name from rec_messages`)
  expect(left).toEqual([{ name: 'held2' }])
  await client.query('rollback')
  client.release()
  await rounds({ trash: 30 })
  expect(await sql('select 1 from rec_messages')).toEqual([])
})

test('HISTORY_DAYS deletes older versions, keeps the version of that moment, and deletes empty changes', async () => {
  const made = await server.call('POST', '/missions/templates', {
    body: { title: 'First title', type: 'research' },
  })
  const at = `/missions/templates/${made.body._id}`
  const change = async (title: string) =>
    (await server.call('PUT', at, { body: { title } })).headers['change-id']
  const changes = [made.headers['change-id'], await change('Second title'), await change('Third')]
  await sql(
    `update history set at = now() - make_interval(days => 100 - version) where record_id = $1`,
    [made.body._id],
  )
  await sql(`update changes set at = now() - interval '99 days' where id = any($1)`, [changes])
  const latest = await change('Fourth title')

  // Without HISTORY_DAYS nothing is deleted.
  await rounds({ trash: 30 })
  expect(await sql('select 1 from history where record_id = $1', [made.body._id])).toHaveLength(4)

  await rounds({ trash: 30, history: 60 })
  expect(
    await sql(
      `select version, data->>'title' as title, fields from history where record_id = $1 order by version`,
      [made.body._id],
    ),
  ).toEqual([
    { version: 3, title: 'Third', fields: {} },
    { version: 4, title: 'Fourth title', fields: { title: { was: 'Third', is: 'Fourth title' } } },
  ])
  expect(await sql('select id from changes where id = any($1)', [changes])).toEqual([
    { id: changes[2] },
  ])
  expect((await server.call('GET', at)).body).toMatchObject({ title: 'Fourth title', version: 4 })
  // Changes within the days can be undone.
  const undone = await server.call('POST', `/changes/${latest}/undo`, { body: {} })
  expect(undone.status, undone.text).toBe(200)
  expect((await server.call('GET', at)).body.title).toBe('Third')
  await sql(
    `update history set at = now() - interval '61 days' where record_id = $1 and version = 4`,
    [made.body._id],
  )
  await rounds({ trash: 30, history: 60 })
  expect(
    await sql('select version from history where record_id = $1 order by version', [made.body._id]),
  ).toEqual([{ version: 4 }, { version: 5 }])
})

test('answers and idempotency keys of changes are deleted after TRASH_DAYS', async () => {
  await sql(
    `insert into changes (id, at, via, key_hash, asked_hash, answer)
     select gen_random_uuid(), now() - make_interval(days => days), 'list', days::text::bytea, 'x', '{"counts":{}}'
     from unnest(array[29, 31]) as days`,
  )
  await rounds({ trash: 30 })
  expect(await sql('select 1 from changes where answer is not null')).toHaveLength(1)
  expect(await sql('select 1 from changes where key_hash is not null')).toHaveLength(1)
})
