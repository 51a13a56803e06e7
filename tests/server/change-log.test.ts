import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ChangeDetail, ChangePage, HistoryPage } from '#contract/changes.ts'
import { query, startApp, type TestApp } from '../support/app.ts'

let server: TestApp
beforeAll(async () => {
  server = await startApp({ env: { CONSOLE_ROLES: 'editor,support', TRASH_DAYS: '7' } })
})
afterAll(() => server.close())

async function get<T>(path: string, token?: string): Promise<T> {
  const answer = await server.call('GET', path, token === undefined ? {} : { token })
  expect(answer.status, answer.text).toBe(200)
  return answer.body as unknown as T
}

async function write(method: string, path: string, body?: object, token?: string) {
  const answer = await server.call(method, path, { ...(body && { body }), ...(token && { token }) })
  expect(answer.status, answer.text).toBeLessThan(300)
  return String(answer.body._id ?? '')
}

const changes = (filter = '', token?: string) => get<ChangePage>(`/changes${filter}`, token)
const MISSIONS = '/missions/templates'

test('each write is an entry with author, time, way and record, the latest first', async () => {
  const before = (await changes()).pagination.total
  const id = await write('POST', MISSIONS, { title: 'Draw a map', type: 'research' })
  await write('PUT', `${MISSIONS}/${id}`, { title: 'Draw a better map' })
  await write('DELETE', `${MISSIONS}/${id}`)
  const { changes: lines, pagination } = await changes('?limit=3')
  expect(pagination).toEqual({ page: 1, limit: 3, total: before + 3 })
  const record = (name: string, action: string) => ({
    ...{ resource: 'missions/templates', id, name, action, isLive: false },
  })
  expect(lines).toEqual(
    [
      record('Draw a better map', 'delete'),
      record('Draw a better map', 'update'),
      record('Draw a map', 'create'),
    ].map((one) => ({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      at: expect.any(String),
      by: { id: server.adminId, name: 'Ada Admin' },
      via: 'form',
      counts: [{ resource: 'missions/templates', action: one.action, count: 1 }],
      records: [one],
      canUndo: true,
    })),
  )
})

test('a record’s history has each version, field by field, also when it is deleted', async () => {
  const id = await write('POST', MISSIONS, { title: 'Tie a knot', type: 'research' })
  const body = { title: 'Tie two knots', rewards: { experience: 20 }, skills: ['Patience'] }
  await write('PUT', `${MISSIONS}/${id}`, body)
  await write('DELETE', `${MISSIONS}/${id}`)
  const { history, pagination } = await get<HistoryPage>(`${MISSIONS}/${id}/history`)
  expect(pagination.total).toBe(3)
  expect(history.map(({ action, version }) => [action, version])).toEqual([
    ['delete', 3],
    ['update', 2],
    ['create', 1],
  ])
  expect(history[0]?.fields).toEqual({})
  expect(history[1]?.fields).toMatchObject({
    title: { was: 'Tie a knot', is: 'Tie two knots' },
    'rewards.experience': { was: 0, is: 20 },
    skills: { was: [], is: ['Patience'] },
  })
  expect(Object.keys(history[1]?.fields ?? {})).toHaveLength(3)
  expect(history[2]?.fields).toMatchObject({
    title: { is: 'Tie a knot' },
    type: { is: 'research' },
  })
  const page = await get<HistoryPage>(`${MISSIONS}/${id}/history?limit=1&page=3`)
  expect(page.history.map(({ version }) => version)).toEqual([1])

  const detail = await get<ChangeDetail>(`/changes/${history[1]?.change}`)
  expect(detail.items).toEqual([
    { ...history[1], resource: 'missions/templates', id, name: 'Tie two knots' },
  ])
  expect(detail.records).toHaveLength(1)
})

test('changes are filtered by person, resource, record, way and day', async () => {
  const editor = await server.user({ firstName: 'Ed', lastName: 'Itor', role: 'editor' })
  const id = await write('POST', '/career-fields', { name: 'Baking' })
  await write('PUT', `/career-fields/${id}`, { name: 'Bakery' }, editor.token)
  const names = async (filter: string) =>
    (await changes(filter)).changes.flatMap(({ records }) => records.map(({ name }) => name))
  expect(await names(`?actor=${editor.id}`)).toEqual(['Bakery'])
  expect(await names(`?resource=career-fields&record=${id}`)).toEqual(['Bakery', 'Baking'])
  expect(await names(`?record=${id}`)).toEqual(['Bakery', 'Baking'])
  expect((await names('?resource=users'))[0]).toBe('Ed Itor')
  expect(await names(`?resource=users&actor=${editor.id}`)).toEqual([])
  expect(await names('?via=list')).toEqual([])
  expect(await names('?undone=true')).toEqual([])
  expect(await names('?at_is=last7days&resource=career-fields&limit=2')).toEqual([
    'Bakery',
    'Baking',
  ])
  await query(
    server.connection,
    `update changes set at = '2026-01-05T12:00:00Z' where id in
      (select coalesce(change_id, id) from history where record_id = $1)`,
    [id],
  )
  expect(await names('?at_from=2026-01-05&at_to=2026-01-05')).toEqual(['Bakery', 'Baking'])
  const [old] = (await changes('?at_to=2026-01-05')).changes
  expect(old?.canUndo).toBe(false)
})

test('a wrong filter is refused at its parameter', async () => {
  for (const [filter, name] of [
    ['?actor=me', 'actor'],
    ['?record=5', 'record'],
    ['?via=magic', 'via'],
    ['?resource=nothing', 'resource'],
    ['?at_from=tomorrow', 'at_from'],
    ['?at_from=2026-02-02&at_to=2026-02-01', 'at_from'],
    ['?page=0', 'page'],
    ['?limit=101', 'limit'],
    ['?limit=1e1', 'limit'],
    ['?page=%205', 'page'],
    ['?sort=at', 'sort'],
  ] as const) {
    const { status, body } = await server.call('GET', `/changes${filter}`)
    expect(status, filter).toBe(400)
    expect(Object.keys(Object(body.error).fields), filter).toEqual([name])
  }
  const nowhere = '01890a5d-ac96-774b-bcce-b302099a8057'
  for (const path of [
    '/changes/none',
    `/changes/${nowhere}`,
    `/users/${nowhere}/history`,
    '/users/none/history',
  ])
    expect((await server.call('GET', path)).status, path).toBe(404)
})

test('a role sees only changes of what it may read, and can undo only what it may do', async () => {
  const support = await server.user({ role: 'support' })
  const editor = await server.user({ role: 'editor' })
  const mission = await write('POST', MISSIONS, { title: 'Fold a boat', type: 'research' })
  const seen = async (token: string) =>
    (await changes('?limit=100', token)).changes.flatMap(({ counts, canUndo }) =>
      counts.map(({ resource }) => ({ resource, canUndo })),
    )
  for (const [token, role] of [
    [support.token, 'support'],
    [editor.token, 'editor'],
  ] as const) {
    const lines = await seen(token)
    expect(lines.length).toBeGreaterThan(0)
    for (const { resource, canUndo } of lines) {
      expect(server.access.mayRead(role, resource), `${role} ${resource}`).toBe(true)
      expect(
        canUndo && !server.access.decide({ role, action: 'delete', on: resource }).isAllowed,
      ).toBe(false)
    }
  }
  const hidden = (await changes('?resource=users&limit=1')).changes[0]?.id
  expect(server.access.mayRead('editor', 'users')).toBe(false)
  expect((await server.call('GET', `/changes/${hidden}`, editor)).status).toBe(404)
  expect((await server.call('GET', '/changes?resource=users', editor)).status).toBe(403)
  expect((await server.call('GET', `/users/${support.id}/history`, editor)).status).toBe(403)
  expect(JSON.stringify(await get(`${MISSIONS}/${mission}/history`, editor.token))).toContain(
    'Fold',
  )
})

test('an undo shows no values that the role may not read', async () => {
  const editor = await server.user({ role: 'editor' })
  const { id } = await server.user({ lastName: 'Quill' })
  const edited = await server.call('PUT', `/users/${id}`, { body: { lastName: 'Inkwell' } })
  await write('PUT', `/users/${id}`, { lastName: 'Blotter' })
  const path = `/changes/${edited.headers['change-id']}/undo`
  const plan = (token?: string) =>
    server.call('POST', path, { body: { plan: true }, ...(token && { token }) })
  expect((await plan()).text).toContain('Inkwell')
  const shown = await plan(editor.token)
  expect(shown.body.kept, shown.text).toMatchObject([{ id, name: 'user', fields: {} }])
  for (const value of ['Quill', 'Inkwell', 'Blotter']) expect(shown.text).not.toContain(value)
})
