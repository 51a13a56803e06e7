import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { query, startApp, type TestApp } from '../support/app.ts'
import type { Values } from '../support/values.ts'

type Someone = Awaited<ReturnType<TestApp['user']>>

let server: TestApp
let ada: Someone
let bo: Someone
let analyst: Someone
let editor: Someone
beforeAll(async () => {
  server = await startApp({ env: { CONSOLE_ROLES: 'editor,analyst' } })
  const roles = ['admin', 'admin', 'analyst', 'editor']
  const made = (await Promise.all(roles.map((role) => server.user({ role })))) as Someone[]
  ;[ada, bo, analyst, editor] = made as [Someone, Someone, Someone, Someone]
})
afterAll(() => server.close())

const as = (who: Someone, method: string, path: string, body?: Values) =>
  server.call(method, path, { token: who.token, ...(body && { body }) })
const view = (values: Values = {}) => ({
  resource: 'users',
  name: 'Admins',
  query: 'role=admin',
  ...values,
})
const save = async (who: Someone, values: Values = {}) => {
  const made = await as(who, 'POST', '/views', view(values))
  expect(made.status, made.text).toBe(201)
  return made
}
const namesFor = async (who: Someone, path = '/views?resource=users&limit=100') =>
  ((await as(who, 'GET', path)).body.views as Values[]).map(({ name }) => name)
const ruleOf = ({ body }: { body: Values }) => Object(body.error).rule

describe('saved views', () => {
  test('a private view is hidden from all other users', async () => {
    const { body } = await save(ada, { name: 'Mine alone' })
    const at = `/views/${body._id}`
    expect(body).toMatchObject({ owner: ada.id, shared: false, query: 'role=admin', version: 1 })
    expect(await namesFor(ada)).toContain('Mine alone')
    for (const other of [bo, analyst, editor]) {
      expect(await namesFor(other)).not.toContain('Mine alone')
      expect(await namesFor(other, `/views?ids=${body._id}`)).toEqual([])
      for (const path of [at, `${at}/history`, `${at}/uses`])
        expect((await as(other, 'GET', path)).status, path).toBe(404)
      expect((await as(other, 'PUT', at, { name: 'Theirs' })).status).toBe(404)
      expect((await as(other, 'DELETE', at)).status).toBe(404)
    }
    expect((await as(ada, 'PUT', at, { name: 'Still mine', owner: bo.id })).body).toMatchObject({
      name: 'Still mine',
      owner: ada.id,
    })
    expect((await as(ada, 'DELETE', at)).status).toBe(204)
    const deleted = '/views?deleted=true&limit=100'
    expect(await namesFor(ada, deleted)).toContain('Still mine')
    expect(await namesFor(bo, deleted)).not.toContain('Still mine')
  })

  test('a shared view is visible to all who may read its list, and changed by owner and admins', async () => {
    const { body } = await save(analyst, { name: 'For all', shared: true })
    const at = `/views/${body._id}`
    expect(await namesFor(bo)).toContain('For all')
    // Editors cannot read users.
    expect(await namesFor(editor)).not.toContain('For all')
    expect((await as(editor, 'GET', at)).status).toBe(404)
    expect((await as(editor, 'POST', '/views', view())).status).toBe(403)
    expect((await as(bo, 'PUT', at, { name: 'For everybody' })).status).toBe(200)
    expect((await as(analyst, 'PUT', at, { query: 'role=user' })).status).toBe(200)

    const of = await save(bo, { name: 'An admin’s', shared: true })
    const refused = await as(analyst, 'PUT', `/views/${of.body._id}`, { name: 'Mine now' })
    expect(refused.status).toBe(403)
    expect(ruleOf(refused)).toBe('views.access.own')
    expect((await as(analyst, 'DELETE', `/views/${of.body._id}`)).status).toBe(403)
    // Only the owner can make it private.
    expect((await as(bo, 'PUT', at, { shared: false })).status).toBe(403)
    expect((await as(analyst, 'PUT', at, { shared: false })).status).toBe(200)
    expect(await namesFor(bo)).not.toContain('For everybody')
  })

  test('a name is unique for user and list, and there are at most 100 views', async () => {
    const first = await save(bo, { name: 'Twice' })
    const twin = await as(bo, 'POST', '/views', view({ name: 'TWICE' }))
    expect(twin.status).toBe(409)
    expect(Object(twin.body.error).fields).toEqual({
      name: 'You already have a view with this name.',
    })
    await save(ada, { name: 'Twice' })
    await save(bo, { name: 'Twice', resource: 'mentors' })
    const gone = await as(bo, 'DELETE', `/views/${first.body._id}`)
    await save(bo, { name: 'Twice' })
    const undo = await as(bo, 'POST', `/changes/${gone.headers['change-id']}/undo`, {})
    expect(undo.body.refused).toMatchObject([{ reason: 'You already have a view with this name.' }])

    const { body } = await as(analyst, 'GET', '/views?resource=mentors')
    expect(body.views).toEqual([])
    for (let n = 0; n < 100; n += 1) await save(analyst, { resource: 'mentors', name: `No ${n}` })
    const more = await as(
      analyst,
      'POST',
      '/views',
      view({ resource: 'mentors', name: 'One more' }),
    )
    expect(more.status).toBe(409)
    expect(Object(more.body.error).message).toContain('100 views')
    await save(analyst, { name: 'Of another list' })
  })

  test('history, Activity, changes and undo exclude the private views of others', async () => {
    const made = await save(ada, { name: 'Hidden story' })
    const change = String(made.headers['change-id'])
    for (const path of [
      '/changes?limit=100',
      `/changes?record=${made.body._id}`,
      '/admin/system-overview',
    ])
      expect((await as(bo, 'GET', path)).text, path).not.toContain('Hidden story')
    expect((await as(ada, 'GET', '/changes?limit=100')).text).toContain('Hidden story')
    expect((await as(ada, 'GET', `/changes/${change}`)).status).toBe(200)
    expect((await as(bo, 'GET', `/changes/${change}`)).status).toBe(404)
    expect((await as(bo, 'POST', `/changes/${change}/undo`, {})).status).toBe(404)
    const plan = await as(bo, 'POST', '/changes/plan', {
      resource: 'views',
      change: { action: 'delete' },
      ids: [made.body._id],
    })
    expect(plan.body.counts).toMatchObject({ changed: 0, refused: 1 })
    expect(plan.text).not.toContain('Hidden story')
    const all = await as(bo, 'POST', '/changes/plan', {
      resource: 'views',
      change: { action: 'delete' },
      query: '',
    })
    expect(all.text).not.toContain('Hidden story')
    expect((await as(ada, 'POST', `/changes/${change}/undo`, {})).body.takenBack).toHaveLength(1)
    expect(await namesFor(ada)).not.toContain('Hidden story')
  })

  test('each user chooses the view that a list opens with, also a shared one', async () => {
    const shared = await save(bo, { name: 'Opens with this', shared: true })
    const body = { resource: 'users', view: shared.body._id }
    const made = await as(analyst, 'POST', '/list-settings', body)
    expect(made.status, made.text).toBe(201)
    expect((await as(analyst, 'POST', '/list-settings', body)).status).toBe(409)
    expect((await as(ada, 'POST', '/list-settings', body)).status).toBe(201)
    const settings = async (who: Someone) =>
      (await as(who, 'GET', '/list-settings')).body.listSettings as Values[]
    expect(await settings(bo)).toEqual([])
    expect(await settings(analyst)).toMatchObject([{ resource: 'users', view: shared.body._id }])
    // A setting does not prevent the deletion of its view.
    expect((await as(bo, 'DELETE', `/views/${shared.body._id}`)).status).toBe(204)
    const cleared = await as(analyst, 'PUT', `/list-settings/${made.body._id}`, { view: null })
    expect(cleared.body).not.toHaveProperty('view')
  })

  test('erasing a user deletes private views and keeps shared ones', async () => {
    const eve = (await server.user({ role: 'admin' })) as Someone
    await save(eve, { name: 'Eve’s own secret' })
    const gone = await save(eve, { name: 'Eve’s deleted secret' })
    await as(eve, 'DELETE', `/views/${gone.body._id}`)
    await save(eve, { name: 'Eve’s for all', shared: true })
    await as(eve, 'POST', '/list-settings', { resource: 'users', view: gone.body._id })
    expect((await as(ada, 'DELETE', `/users/${eve.id}/erase`)).status).toBe(204)
    const found = await query<{ name: string }>(
      server.connection,
      `select data ->> 'name' as name from rec_views where data ->> 'owner' = $1
        union all select data ->> 'resource' from rec_list_settings where data ->> 'owner' = $1
        union all select data ->> 'name' from history where data::text like '%secret%'`,
      [eve.id],
    )
    expect(found).toEqual([{ name: 'Eve’s for all' }])
    expect(await namesFor(bo)).toContain('Eve’s for all')
  })
})
