import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FORM_PATHS } from '#contract/forms.ts'
import type { Action } from '#model/declaration.ts'
import { getAt, setAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { parseBody } from '#model/validate.ts'
import { tableName } from '#server/records/shape.ts'
import { addRecord, settle } from '../support/add-record.ts'
import { query, startApp, type TestApp } from '../support/app.ts'
import {
  changeOf,
  rowsIn,
  sampleWith,
  searchedPath,
  shownOf,
  TRICKY,
  type Values,
} from '../support/values.ts'
import { clearingApiTests } from './clearing-api.ts'
import { listApiTests } from './list-api.ts'
import { referenceApiTests } from './reference-api.ts'

/**
 * What the API promises of every resource, proved for each one of the registry. A new declaration is
 * covered by standing there. What a declaration's `actions` leave out is proved to be absent.
 */
export function resourceApiSuite(resource: Resource, registry: readonly Resource[]): void {
  const { path, create } = resource.api
  const can = (action: Action) => resource.actions.includes(action)
  const change = changeOf(resource)
  /** A body that an edit may send; an empty one where nothing can be changed. */
  const edit = (): Values => (change ? { [change.key]: change.next() } : {})
  /** With references to records that exist, made before the tests. */
  let settled: Resource
  const sample = (number: number) => sampleWith(settled, `n${number}`)
  let server: TestApp

  /** Makes a record: through the API, or as the server itself where the API makes none. */
  const add = (body: Values) => addRecord(server, resource, body)
  const searched = searchedPath(resource)

  describe(`${resource.name} at the API`, () => {
    beforeAll(async () => {
      server = await startApp({ registry })
      settled = await settle(server, resource, registry)
    })
    afterAll(() => server.close())

    if (can('create'))
      test('a record is created and has its address', async () => {
        const made = await server.call('POST', create, { body: sample(0) })
        expect(made.status, made.text).toBe(201)
        expect(made.headers.location).toBe(`/api/v1${path}/${made.body._id}`)
        expect(made.headers.etag).toBe('"1"')
      })

    test('a record is read, listed, changed and deleted', async () => {
      const made = await add(sample(1))
      const at = `${path}/${made._id}`
      expect(made).toMatchObject(shownOf(resource, sample(1)))
      // Nothing but the declared keys, in the declared order.
      const declared = Object.keys(resource.row.shape)
      expect(Object.keys(made)).toEqual(declared.filter((key) => key in made))

      expect((await server.call('GET', at)).body).toEqual(made)
      const list = await server.call('GET', `${path}?limit=100`)
      expect(rowsOf(list.body)).toContainEqual(made)

      if (can('edit')) {
        const body = edit()
        const changed = await server.call('PUT', at, { body: { ...made, ...body } })
        expect(changed.status, changed.text).toBe(200)
        expect(changed.body).toMatchObject({ ...body, version: 2 })
      }
      if (!can('delete')) return
      expect((await server.call('DELETE', at)).status).toBe(204)
      expect((await server.call('GET', at)).status).toBe(404)
      expect((await server.call('PUT', at, { body: {} })).status).toBe(404)
      expect((await server.call('DELETE', at)).status).toBe(404)
    })

    test('undeclared actions are refused', async () => {
      const made = await add(sample(9))
      const at = `${path}/${made._id}`
      if (!can('create')) {
        // Where the public posts a form to the same address, an admin's token opens no other way in.
        const isForm = Object.values(FORM_PATHS).includes(create)
        const count = async () =>
          rowsOf((await server.call('GET', `${path}?limit=100`)).body).length
        const before = await count()
        const refused = await server.call('POST', create, { body: sample(10) })
        expect(refused.status).toBe(isForm ? 400 : 404)
        expect(await count()).toBe(before)
      }
      if (!can('edit')) expect((await server.call('PUT', at, { body: edit() })).status).toBe(404)
      if (!can('delete')) expect((await server.call('DELETE', at)).status).toBe(404)
      expect((await server.call('GET', at)).body).toEqual(made)
    })

    test('deletion is soft, and every write is in the history with its author', async () => {
      const { _id } = await add(sample(2))
      const body = edit()
      if (can('edit')) await server.call('PUT', `${path}/${_id}`, { body })
      if (can('delete')) await server.call('DELETE', `${path}/${_id}`)
      const [row] = await query<{ deleted_at: Date | null }>(
        server.connection,
        `select deleted_at from ${tableName(resource)} where id = $1`,
        [_id],
      )
      expect(row?.deleted_at instanceof Date).toBe(can('delete'))
      const history = await query<Written>(
        server.connection,
        'select action, version, actor_id, data from history where record_id = $1 order by version',
        [_id],
      )
      const written = ['create', can('edit') && 'update', can('delete') && 'delete'].filter(Boolean)
      expect(history.map(({ action, version }) => [action, version])).toEqual(
        written.map((action, index) => [action, index + 1]),
      )
      expect(history.map(({ actor_id }) => actor_id)).toEqual(
        written.map((action) => (action === 'create' && !can('create') ? null : server.adminId)),
      )
      if (can('edit')) expect(history[1]?.data).toMatchObject(body)
    })

    test('no token, a dead token and a token without the role are refused on each call', async () => {
      const { _id } = await add(sample(3))
      const { token } = await server.user()
      const calls = [
        ['GET', path, true],
        ['POST', create, can('create')],
        ['GET', `${path}/${_id}`, true],
        ['PUT', `${path}/${_id}`, can('edit')],
        ['DELETE', `${path}/${_id}`, can('delete')],
      ] as const
      for (const [method, at, isThere] of calls) {
        if (!isThere) continue
        const body = method === 'POST' || method === 'PUT' ? { body: {} } : {}
        for (const bad of ['', 'rubbish', `${token.slice(1)}A`, `${'A'.repeat(43)}`])
          expect((await server.call(method, at, { ...body, token: bad })).status).toBe(401)
        const refused = await server.call(method, at, { ...body, token })
        expect(refused.status).toBe(403)
        expect(Object(refused.body.error).code).toBe('forbidden')
      }
      expect((await server.call('GET', `${path}/${_id}`)).status).toBe(200)
    })

    if (can('create'))
      test('invalid input is 400 with the schema’s messages', async () => {
        const expected = parseBody(resource, 'create', {})
        const answer = await server.call('POST', create, { body: {} })
        expect(answer.status).toBe(expected.ok ? 201 : 400)
        if (!expected.ok) expect(Object(answer.body.error).fields).toEqual(expected.errors)
        const headers = { 'content-type': 'application/json' }
        for (const wrong of [[], 'text', 7, null]) {
          const body = JSON.stringify(wrong)
          expect((await server.call('POST', create, { body, headers })).status).toBe(400)
        }
      })

    if (can('edit') && change)
      test('a wrong change is 400 at its field', async () => {
        const { _id } = await add(sample(4))
        const body = { [change?.key ?? '']: { wrong: true } }
        const wrong = await server.call('PUT', `${path}/${_id}`, { body })
        expect(wrong.status).toBe(400)
        expect(Object.keys(Object(wrong.body.error).fields)).toEqual([change?.key])
      })

    if (can('edit'))
      test('a stale version is 412 with the current values, without the header a write passes', async () => {
        const { _id } = await add(sample(5))
        const at = `${path}/${_id}`
        const mine = edit()
        const put = (body: Values, headers = {}) => server.call('PUT', at, { body, headers })
        expect((await put(mine, { 'if-match': '"1"' })).headers.etag).toBe('"2"')
        const stale = await put(edit(), { 'if-match': '"1"' })
        expect(stale.status).toBe(412)
        expect(Object(stale.body.error)).toMatchObject({
          code: 'stale',
          current: { _id, ...mine, version: 2 },
        })
        const { changed } = Object(stale.body.error)
        expect(changed, 'who and when').toEqual({
          by: 'Ada Admin',
          at: expect.any(String),
        })
        expect(Math.abs(Date.now() - Date.parse(changed.at))).toBeLessThan(60_000)
        expect((await put(edit())).status).toBe(200)
      })

    if (can('delete'))
      test('a stale version is not deleted', async () => {
        const { _id } = await add(sample(8))
        const remove = (version: string) =>
          server.call('DELETE', `${path}/${_id}`, { headers: { 'if-match': version } })
        expect((await remove('"7"')).status).toBe(412)
        expect((await remove('"1"')).status).toBe(204)
      })

    if (can('edit'))
      test('of two writes on the same version one wins', async () => {
        const { _id } = await add(sample(6))
        const headers = { 'if-match': '"1"' }
        const answers = await Promise.all(
          [edit(), edit(), edit(), edit()].map((body) =>
            server.call('PUT', `${path}/${_id}`, { body, headers }),
          ),
        )
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412])
      })

    test('an unknown id is 404, in any format', async () => {
      for (const id of ['01890a5d-ac96-774b-bcce-b302099a8057', 'x', '..%2f', '%00', "1'--"])
        expect((await server.call('GET', `${path}/${id}`)).status).toBe(404)
    })

    if (searched)
      test('a search is literal, and blind to case and accents', async () => {
        const { _id } = await add(setAt(sample(50), searched ?? '', TRICKY))
        const find = async (search: string) => {
          const answer = await server.call('GET', `${path}?search=${encodeURIComponent(search)}`)
          expect(answer.status).toBe(200)
          return rowsOf(answer.body).map((row) => row._id)
        }
        for (const search of ['zoe', 'ZOË', '100%', '%_\\', 'lodz', 'ŁÓDŹ', '伟', 'zoe 100'])
          expect(await find(search), search).toEqual([_id])
        for (const search of ['100_', '%oe', 'zoe%lodz', "zoe' or 1=1 --"])
          expect(await find(search), search).toEqual([])
      })

    if (can('create') && resource.unique.length > 0)
      test('a taken value is 409 at its field, and free again after deletion', async () => {
        const first = sample(60)
        const { _id } = await add(first)
        for (const { path: key, message } of resource.unique) {
          const taken = getAt(first, key)
          if (taken === undefined) continue
          const twins = [String(taken).toUpperCase(), taken].map((value) =>
            setAt(sample(61), key, value),
          )
          const body = twins.find((twin) => parseBody(resource, 'create', twin).ok)
          const refused = await server.call('POST', create, { body })
          expect(refused.status, refused.text).toBe(409)
          const fields = { [key]: message }
          expect(refused.body.error).toEqual({ code: 'conflict', message, fields })
        }
        if (!can('delete')) return
        await server.call('DELETE', `${path}/${_id}`)
        expect((await server.call('POST', create, { body: first })).status).toBe(201)
      })

    test('undeclared keys are not stored, and missing keys stay', async () => {
      const { _id, updatedAt, ...before } = await add({ ...sample(70), invented: true })
      const body = { createdAt: '1999-01-01T00:00:00Z', _id: 'x', version: 99, invented: true }
      if (can('edit')) {
        const answer = await server.call('PUT', `${path}/${_id}`, { body })
        const { updatedAt: later, ...after } = answer.body
        expect(after).toEqual({ ...before, _id, version: 2 })
        expect(typeof later).toBe(typeof updatedAt)
      }
      const [row] = await query<{ data: object }>(
        server.connection,
        `select data from ${tableName(resource)} where id = $1`,
        [_id],
      )
      expect(row?.data).not.toHaveProperty('invented')
      expect(row?.data).not.toHaveProperty('password')
    })

    clearingApiTests(resource, { server: () => server, sample, add })
    listApiTests(resource, { server: () => server, sample, add })
    referenceApiTests(resource, registry, { server: () => server, sample, add })
  })

  const rowsOf = (body: Values) => rowsIn(resource, body)
}

interface Written {
  action: string
  version: number
  actor_id: string | null
  data: object
}
