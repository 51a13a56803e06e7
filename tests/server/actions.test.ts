import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { CHANGE_HEADER } from '#contract/api.ts'
import { completeRegistry } from '#model/complete.ts'
import { defineResource } from '#model/declaration.ts'
import { requiredText } from '#model/schema.ts'
import careerFields from '#resources/career-fields.ts'
import { registry as wholeRegistry } from '#resources/index.ts'
import users from '#resources/users.ts'
import { conflict } from '#server/http/refusal.ts'
import { ACTIONS } from '#server/records/actions/index.ts'
import { checkActions, type ListAction, type RowAction } from '#server/records/actions.ts'
import { query, startApp, type TestApp } from '../support/app.ts'
import { MESSAGE, post } from '../support/forms.ts'

/** A resource with every kind of action. */
const workshops = defineResource({
  name: 'workshops',
  label: ['Workshop', 'Workshops'],
  recordName: 'title',
  create: z.object({
    title: requiredText(60),
    status: z.enum(['draft', 'open', 'closed']).default('open'),
    reminders: z.int().default(0),
  }),
  sample: { title: 'Portfolio evening' },
  columns: (c) => [c.text('title', 'Title')],
  fields: (f) => [f.text('title', 'Title')],
  search: ['title'],
  filters: ['status'],
  rowActions: (action) => [
    action('remind', 'Send reminder', {
      when: ({ status }) => status === 'open',
      done: 'Reminder sent.',
    }),
    action('close', 'Close', {
      when: (row) => row.status === 'open',
      done: 'Closed.',
      otherwise: 'Only what is open can be closed.',
    }),
    action('fail', 'Fail', { done: 'Never said.' }),
    action('dropOut', 'Drop out', { done: 'Gone.' }),
  ],
  listActions: (action) => [
    action('closeAll', 'Close all', {
      confirm: { title: 'Close {count} workshops?', text: 'They stay.', yes: 'Close' },
      when: ({ status }) => status === 'open',
      done: '{count} closed.',
    }),
  ],
})
const registry = completeRegistry([users, careerFields, workshops])

const remind: RowAction = ({ record, update }) =>
  update({ reminders: Number(record.data.reminders) + 1 })
const close: RowAction = ({ update }) => update({ status: 'closed' })
const fail: RowAction = ({ record }) => {
  if (record.data.title === 'Refused') throw conflict('The room is taken.')
  throw new Error('a secret of the server')
}
const dropOut: RowAction = ({ changes, record, author }) =>
  changes.remove('workshops', record.id, undefined, author)
const closeAll: ListAction = async ({ records, update }) => {
  await update(({ data }) => ({ status: data.title === 'Wrong' ? 'nonsense' : 'closed' }))
  if (records.some(({ data }) => data.title === 'Late')) throw conflict('The mail was not sent.')
}
const actions = { workshops: { remind, close, fail, dropOut, closeAll } }

let server: TestApp
beforeAll(async () => {
  server = await startApp({ registry, actions })
})
afterAll(() => server.close())
beforeEach(() => query(server.connection, 'truncate rec_workshops'))

const add = async (title: string, more = {}) => {
  const made = await server.call('POST', '/workshops', { body: { title, ...more } })
  expect(made.status, made.text).toBe(201)
  return made.body as { _id: string; version: number }
}
const act = (id: string, action: string, options = {}) =>
  server.call('POST', `/workshops/${id}/${action}`, options)
const errorOf = ({ status, body }: Awaited<ReturnType<typeof act>>) => [
  status,
  Object(body.error).message,
]
const statuses = async () => {
  const { body } = await server.call('GET', '/workshops?limit=100')
  return Object.fromEntries(
    (body.workshops as { title: string; status: string }[]).map(({ title, status }) => [
      title,
      status,
    ]),
  )
}

describe('an action of one record', () => {
  test('runs its function, with version, history and Recent Activity', async () => {
    const { _id } = await add('Portfolio evening')
    const done = await act(_id, 'remind', { headers: { 'if-match': '"1"' } })
    expect(done.status, done.text).toBe(200)
    expect(done.body).toMatchObject({ _id, title: 'Portfolio evening', reminders: 1, version: 2 })
    expect(done.headers.etag).toBe('"2"')
    const history = await query(
      server.connection,
      `select action, version, actor_id from history where record_id = '${_id}' order by version`,
    )
    expect(history.at(-1)).toEqual({ action: 'update', version: 2, actor_id: server.adminId })
    const { recentActivity } = (await server.call('GET', '/admin/system-overview')).body
    expect(Object(recentActivity)[0]).toMatchObject({
      eventType: 'workshop_updated',
      record: { id: _id },
    })
  })

  test('is refused where its condition fails, and for a stale version', async () => {
    const { _id } = await add('Closed', { status: 'closed' })
    expect(errorOf(await act(_id, 'close'))).toEqual([409, 'Only what is open can be closed.'])
    expect(errorOf(await act(_id, 'remind'))).toEqual([
      409,
      'This action is not available for this workshop in its current state.',
    ])
    const other = await add('Open')
    await server.call('PUT', `/workshops/${other._id}`, { body: { title: 'Changed' } })
    const stale = await act(other._id, 'remind', { headers: { 'if-match': '"1"' } })
    expect(stale.status).toBe(412)
    expect(stale.body.error).toMatchObject({
      code: 'stale',
      current: { title: 'Changed', version: 2 },
      changed: { by: 'Ada Admin' },
    })
    const nobody = '01890a5d-ac96-774b-bcce-b302099a8057'
    expect(errorOf(await act(nobody, 'remind'))[0]).toBe(404)
    expect((await act(other._id, 'unheard-of')).status).toBe(404)
  })

  test('of many clicks at once one succeeds; the others get 409', async () => {
    const { _id } = await add('Popular')
    const answers = await Promise.all(Array.from({ length: 8 }, () => act(_id, 'close')))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
    const { body } = await server.call('GET', `/workshops/${_id}`)
    expect(body).toMatchObject({ status: 'closed', version: 2 })
  })

  test('needs an admin, and its function fails as every route does', async () => {
    const { _id } = await add('Refused')
    const { token } = await server.user()
    expect((await act(_id, 'remind', { token: '' })).status).toBe(401)
    expect((await act(_id, 'remind', { token })).status).toBe(403)
    expect(errorOf(await act(_id, 'fail'))).toEqual([409, 'The room is taken.'])
    const failed = await act((await add('Unlucky'))._id, 'fail')
    expect(failed.status).toBe(500)
    expect(failed.text).not.toContain('secret')
    expect((await act(_id, 'drop-out')).status).toBe(204)
    expect((await act(_id, 'drop-out')).status).toBe(404)
  })
})

describe('an action of a list', () => {
  test('runs on the records that match the query and its condition', async () => {
    await add('Ada one')
    await add('Ada two', { status: 'draft' })
    const { _id } = await add('Grace')
    const done = await server.call('POST', '/workshops/close-all?search=ada')
    expect([done.status, done.body]).toEqual([200, { count: 1 }])
    expect(done.headers).toHaveProperty(CHANGE_HEADER)
    expect(await statuses()).toEqual({ 'Ada one': 'closed', 'Ada two': 'draft', Grace: 'open' })
    const byId = await server.call('POST', `/workshops/close-all?ids=${_id}`)
    expect(byId.body).toEqual({ count: 1 })
    expect((await server.call('POST', '/workshops/close-all?status=open')).body).toEqual({
      count: 0,
    })
  })

  test('runs on all or none, and accepts no page or unknown parameter', async () => {
    await add('Fine')
    await add('Wrong')
    const refused = await server.call('POST', '/workshops/close-all')
    expect(refused.status).toBe(400)
    expect(await statuses()).toEqual({ Fine: 'open', Wrong: 'open' })
    for (const parameter of ['page=2', 'limit=1', 'sort=title', 'state=open']) {
      const { status, body } = await server.call('POST', `/workshops/close-all?${parameter}`)
      expect(status, parameter).toBe(400)
      expect(Object(body.error).message).toContain(parameter.split('=')[0])
    }
    expect((await server.call('POST', '/workshops/close-all', { token: '' })).status).toBe(401)
  })

  test('runs on at most a thousand records', async () => {
    await query(
      server.connection,
      `insert into rec_workshops (id, version, created_at, updated_at, data, search_text)
       select gen_random_uuid(), 1, now(), now(), '{"title":"Many","status":"open"}', 'many' from generate_series(1, 1001)`,
    )
    expect(errorOf(await server.call('POST', '/workshops/close-all?search=many'))).toEqual([
      400,
      'More than 1,000 records match. Narrow them down by a search or a filter.',
    ])
    await query(
      server.connection,
      'delete from rec_workshops where id = (select id from rec_workshops limit 1)',
    )
    const done = await server.call('POST', '/workshops/close-all?search=many')
    expect(done.body).toEqual({ count: 1000 })
  })
})

test('an action without a function, and a function without an action, are refused with the fix', () => {
  expect(() => checkActions(wholeRegistry, ACTIONS)).not.toThrow()
  const { remind: _, ...rest } = actions.workshops
  const renamed = { workshops: { ...rest, remindd: remind } }
  expect(() => checkActions(registry, renamed)).toThrow(
    [
      "src/resources/workshops.ts: action 'remind': no function implements it. Fix: export const remind from src/server/records/actions/workshops.ts, and list that file in src/server/records/actions/index.ts.",
      "src/server/records/actions/workshops.ts: remindd: no declared action has this name. Fix: declare it in src/resources/workshops.ts, like rowActions: (action) => [action('remindd', …)], or remove it.",
    ].join('\n'),
  )
})

test('a message is marked as answered once', async () => {
  const whole = await startApp()
  await post(whole, 'contact', MESSAGE)
  const [letter] = (await whole.call('GET', '/messages')).body.messages as { _id: string }[]
  const mark = () => whole.call('POST', `/messages/${letter?._id}/mark-answered`)
  expect((await mark()).body).toMatchObject({ ...MESSAGE, status: 'answered', version: 2 })
  expect(errorOf(await mark())).toEqual([409, 'This message is no longer new.'])
  await whole.close()
})
